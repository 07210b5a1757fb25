import { UsageError } from '../../core/usage-error.ts';
import type { Surroundings } from '../place/surroundings.ts';

/**
 * Refuses to record in a CI job, which must replay, unless the caller allows it.
 *
 * @throws UsageError when `CI` is set.
 */
export function refuseRecording(
  io: Pick<Surroundings, 'env'>,
  allowRecord: boolean | undefined,
): void {
  if (allowRecord === true) return;
  const ci = io.env['CI'];
  if (ci === undefined || ci === '' || ci === 'false' || ci === '0') return;
  throw new UsageError(
    'Cannot record while CI is set: a CI job must replay. Use --allow-record if this job is meant to record',
  );
}
