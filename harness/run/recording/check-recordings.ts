import { acceptDrift } from '../../cassette/upkeep/accept-drift.ts';
import { type CassetteFinding, checkCassettes } from '../../cassette/upkeep/check-cassettes.ts';
import { createDriftRule } from '../../cassette/match/drift-rule.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import type { Waiver } from '../../cassette/match/waivers.ts';
import { toShellWord } from '../../core/shell-word.ts';
import type { CassetteMissError, PartDifference } from '../../core/talk/cassette.ts';
import { toLaneName } from '../../cassette/lane/lane-path.ts';
import { toRecordCommand } from '../../cassette/match/create-miss.ts';
import { UsageError } from '../../core/usage-error.ts';
import { createRunRedactor } from '../keep/create-run-redactor.ts';
import type { RunOptions } from '../run-options.ts';
import { runSuite } from '../run-suite.ts';
import { isWanted } from './is-wanted.ts';
import { replayRecordings, type ReplayState } from './replay-recordings.ts';

/**
 * Checks the recordings of a suite: leaks, damage, lanes that do not answer what the suite asks now, lanes that it has no
 * use for, lost parts.
 */
export async function checkRecordings(options: RunOptions): Promise<readonly CassetteFinding[]> {
  const redactor = createRunRedactor(options);
  const own = toSafeName(options.suite.name);
  const file = toShellWord(options.suite.file);
  const prune = `toolrig cassettes prune ${file}`;
  const command = `toolrig record ${file}`;
  const lying = checkCassettes(options.cassettes, {
    redactor,
    isWanted: (lane) => lane.suite !== options.suite.name || isWanted(lane, options.suite),
    command,
    prune,
  }).filter(({ path }) => path.startsWith(`${own}/`) || path.startsWith('parts/'));
  const broken = new Set(lying.filter(({ kind }) => unusable.has(kind)).map(({ path }) => path));
  const found = toFindings(await replayRecordings(options), { command, prune });
  return [...lying, ...found.filter(({ path }) => !broken.has(path))].toSorted((left, right) =>
    left.path < right.path ? -1 : left.path > right.path ? 1 : (left.line ?? 0) - (right.line ?? 0),
  );
}

/** Findings after which a replay says nothing new. */
const unusable: ReadonlySet<CassetteFinding['kind']> = new Set([
  'damaged',
  'unsealed',
  'wrong_version',
  'wrong_lane',
  'missing_part',
  'missing_clean',
]);

function toFindings(
  { stale, unreached }: ReplayState,
  { command, prune }: { readonly command: string; readonly prune: string },
): readonly CassetteFinding[] {
  return [
    ...stale.map((miss): CassetteFinding => ({
      kind: 'stale',
      path: miss.where === null ? miss.lane : toLaneName(miss.where),
      line: null,
      text: `the suite asks something else now: ${toReason(miss)}`,
      remedy: `Record it again: ${toRecordCommand(miss.where === null ? [] : [miss.where], command, 'stale')}`,
    })),
    ...unreached.map((lane): CassetteFinding => ({
      kind: 'unreached',
      path: toLaneName(lane),
      line: null,
      text: 'the conversation of its scenario, as it is recorded now, has no such place for a fault',
      remedy: `Record the scenario again if the place is to come back; \`${prune}\` lists what has no use`,
    })),
  ];
}

function toReason({ differences, reason }: CassetteMissError): string {
  const parts = [...new Set(differences.map(({ part }) => part))];
  if (parts.length === 0) return reason === 'exhausted' ? 'more than was recorded' : 'another way';
  return parts.slice(0, 3).join(', ') + (parts.length > 3 ? ', …' : '');
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
