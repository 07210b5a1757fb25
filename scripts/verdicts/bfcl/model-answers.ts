import { type DataSet, type Verdict, VerdictCount } from '../data-set.ts';
import { pickEach, readDataRows } from '../read-data.ts';
import { type BfclCall, judgeByBfclRule } from './bfcl-rule.ts';
import { groupById } from './group-by-id.ts';
import { judgeTrace, type Trace } from './judge-trace.ts';
import { readQuestions } from './read-questions.ts';

/** What three models really sent. */
export const modelAnswers: DataSet = {
  name: 'bfcl: answers of models, rule bfcl',
  about: 'a reply is right when the official checker says so',
  needs: [
    'bfcl',
    'bfcl/verdicts/real_outputs.jsonl.gz',
    'bfcl/verdicts/multi_turn_traces.jsonl.gz',
  ],
  sampled: 10,
  judge: judgeModels,
};

/** Conversations of several turns, with what each call gave in the benchmark's own environment. */
export const traces: DataSet = {
  name: 'bfcl: conversations, rule bfcl',
  about: 'a conversation is right when the official checker says so',
  needs: ['bfcl/verdicts/multi_turn_traces.jsonl.gz'],
  judge: ([file = ''], every) => {
    const count = new VerdictCount();
    for (const trace of pickEach(readDataRows<Trace & Verdicted>(file), every)) {
      const ours = judgeTrace(trace);
      const why = (): string => `ours ${ours}, theirs ${trace.valid}`;
      count.add(`${trace.id} ${trace.source}`, ours === trace.valid, why);
    }
    return count.verdict;
  },
};

interface Verdicted {
  readonly id: string;
  readonly valid: boolean;
}

interface Row extends Verdicted {
  readonly model: string;
  readonly category: string;
  readonly result: unknown;
  readonly error_type: string | null;
}

/** Names as these models send them: the leaderboard turns the dots of its tools into `_`. */
function toSentName(name: string): string {
  return name.replaceAll('.', '_');
}

/** A text instead of a list of calls is no call. */
function readCalls({ result }: Row): readonly BfclCall[] {
  const said: readonly unknown[] = Array.isArray(result) ? result : [];
  return said.flatMap((call) =>
    typeof call === 'object' && call !== null
      ? Object.entries(call).map(([name, args]) => [toSentName(name), String(args)] as const)
      : [],
  );
}

function judgeModels(paths: readonly string[], every: number): Verdict {
  const [folder = '', file = '', traceFile = ''] = paths;
  const questions = readQuestions(folder);
  const known = new Map(
    readDataRows<Trace>(traceFile).map((trace) => [`${trace.source} ${trace.id}`, trace]),
  );
  const count = new VerdictCount();
  for (const [id, rows] of groupById(pickEach(readDataRows<Row>(file), every))) {
    const question = questions.get(id);
    const passes =
      question === undefined ? null : judgeByBfclRule(question, rows.map(readCalls), toSentName);
    for (const [index, row] of rows.entries()) {
      const trace = known.get(`real:${row.model} ${id}`);
      const ours = passes?.[index] ?? judgeAlone(row, trace);
      if (typeof ours === 'string') {
        count.leave(ours);
        continue;
      }
      const why = (): string => `ours ${ours}, theirs ${row.valid} (${row.error_type ?? 'right'})`;
      count.add(`${id} ${row.model}`, ours === row.valid, why);
    }
  }
  return count.verdict;
}

/** Without an answer to compare with: whether there is a call at all, or what the trace shows; a text says what is missing. */
function judgeAlone(row: Row, trace: Trace | undefined): boolean | string {
  const { category } = row;
  if (category.includes('irrelevance')) return readCalls(row).length === 0;
  if (category.includes('relevance')) return readCalls(row).length > 0;
  if (trace !== undefined) return judgeTrace(trace);
  if (category.startsWith('multi_turn')) return 'conversations without a trace of their results';
  return readCalls(row).length === 0 ? false : `${category}: no answers in the data`;
}
