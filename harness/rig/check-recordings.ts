import { acceptDrift } from '../cassette/accept-drift.ts';
import { type CassetteFinding, checkCassettes } from '../cassette/check-cassettes.ts';
import { createDriftRule } from '../cassette/drift-rule.ts';
import { toSafeName } from '../disk/safe-name.ts';
import type { Waiver } from '../cassette/waivers.ts';
import { toShellWord } from '../core/shell-word.ts';
import type { PartDifference } from '../core/cassette.ts';
import type { Lane } from '../core/lane.ts';
import { UsageError } from '../core/usage-error.ts';
import { createRunRedactor } from './create-run-redactor.ts';
import type { RunOptions } from './run-options.ts';
import { runSuite } from './run-suite.ts';

/** Checks the recordings of a suite: leaks, damage, lanes that it has no use for, lost parts. */
export function checkRecordings(options: RunOptions): readonly CassetteFinding[] {
  const redactor = createRunRedactor(options);
  const own = toSafeName(options.suite.name);
  return checkCassettes(options.cassettes, {
    redactor,
    isWanted: (lane) => lane.suite !== options.suite.name || isWanted(lane, options),
    command: `toolrig record ${toShellWord(options.suite.file)}`,
  }).filter(({ path }) => path.startsWith(`${own}/`) || path.startsWith('parts/'));
}

function isWanted(lane: Lane, { suite }: RunOptions): boolean {
  const scenario = suite.scenarios.find((candidate) => candidate.id === lane.scenario);
  const variant = suite.variants.find((candidate) => candidate.name === lane.variant);
  return (
    scenario !== undefined &&
    variant !== undefined &&
    (scenario.variants?.includes(variant.name) ?? true)
  );
}

/**
 * Accepts changes of request parts: replays the suite, and waives the differences of these parts that it meets.
 * Gives what was newly waived.
 */
export async function acceptParts(
  options: RunOptions,
  parts: readonly string[],
  reason: string,
): Promise<readonly Waiver[]> {
  const differences: PartDifference[] = [];
  createDriftRule(parts);
  await runSuite({
    ...options,
    onMiss: (miss) => {
      differences.push(...miss.differences);
    },
  });
  refuseUnmet(parts, differences);
  return acceptDrift({
    root: options.cassettes,
    suite: options.suite.name,
    parts,
    differences,
    reason,
  });
}

/** One typo in a list of parts is not to be accepted as nothing. */
function refuseUnmet(parts: readonly string[], differences: readonly PartDifference[]): void {
  const found = differences.filter(({ change }) => change !== undefined).map(({ part }) => part);
  const unmet = parts.filter((part) => !found.some(createDriftRule([part])));
  if (unmet.length === 0) return;
  const quoted = unmet.map((part) => `"${part}"`).join(', ');
  const met = [...new Set(found)].toSorted();
  throw new UsageError(
    `Cannot accept ${quoted}: no replay differs there. ${met.length === 0 ? 'Nothing differs that can be accepted' : `What differs: ${met.join(', ')}`}`,
  );
}
