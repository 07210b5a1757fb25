import { join } from 'node:path';
import { readSource } from '../../../harness/import/source-node.ts';
import { type LosslessValue, readLosslessJson } from '../../../harness/json/lossless-json.ts';
import { readDataLines, readDataRows } from '../read-data.ts';
import type { BfclTool } from '../../../harness/import/suite/bfcl/bfcl-answer.ts';
import type { BfclQuestion } from './bfcl-rule.ts';

/** Kinds of questions whose answers are there. */
const answered = [
  'simple_python',
  'multiple',
  'parallel',
  'parallel_multiple',
  'live_simple',
  'live_multiple',
  'live_parallel',
  'live_parallel_multiple',
] as const;

/** Questions with their answers by id, out of the folder of the leaderboard. */
export function readQuestions(folder: string): ReadonlyMap<string, BfclQuestion> {
  const questions = new Map<string, BfclQuestion>();
  for (const category of answered) {
    const rows = readDataRows<{ readonly id: string; readonly function: readonly BfclTool[] }>(
      join(folder, 'questions', `${category}.json.gz`),
    );
    const tools = new Map(rows.map((row) => [row.id, row.function]));
    for (const line of readDataLines(join(folder, 'answers', `${category}.json.gz`))) {
      const { id } = JSON.parse(line) as { readonly id: string };
      const isParallel = category.includes('parallel');
      questions.set(id, { tools: tools.get(id) ?? [], answer: readAnswer(line), isParallel });
    }
  }
  return questions;
}

function readAnswer(line: string): readonly LosslessValue[] {
  const read = readLosslessJson(readSource(line, 'answer').need('ground_truth').json());
  // A ground truth is a list in each file of answers.
  return read.ok ? (read.value.value as readonly LosslessValue[]) : [];
}
