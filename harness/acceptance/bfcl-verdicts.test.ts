import { expect, it } from 'vitest';
import { readLosslessJson, type LosslessValue } from '../json/lossless-json.ts';
import { readSource } from '../import/source-node.ts';
import { scoreDocument } from '../import/document/score-document.ts';
import { type BfclTool, toBfclExpected } from '../testing/bfcl-answer.ts';
import { parseJsonLines, readSharedData } from '../testing/read-shared-data.ts';

const categories = [
  'simple_python',
  'multiple',
  'parallel',
  'parallel_multiple',
  'live_simple',
  'live_multiple',
  'live_parallel',
  'live_parallel_multiple',
];

interface Row {
  readonly id: string;
  /** What was changed in the answer, or the model. */
  readonly source: string;
  readonly valid: boolean;
  readonly error: unknown;
  /** Name and argument text; the text keeps 5 and 5.0 apart, as the line does. */
  readonly calls: readonly (readonly [name: string, text: string])[];
}

interface Question {
  readonly tools: readonly BfclTool[];
  /** In the language of expectations. */
  readonly expected: string;
}

/** Names as real models send them: the leaderboard turns the dots of its tools into `_`. */
function toSentName(name: string): string {
  return name.replaceAll('.', '_');
}

function readQuestions(toName: (name: string) => string): ReadonlyMap<string, Question> {
  const questions = new Map<string, Question>();
  for (const category of categories) {
    const tools = new Map(
      parseJsonLines<{ id: string; function: readonly BfclTool[] }>(
        readSharedData(`bfcl/questions/${category}.json.gz`) ?? '',
      ).map((row) => [row.id, row.function.map((one) => ({ ...one, name: toName(one.name) }))]),
    );
    const lines = (readSharedData(`bfcl/answers/${category}.json.gz`) ?? '').split('\n');
    for (const line of lines.filter((one) => one !== '')) {
      const { id } = JSON.parse(line) as { readonly id: string };
      const own = tools.get(id) ?? [];
      questions.set(id, { tools: own, expected: toBfclExpected(readAnswer(line), own, toName) });
    }
  }
  return questions;
}

function readAnswer(line: string): readonly LosslessValue[] {
  const read = readLosslessJson(readSource(line, 'answer').need('ground_truth').json());
  return read.ok ? (read.value.value as readonly LosslessValue[]) : [];
}

/** One document for each question, with a case for each row. */
function judge(question: Question, rows: readonly Row[]): readonly (boolean | null)[] {
  const tools = Object.fromEntries(question.tools.map((tool) => [tool.name, {}]));
  const cases = rows.map((row, index) => ({
    id: String(index),
    expected: 'answer',
    calls: row.calls,
  }));
  const text = `{"tools":${JSON.stringify(tools)},"expected":{"answer":${question.expected}},"cases":${JSON.stringify(cases)}}`;
  const result = scoreDocument(text);
  if (!result.ok) throw new Error(`${JSON.stringify(result.error)} in ${question.expected}`);
  return result.value.cases.map((one) => one.pass);
}

/** Why our verdict is another one, and meant to be. */
function explain({ source, valid, error }: Row): string {
  const isBroken = JSON.stringify(error).includes('Missing required parameter');
  if (!valid && isBroken) return 'the answer itself breaks the schema';
  if (!valid && source === 'calls-reversed') return 'calls are paired best, not first come';
  return `unexplained: ${source}, theirs ${valid}`;
}

/** How many verdicts are the same, and why the others are not. The table is printed. */
function compare(
  title: string,
  rows: readonly Row[],
  questions: ReadonlyMap<string, Question>,
): Readonly<Record<string, number>> {
  const byQuestion = new Map<string, Row[]>();
  for (const row of rows) {
    const own = byQuestion.get(row.id);
    if (own === undefined) byQuestion.set(row.id, [row]);
    else own.push(row);
  }
  const counts: Record<string, number> = {};
  for (const [id, own] of byQuestion) {
    const question = questions.get(id);
    if (question === undefined) throw new Error(`There is no question "${id}"`);
    const passes = judge(question, own);
    for (const [index, row] of own.entries()) {
      const name = passes[index] === row.valid ? `same verdict: ${row.valid}` : explain(row);
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  const lines = Object.entries(counts).map(([name, count]) => `  ${name}: ${count}`);
  console.log([`${title}, ${rows.length} verdicts`, ...lines].join('\n'));
  return counts;
}

function readMade(text: string): readonly Row[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = JSON.parse(line) as Row & { readonly variant: string };
      const calls = readSource(line, 'verdict')
        .need('calls')
        .items()
        .map((call) => [call.need('name').text(), call.need('arguments').json()] as const);
      return { ...row, source: row.variant, calls };
    });
}

const made = readSharedData('bfcl/verdicts/made_single_turn.jsonl.gz');

it.skipIf(made === null)(
  'BFCL: a call is right when the official checker says so',
  () => {
    const rows = readMade(made ?? '');
    expect(rows).toHaveLength(35_437);
    expect(
      compare(
        'Made answers',
        rows,
        readQuestions((name) => name),
      ),
    ).toEqual({
      'same verdict: true': 9638,
      'same verdict: false': 25_788,
      'the answer itself breaks the schema': 10,
      'calls are paired best, not first come': 1,
    });
  },
  400_000,
);

function readReal(text: string): readonly Row[] {
  interface Real {
    readonly id: string;
    readonly category: string;
    readonly model: string;
    readonly result: unknown;
    readonly valid: boolean;
    readonly error: unknown;
  }
  return parseJsonLines<Real>(text).flatMap(({ id, category, model, result, valid, error }) => {
    if (!categories.includes(category)) return [];
    const said: readonly unknown[] = Array.isArray(result) ? result : [];
    const calls = said.flatMap((call) =>
      typeof call === 'object' && call !== null
        ? Object.entries(call).map(([name, args]) => [toSentName(name), String(args)] as const)
        : [],
    );
    return [{ id, source: model, valid, error, calls }];
  });
}

const real = readSharedData('bfcl/verdicts/real_outputs.jsonl.gz');

it.skipIf(real === null)(
  'BFCL: what models really sent is right when the official checker says so',
  () => {
    const rows = readReal(real ?? '');
    expect(compare('Answers of models', rows, readQuestions(toSentName))).toEqual({
      'same verdict: true': 2579,
      'same verdict: false': 592,
    });
  },
  400_000,
);
