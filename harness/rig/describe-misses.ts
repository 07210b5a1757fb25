import { groupMisses, type MissGroup } from '../cassette/group-misses.ts';
import { toShellWord } from '../core/shell-word.ts';
import type { CassetteMissError } from '../core/cassette.ts';
import { planGroups } from '../runner/plan-groups.ts';
import { estimateRecording } from './estimate-recording.ts';
import type { RunOptions } from './run-options.ts';

/** Puts the misses of a run into texts, one a cause, with what mending them costs. */
export function describeMisses(
  misses: readonly CassetteMissError[],
  options: RunOptions,
): readonly string[] {
  const groups = groupMisses(misses, `toolrig record ${toShellWord(options.suite.file)}`);
  return groups.map(
    (group) => `${shortenCommand(group, options)}${describePrice(group.requests, options)}`,
  );
}

/** A command that names every scenario there is need not name any. */
function shortenCommand({ text, lanes }: MissGroup, { suite, scenarios }: RunOptions): string {
  const named = new Set(lanes.map((lane) => lane.split('/')[1]));
  const all = scenarios === null && suite.scenarios.every(({ id }) => named.has(id));
  return all ? text.replace(/ --scenario \S+/u, '') : text;
}

/** The price of that many requests, at the suite's own price a request; nothing when a model has none. */
function describePrice(requests: number | null, options: RunOptions): string {
  const { suite, variants, scenarios } = options;
  const repeats = options.repeats ?? suite.repeats;
  const whole = estimateRecording(suite, planGroups(suite, { variants, scenarios, repeats }));
  if (requests === null || whole.price === null || whole.requests === 0) return '';
  return `. That costs about $${((whole.price / whole.requests) * requests).toFixed(4)}`;
}
