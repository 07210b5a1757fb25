import { acceptDrift } from '../cassette/accept-drift.ts';
import { type CassetteFinding, checkCassettes } from '../cassette/check-cassettes.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { toSafeName } from '../disk/safe-name.ts';
import type { Waiver } from '../cassette/waivers.ts';
import type { PartDifference } from '../core/cassette.ts';
import type { Lane } from '../core/lane.ts';
import type { RunOptions } from './run-options.ts';
import { runSuite } from './run-suite.ts';

/** Checks the recordings of a suite: leaks, damage, lanes that it has no use for, lost parts. */
export function checkRecordings(options: RunOptions): readonly CassetteFinding[] {
  const redactor = createRedactor({
    secrets: Object.values(options.secrets),
    key: options.redaction.key,
    salt: options.redaction.salt,
  });
  const own = toSafeName(options.suite.name);
  return checkCassettes(options.cassettes, {
    redactor,
    isWanted: (lane) => lane.suite !== options.suite.name || isWanted(lane, options),
    command: `toolrig record ${options.suite.file}`,
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
  await runSuite({
    ...options,
    onMiss: (miss) => {
      differences.push(...miss.differences);
    },
  });
  return acceptDrift({
    root: options.cassettes,
    suite: options.suite.name,
    parts,
    differences,
    reason,
  });
}
