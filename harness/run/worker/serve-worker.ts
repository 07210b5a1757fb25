import { UsageError } from '../../core/usage-error.ts';
import { findAllowedHosts } from '../access/check-access.ts';
import { isOffline, watchNetwork } from '../access/watch-network.ts';
import { toManifest } from '../keep/to-manifest.ts';
import { selectVariants } from '../plan/plan-groups.ts';
import { openCassettes } from '../recording/open-cassettes.ts';
import type { RunOptions } from '../run-options.ts';
import { planAll } from '../plan/plan-all.ts';
import { createContext, toSelection } from '../stage-run.ts';
import { createLateWatch } from '../trial/late-watch.ts';
import { identify } from './open-pool.ts';
import { workGroup } from './work-group.ts';
import type { WorkerOrder, WorkerReport } from './worker-link.ts';

/**
 * Prepares the conversations of a run in a worker process.
 *
 * @param code - SHA-256 of the files that the suite was loaded from.
 * @returns takes the orders of the process of the run.
 */
export async function serveWorker(
  options: RunOptions,
  code: string,
  report: (report: WorkerReport) => void,
): Promise<(order: WorkerOrder) => Promise<void>> {
  const { suite } = options;
  const variants = selectVariants(suite, options.variants);
  const groups = planAll(options);
  const selection = toSelection(options, groups);
  const manifest = toManifest(suite, { selection, variants }, options.environment);
  const cassettes = openCassettes(options);
  const late = createLateWatch(options.pendingTimers);
  const network = isOffline(suite, variants)
    ? watchNetwork(findAllowedHosts(suite, variants))
    : null;
  const context = await createContext(options, { cassettes, misses: [], late });
  report({ type: 'ready', identity: identify(options, manifest, code) });
  return async (order) => {
    if (order.type === 'open') throw new UsageError('Cannot open a worker twice');
    if (order.type === 'end') {
      await late.settle();
      const leaks = network?.stop() ?? [];
      report({ type: 'ended', late: late.found, leaks, escaped: options.escaped?.() ?? [] });
      return;
    }
    const { place } = order;
    const group = groups[place];
    if (group === undefined)
      throw new UsageError(`Cannot run place ${place}: the plan ends before`);
    report({ type: 'done', place, worked: await workGroup(group, context, cassettes.redactor) });
  };
}
