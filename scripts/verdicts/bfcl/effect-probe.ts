import { scoreDocument } from '../../../harness/import/document/score-document.ts';
import { type DataSet, type Verdict, VerdictCount } from '../data-set.ts';
import { pickEach, readDataRows } from '../read-data.ts';

/** Calls that were executed twice in the benchmark's own environment. */
export const effectProbe: DataSet = {
  name: 'bfcl: calls executed twice',
  about: 'a call has a doubled effect when it changed the state both times',
  needs: ['bfcl/verdicts/effect_probe.jsonl.gz'],
  judge: judgeProbe,
};

interface Probe {
  readonly entry: string;
  readonly turn: number;
  readonly step: number;
  readonly call: string;
  readonly tool: string;
  readonly state_changed_by_first: boolean;
  readonly state_changed_by_second: boolean;
  readonly effect: 'read-only' | 'idempotent-write' | 'double-effect';
}

function judgeProbe([file = '']: readonly string[], every: number): Verdict {
  const count = new VerdictCount();
  for (const probe of pickEach(readDataRows<Probe>(file), every)) {
    const ours = countDoubled(probe);
    const theirs = probe.effect === 'double-effect' ? 1 : 0;
    const why = (): string => `ours ${ours} doubled effects, theirs ${theirs}`;
    count.add(`${probe.entry} turn ${probe.turn} ${probe.call}`, ours === theirs, why);
  }
  return count.verdict;
}

/** The same call in two turns, with the changes of the state as effects. */
function countDoubled(probe: Probe): number | null {
  const { tool, call, state_changed_by_first: first, state_changed_by_second: second } = probe;
  const calls = [tool, JSON.stringify({ call })];
  const effects = [first, second].flatMap((changed) => (changed ? [[tool]] : []));
  const result = scoreDocument(
    JSON.stringify({
      tools: { [tool]: { effect: 'irreversible' } },
      expected: { calls: [] },
      calls: [calls, calls],
      effects,
    }),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.cases[0]?.scores['effects.double']?.losses.length ?? null;
}
