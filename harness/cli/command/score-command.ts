import type { Command } from 'commander';

import type { JsonValue } from '../../json/json.ts';
import { exitCodes } from '../../core/run.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toPlainText } from '../../report/text/to-plain-text.ts';
import {
  type CaseScore,
  type DocumentScore,
  scoreDocument,
} from '../../import/document/score-document.ts';
import type { CliIo } from '../io/cli-io.ts';
import { readInput } from '../io/read-input.ts';
import type { SetExitCode } from '../set-exit-code.ts';

interface ScoreFlags {
  readonly case?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  toolrig score transcript.json --json
  toolrig score cases.json --case P7

The document: { "tools": ..., "expected": { "calls": [["refund", { "id": "A1" }]], "order": [[0, 1]] },
"calls": [["refund", "{\\"id\\":\\"A1\\"}"]] }, or "messages" in OpenAI chat form in place of "calls".`;

/** Adds `score`. */
export function addScoreCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('score')
    .description(
      'Score a transcript made elsewhere; exit code 0 when it passes, 1 when it does not.',
    )
    .argument('<file>', 'one JSON document, or several as JSONL')
    .option('--case <id>', 'only this case of a document with several')
    .option('--json', 'print one JSON object with every score and its reasons')
    .addHelpText('after', examples)
    .action((file: string, flags: ScoreFlags) => {
      const result = scoreDocument(
        readInput(file, io),
        flags.case === undefined ? {} : { caseId: flags.case },
      );
      if (!result.ok) throw new UsageError(describeProblems(file, result.error));
      for (const { path, text } of result.value.warnings) {
        io.err(`toolrig: warning: ${file} ${path}: ${toPlainText(text)}\n`);
      }
      io.out(
        flags.json === true
          ? `${JSON.stringify(toJson(result.value), null, 2)}\n`
          : toText(result.value),
      );
      setExitCode(toExitCode(result.value));
    });
}

function toExitCode(score: DocumentScore): number {
  if (score.pass === null) return exitCodes.invalid;
  return score.pass ? exitCodes.passed : exitCodes.failed;
}

function describeProblems(
  file: string,
  problems: readonly {
    readonly path: string;
    readonly expected: string;
    readonly found: JsonValue;
  }[],
): string {
  const lines = problems.map(
    ({ path, expected, found }) =>
      `\n  ${file} ${path}: expected ${expected}, found ${JSON.stringify(found)}`,
  );
  return `Cannot score "${file}": ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}${lines.join('')}`;
}

/** One case stands on top; several under `cases`. */
function toJson(score: DocumentScore): unknown {
  const [only, ...others] = score.cases;
  return only !== undefined && others.length === 0 ? { ...only, warnings: score.warnings } : score;
}

function toText(score: DocumentScore): string {
  const lines = score.cases.flatMap(describeCase);
  if (score.cases.length > 1) lines.push(toSummary(score.cases));
  return `${lines.join('\n')}\n`;
}

/** What the cases came to; what the document says of them only where it says something. */
function toSummary(cases: readonly CaseScore[]): string {
  const count = (pass: boolean | null): number => cases.filter((one) => one.pass === pass).length;
  const unjudged = count(null) === 0 ? '' : `, ${count(null)} with nothing to judge`;
  const told = cases.filter((one) => one.wanted !== null);
  const right = told.filter((one) => one.wanted === one.pass).length;
  const said =
    told.length === 0
      ? ''
      : `; ${right} of the ${told.length} verdicts that the document gives hold`;
  return `${count(true)} passed, ${count(false)} failed${unjudged}${said}`;
}

function describeCase(one: CaseScore): readonly string[] {
  const verdict = one.pass === null ? 'nothing to judge' : one.pass ? 'passed' : 'failed';
  const odd =
    one.wanted !== null && one.wanted !== one.pass ? ' (the document says otherwise)' : '';
  return [
    `${one.id === null ? '' : `${one.id} `}${verdict}${odd}`,
    ...one.losses.map(
      (loss) =>
        `  ${loss.code}${loss.event === null ? '' : ` at ${loss.event}`}: ${toPlainText(loss.text)}`,
    ),
    ...one.deviations.map(
      ({ code, event, text }) => `  note ${code} at ${event ?? '?'}: ${toPlainText(text)}`,
    ),
  ];
}
