import { type Command, InvalidArgumentError } from 'commander';

import { toSafeName } from '../../disk/safe-name.ts';
import { exitCodes } from '../../core/run.ts';
import { UsageError } from '../../core/usage-error.ts';
import { decide } from '../../compare/decide.ts';
import type { GateReport } from '../../compare/gate/gate-report.ts';
import { judgeAll, scoreCase } from '../../import/document/score-document.ts';
import type { ReadTranscripts, Transcript } from '../../import/transcript/read-transcripts.ts';
import { storeTranscripts } from '../../import/transcript/store-transcripts.ts';
import { toPlainText } from '../../report/text/to-plain-text.ts';
import { toGateText } from '../../report/text/to-gate-text.ts';
import { toShownPath } from '../../disk/shown-path.ts';
import { openTranscripts, type OpenedTranscripts } from '../flag/open-transcripts.ts';
import { openRunStore, type RunStore } from '../io/open-run-store.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { SetExitCode } from '../set-exit-code.ts';
import { openGatesOf } from './gate-run.ts';
import { gatherWords } from '../flag/read-list.ts';
import { toScoreJson, toScoreText, type StoredScore } from './score-page.ts';

/** Options of `score` as the command line gives them. */
export interface ScoreFlags {
  readonly case?: string;
  readonly out?: string;
  readonly suite: string;
  readonly variant?: string;
  readonly tools?: string;
  readonly expected?: string;
  readonly effects?: readonly string[];
  readonly format?: string;
  readonly gate?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  toolrig score transcript.json --json
  toolrig score cases.json --case P7
  toolrig score logs/before logs/after.jsonl --tools tools.json --expected rules.json --out reports/runs
  toolrig compare reports/runs/20260101T120000Z-transcripts --by model

The document: { "tools": ...,
  "expected": { "calls": [["refund", { "id": "A1" }]], "order": [[0, 1]] },
  "calls": [["refund", "{\\"id\\":\\"A1\\"}"]] },
or "messages" in OpenAI chat form in place of "calls".
A document that cannot be read is named with file and line; the others are still
scored, and the exit code is 2.
With --out each input is a variant of one run folder, which report, compare and
baseline accept read like any other.`;

/** Adds `score`. */
export function addScoreCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('score')
    .description(
      'Score transcripts made elsewhere; exit code 0 when all pass, 1 when one does not, 4 when nothing is judged.',
    )
    .argument(
      '<inputs...>',
      'JSON documents, JSONL with one per line, or folders of both (also .gz)',
    )
    .option('--case <id>', 'only the case with this id')
    .option('--tools <file>', 'tools for documents without their own')
    .option('--expected <file>', 'expectation for documents without their own')
    .option('--effects <file>', 'a map from tools to grades; may be given twice', gatherWords)
    .option('--format <id>', 'a format of `importers` in toolrig.config.ts')
    .option('--out <folder>', 'write a run folder below this folder')
    .option('--suite <name>', 'with --out: name of the suite', readName, 'transcripts')
    .option('--variant <name>', 'with --out: one variant for all inputs (default: one per input)')
    .option('--gate', 'with --out: let the gates of toolrig.config.ts decide')
    .option('--json', 'print one JSON object with every score and its reasons')
    .addHelpText('after', examples)
    .action(async (words: readonly string[], flags: ScoreFlags) => {
      setExitCode(await scoreAndTell(words, flags, io));
    });
}

function readName(text: string): string {
  if (text === '') throw new InvalidArgumentError('A name is needed.');
  return toSafeName(text);
}

async function scoreAndTell(
  words: readonly string[],
  flags: ScoreFlags,
  io: CliIo,
): Promise<number> {
  if (flags.gate === true && flags.out === undefined) {
    throw new UsageError('Cannot apply gates without a run folder: name its root with --out');
  }
  const runStore = flags.out === undefined ? null : await openRunStore(flags.out, io);
  const opened = await openTranscripts(words, flags, io);
  const chosen = chooseCase(opened, words, flags.case);
  for (const { place, path, text } of opened.warnings) {
    io.err(`toolrig: warning: ${toPlace(place, path)}: ${toPlainText(text)}\n`);
  }
  if (opened.unread.length > 0) io.err(`toolrig: ${describeUnread(opened)}\n`);
  const cases = chosen.map(({ name, place, read }) => ({ ...scoreCase(read), name, place }));
  const score = { pass: judgeAll(cases), cases, warnings: opened.warnings };
  const stored = await store({ opened, chosen, words, runStore }, flags, io);
  const page = { score, unread: opened.unread, stored };
  io.out(flags.json === true ? toScoreJson(page) : toScoreText(page));
  if (opened.unread.length > 0) return exitCodes.usage;
  if (stored !== null) return stored.exitCode;
  return score.pass === null ? exitCodes.invalid : score.pass ? exitCodes.passed : exitCodes.failed;
}

function chooseCase(
  { transcripts, unread }: ReadTranscripts,
  words: readonly string[],
  id: string | undefined,
): readonly Transcript[] {
  const inputs = words.map((word) => `"${word}"`).join(', ');
  if (transcripts.length === 0) {
    const count = unread.reduce((sum, { problems }) => sum + problems.length, 0);
    throw new UsageError(
      `Cannot score ${inputs}: ${count} ${count === 1 ? 'problem' : 'problems'}${listProblems(unread)}`,
    );
  }
  if (id === undefined) return transcripts;
  const found = transcripts.filter(({ name, read }) => (read.id ?? name) === id);
  if (found.length > 0) return found;
  const known = transcripts.map(({ name }) => name).join(', ');
  throw new UsageError(
    `Cannot score ${inputs}: expected a case with the id "${id}", found ${known.slice(0, 200)}`,
  );
}

function describeUnread({ transcripts, unread }: ReadTranscripts): string {
  const count = unread.length === 1 ? '1 document' : `${unread.length} documents`;
  return `Cannot score ${count}; ${transcripts.length === 1 ? 'the other is' : `the other ${transcripts.length} are`} scored${listProblems(unread)}`;
}

/** Every problem up to a number, and what documents can share. */
function listProblems(unread: ReadTranscripts['unread']): string {
  const all = unread.flatMap(({ place, problems }) =>
    problems.map((problem) => ({ place, ...problem })),
  );
  const lines = all
    .slice(0, mostListed)
    .map(
      ({ place, path, expected, found }) =>
        `\n  ${toPlace(place, path)}: expected ${expected}, found ${JSON.stringify(found)}`,
    );
  const more = all.length > mostListed ? [`\n  ... and ${all.length - mostListed} more`] : [];
  const lacks = all.some(({ expected }) => expected === '`tools`' || expected === '`expected`');
  const remedy = lacks
    ? ['\n  (what all documents share can be given with --tools FILE and --expected FILE)']
    : [];
  return [...lines, ...more, ...remedy].join('');
}

const mostListed = 100;

/** A path in another file than the document names that file itself. */
function toPlace(place: string, path: string): string {
  return path.startsWith('$') ? `${place} ${path}` : path;
}

async function store(
  what: {
    readonly opened: OpenedTranscripts;
    readonly chosen: readonly Transcript[];
    readonly words: readonly string[];
    /** The root of the run folder; `null` means that none is written. */
    readonly runStore: RunStore | null;
  },
  flags: ScoreFlags,
  io: CliIo,
): Promise<StoredScore | null> {
  const { opened, chosen, words, runStore } = what;
  if (runStore === null) return null;
  const { idOf, ...place } = runStore;
  const variants = [...new Set(chosen.map(({ variant }) => variant))];
  const { suite } = flags;
  const gate =
    flags.gate === true
      ? await openGatesOf({ file: null, name: suite, variants: variants.map(toSafeName) }, io)
      : null;
  const unread = opened.unread.map((one) => `Cannot score${listProblems([one])}`);
  const { runFolder, summary } = storeTranscripts(chosen, {
    ...place,
    runId: idOf(suite),
    suite,
    variants,
    sources: words,
    unread,
  });
  const gates: GateReport | null = gate === null ? null : await gate(runFolder);
  const decision = decide({ about: 'run', summary, comparisons: [], gates });
  const gateText = gates === null ? '' : `\n${toGateText(gates, decision.line)}`;
  return {
    runFolder: toShownPath(io.cwd, runFolder),
    summary,
    gates,
    gateText,
    verdict: decision.verdict,
    exitCode: opened.unread.length > 0 ? exitCodes.usage : decision.exitCode,
  };
}
