import { UsageError } from '../../core/usage-error.ts';

/**
 * Refuses an option that does not exist: if it were ignored, it would seem to have an effect.
 *
 * @throws UsageError with the name of the option and those that exist.
 */
export function refuseUnknownOptions(
  call: string,
  options: object,
  known: readonly string[],
): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new UsageError(
      `Cannot call ${call} with "${name}": there is no such option. Expected some of ${known.join(', ')}`,
    );
  }
}
