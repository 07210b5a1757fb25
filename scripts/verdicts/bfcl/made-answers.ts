import { readSource, type SourceNode } from '../../../harness/import/source-node.ts';
import { judgeText } from '../../../harness/score/reason/judge-text.ts';
import type { ScoredTool } from '../../../harness/core/score/scorer.ts';
import type { JsonObject } from '../../../harness/json/json.ts';
import { type DataSet, type Verdict, VerdictCount } from '../data-set.ts';
import { pickEach, readDataLines, readDataRows } from '../read-data.ts';
import { type BfclCall, judgeByBfclRule } from './bfcl-rule.ts';
import { groupById } from './group-by-id.ts';
import { readQuestions } from './read-questions.ts';

/** Answers of the leaderboard and answers made wrong on purpose. */
export const madeAnswers: DataSet = {
  name: 'bfcl: made answers, rule bfcl',
  about: 'a reply is right when the official checker says so',
  needs: ['bfcl', 'bfcl/verdicts/made_single_turn.jsonl.gz'],
  sampled: 40,
  judge: judgeAnswers,
};

/** The same calls against the JSON Schemas of the tools. The other validator takes `format` for a note, as the standard allows. */
export const madeSchemas: DataSet = {
  name: 'bfcl: JSON Schema of made answers',
  about: 'each call is valid as another validator says',
  needs: ['bfcl/tools_json_schema.jsonl.gz', 'bfcl/verdicts/made_single_turn.jsonl.gz'],
  sampled: 40,
  judge: judgeSchemas,
};

interface Row {
  readonly id: string;
  readonly variant: string;
  readonly valid: boolean;
  readonly error_type: string | null;
  /** For each call; `null`: there is no such tool. */
  readonly schema_valid: readonly (boolean | null)[];
  readonly calls: readonly BfclCall[];
}

function readRow(line: string): Row {
  const calls = readSource(line, 'verdict')
    .need('calls')
    .items()
    .map((call: SourceNode) => [call.need('name').text(), call.need('arguments').json()] as const);
  return { ...(JSON.parse(line) as Row), calls };
}

function judgeAnswers([folder = '', file = '']: readonly string[], every: number): Verdict {
  const questions = readQuestions(folder);
  const count = new VerdictCount();
  for (const [id, rows] of groupById(pickEach(readDataLines(file), every).map(readRow))) {
    const question = questions.get(id);
    if (question === undefined) throw new Error(`There is no question "${id}"`);
    const replies = rows.map((row) => row.calls);
    const passes = judgeByBfclRule(question, replies, (name) => name);
    for (const [index, { valid, variant, error_type: error }] of rows.entries()) {
      const why = (): string => `ours ${passes[index]}, theirs ${valid} (${error ?? 'right'})`;
      count.add(`${id} ${variant}`, passes[index] === valid, why);
    }
  }
  return count.verdict;
}

interface QuestionTools {
  readonly id: string;
  readonly tools: readonly { readonly name: string; readonly parameters: JsonObject }[];
}

function judgeSchemas([tools = '', file = '']: readonly string[], every: number): Verdict {
  const questions = new Map(readDataRows<QuestionTools>(tools).map((row) => [row.id, row.tools]));
  const count = new VerdictCount();
  for (const row of pickEach(readDataLines(file), every).map(readRow)) {
    const offered = questions.get(row.id) ?? [];
    for (const [index, [name, argumentsText]] of row.calls.entries()) {
      const tool = offered.find((one) => one.name === name);
      const theirs = row.schema_valid[index] ?? null;
      const said = { ref: `t1c${index}`, id: null, name, argumentsText } as const;
      const { findings } = judgeText(said, tool === undefined ? null : toScoredTool(tool));
      const ours = tool === undefined ? null : findings.every(({ code }) => code === 'bad_format');
      const why = (): string => `ours ${ours}, theirs ${theirs} for ${argumentsText}`;
      count.add(`${row.id} ${row.variant} call ${index}`, ours === theirs, why);
    }
  }
  return count.verdict;
}

function toScoredTool({ name, parameters }: QuestionTools['tools'][number]): ScoredTool {
  return {
    name,
    parameters,
    grade: 'irreversible',
    confirm: 'none',
    polling: false,
  };
}
