import { toShellWord } from '../../core/shell-word.ts';
import { toScenarioFlag } from '../../cassette/match/create-miss.ts';
import { groupMisses, type MissGroup } from '../../cassette/match/group-misses.ts';
import type { CassetteMissError } from '../../core/talk/cassette.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { Sweep } from '../../core/sweep.ts';
import type { RunOptions } from '../run-options.ts';
import { count, toDollars } from '../spend/describe-spend.ts';
import { toPrice } from '../spend/read-expense.ts';
import { rehearseRun } from '../spend/rehearse-run.ts';

/** Describes the misses of a run, one text per cause, with the requests that the repairing command would send. */
export async function describeMisses(
  misses: readonly CassetteMissError[],
  options: RunOptions,
): Promise<readonly string[]> {
  if (options.sweeps !== undefined) return describeSweepMisses(misses, options.sweeps);
  const groups = groupMisses(misses, `toolrig record ${toShellWord(options.suite.file)}`);
  const texts: string[] = [];
  for (const group of groups) {
    const cost = await describeCost(group, options);
    texts.push(`${shortenCommand(group, options)}${cost}${sayWhere(group, options)}`);
  }
  return texts;
}

/** Where a value changes what the model is asked, or lets it be asked more than was recorded, no recording can answer. */
function describeSweepMisses(
  misses: readonly CassetteMissError[],
  sweeps: readonly Sweep[],
): readonly string[] {
  if (misses.length === 0) return [];
  const [sweep] = sweeps;
  const lanes = new Set(misses.map(({ lane }) => lane));
  const first = [...lanes].slice(0, 3).join(', ');
  return [
    `The recordings of "${sweep?.base ?? ''}" do not answer ${lanes.size === 1 ? '1 trial' : `${lanes.size} trials`} (${first}${lanes.size > 3 ? ', …' : ''}): under another value of ${sweep?.path ?? 'the setting'} the conversation goes another way than it was recorded. Sweep with a model that answers by itself (a scripted one, or --mode live), or declare a variant for each value and record them`,
  ];
}

/** A recording that is not there may be somewhere else. */
function sayWhere({ reason }: MissGroup, { shownCassettes }: RunOptions): string {
  if (reason !== 'no_cassette' || shownCassettes === undefined) return '';
  return `. Looked in the folder "${shownCassettes}"; --cassettes names another`;
}

/** A command that names every scenario there is need not name any. */
function shortenCommand(
  { text, where, command }: MissGroup,
  { suite, scenarios }: RunOptions,
): string {
  const named = new Set(where.map(({ scenario }) => scenario));
  const all = scenarios === null && suite.scenarios.every(({ id }) => named.has(id));
  // The words of a flag may hold anything, quotes and blanks included: it is left out as a whole.
  return all ? text.replace(command, () => command.replace(` ${toScenarioFlag(where)}`, '')) : text;
}

/** What the command would say itself before it sends anything. */
async function describeCost({ where, extent }: MissGroup, options: RunOptions): Promise<string> {
  const known = where.filter(({ suite }) => suite === options.suite.name);
  if (known.length === 0) return '';
  const repeats = Math.max(...known.map(({ repeat }) => repeat));
  const { models } = await rehearseRun({
    ...options,
    mode: 'record',
    rerecord: false,
    stale: extent === 'stale',
    tier: 'exact',
    scenarios: [...new Set(known.map(({ scenario }) => scenario))],
    variants: [...new Set(known.map(({ variant }) => variant))],
    faults: known.some(({ plan }) => plan !== cleanPlan) ? options.faults : [],
    repeats: repeats > 1 ? repeats : null,
  });
  const requests = models.reduce((sum, model) => sum + model.requests, 0);
  const prices = models.map((spend) => toPrice(spend.model, spend));
  const price = prices.reduce<number | null>(
    (sum, one) => (sum === null || one === null ? null : sum + one),
    0,
  );
  return ` (about ${count(requests, 'request')}${price === null ? '' : `, about ${toDollars(price)}`})`;
}
