import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ScoreRecord, TrialRecord } from '../../harness/core/trial/trial.ts';

/** What the table is made from. */
export interface FrameworkRun {
  /** `trials.jsonl` and `scores.jsonl` of the run. */
  readonly trials: string;
  readonly scores: string;
  /** Folder of the examples, whose lines are counted. */
  readonly examples: string;
  readonly packages: Readonly<Record<string, string>>;
}

/** File and package of each variant. */
const frameworks: Readonly<Record<string, readonly [file: string, owner: string]>> = {
  'ai-sdk-generate': ['ai-sdk', 'ai'],
  'ai-sdk-stream': ['ai-sdk', 'ai'],
  'openai-agents': ['openai-agents', '@openai/agents'],
  langgraph: ['langgraph', '@langchain/langgraph'],
  mastra: ['mastra', '@mastra/core'],
  'openai-runner': ['openai-runner', 'openai'],
  'openai-runner-streamed': ['openai-runner', 'openai'],
  'anthropic-runner': ['anthropic-runner', '@anthropic-ai/sdk'],
};

interface Trial {
  readonly record: TrialRecord;
  readonly passed: boolean;
}

/** Columns: heading, and which plans are looked at. */
const columns: readonly (readonly [heading: string, plans: RegExp])[] = [
  ['model: no answer, 5xx', /\.(?:timeout|http)@model/u],
  ['arguments cut off', /malformed_arguments/u],
  ['the same call twice', /duplicate_/u],
  ['tool: request lost, 5xx', /\.(?:timeout_before|http_before)@/u],
  ['tool: answer lost after the effect', /timeout_after/u],
];

/** One row for each framework: its lines, and what its SDK made of each kind of fault. */
export function toFrameworkTable(run: FrameworkRun): string {
  const scores = new Map(
    readLines<ScoreRecord>(run.scores).map((score) => [toKey(score), score.verdict] as const),
  );
  const trials = readLines<TrialRecord>(run.trials).map((record): Trial => ({
    record,
    passed: scores.get(toKey(record)) === 'passed',
  }));
  const heads = ['framework', 'lines (glue)', ...columns.map(([heading]) => heading)];
  const rows = Object.entries(frameworks).map(([variant, [file, owner]]) => {
    const own = trials.filter(({ record }) => record.lane.variant === variant);
    const name = `${variant} (${run.packages[owner] ?? ''})`;
    const cells = columns.map(([, plans]) =>
      describe(own.filter(({ record }) => plans.test(record.lane.plan))),
    );
    return [name, countLines(join(run.examples, 'agents', `${file}.mjs`)), ...cells];
  });
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function toKey({ lane }: Pick<TrialRecord, 'lane'>): string {
  return `${lane.scenario}/${lane.variant}/${lane.plan}`;
}

function readLines<Row>(text: string): readonly Row[] {
  // The run that was just made wrote them.
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

function describe(trials: readonly Trial[]): string {
  const passed = trials.filter((trial) => trial.passed).length;
  const events = trials.flatMap(({ record }) => record.events);
  const attempts = Math.max(1, ...events.map((one) => (one.type === 'request' ? one.attempt : 1)));
  const ends = trials.map(({ record: { outcome } }) =>
    outcome.status === 'finished' ? outcome.stopReason : outcome.code,
  );
  const bad = [...new Set(ends)].filter((end) => end !== 'answered').sort();
  const twice = trials.filter(
    ({ record }) => record.events.filter(({ type }) => type === 'effect').length > 1,
  ).length;
  return [
    `${passed}/${trials.length}`,
    ...(attempts > 1 ? [`sent ${attempts} times`] : []),
    ...(twice > 0 ? [`${twice} done twice`] : []),
    ...(bad.length > 0 ? [bad.join(', ')] : []),
  ].join('; ');
}

/** Lines without imports, blanks and comments; those that name the trial are the glue. */
function countLines(path: string): string {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:import |\/\*\*|\/\/)/u.test(line));
  const glue = lines.filter((line) => /\b(?:fetch|tools\.run|toolset|say|signal)\b/u.test(line));
  return `${lines.length} (${glue.length})`;
}
