import { resolve } from 'node:path';

import { type Command, Option } from 'commander';

import { toShownPath } from '../../disk/shown-path.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { exitCodes } from '../../core/run.ts';
import { toShellWord } from '../../core/shell-word.ts';
import { loadNearConfig } from '../../api/place/load-near-config.ts';
import { readSecrets } from '../../api/place/read-access.ts';
import { recordTraffic } from '../../exec/record-traffic.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { ImportedRun } from '../../import/imported-run.ts';
import { endingsOf, importers } from '../../import/registry.ts';
import { type EffectRules, readEffectRules } from '../../import/effects/effect-rules.ts';
import { readToolShelf } from '../../import/tool-shelf.ts';
import { toPlainText } from '../../report/text/to-plain-text.ts';
import { storeImport, type StoredImport } from '../../import/store-import.ts';
import type { CliIo } from '../io/cli-io.ts';
import { defaultOut } from '../flag/default-out.ts';
import { gatherWords } from '../flag/read-list.ts';
import { openRunStore } from '../io/open-run-store.ts';
import { readImportFiles } from '../io/read-import-files.ts';
import type { SetExitCode } from '../set-exit-code.ts';

interface ImportFlags {
  readonly format: string;
  readonly tools?: string;
  readonly effects?: readonly string[];
  readonly out: string;
  readonly suite?: string;
  readonly variant?: string;
  readonly only?: 'clean' | 'attacked';
  readonly errors: 'failed' | 'invalid';
  readonly injectionTasks?: boolean;
  readonly record?: string;
  readonly json?: boolean;
}

const examples = `
All files become one run folder, which \`toolrig compare\` and \`toolrig
report\` read like any other; a model is a variant. The source's own verdicts
count (task.success, and safety.obeyed under attack). Recorded traffic (vcr,
har, requests) has none: its calls, turns and ends are measured, and no trial
passes or fails. Doubled effects are measured where --effects says what the
tools do, such as { "send_mail": "irreversible", "read_inbox": "read" }.

Examples:
  toolrig import old.jsonl.gz new.jsonl.gz --format agentdojo --tools tools.json --only clean
  toolrig import gpt-4o-airline.json --format tau
  toolrig import before.json after.json --format tau2
  toolrig import tests/cassettes --format vcr --effects grades.json
  toolrig import session.har --format har
  toolrig compare reports/runs/20260101T120000Z-agentdojo --by model --metrics task.success`;

/** Adds `import`. */
export function addImportCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('import')
    .description('Convert the results of other benchmarks to a run folder of toolrig, with scores.')
    .argument('<files...>', 'result files, also with .gz, or folders of them')
    .addOption(
      new Option('--format <format>', 'the format of the files')
        .choices(Object.keys(importers))
        .makeOptionMandatory(),
    )
    .option('--tools <file>', 'tool definitions in OpenAI form: a list, or lists by suite')
    .option(
      '--effects <file>',
      'the effects of the tools: a map from tools to grades, or a ledger; may be given twice',
      gatherWords,
    )
    .option('--out <folder>', 'root of run folders', defaultOut)
    .option('--suite <name>', 'name of the suite (default: the name of the format)')
    .option('--variant <name>', 'name of the variant (default: the model or the file)')
    .addOption(
      new Option('--only <part>', 'only trials with an attack, or only those without').choices([
        'clean',
        'attacked',
      ]),
    )
    .addOption(
      new Option('--errors <how>', 'how trials count that an error of the provider ended')
        .choices(['failed', 'invalid'])
        .default('failed', 'failed, as the source counts them'),
    )
    .option('--injection-tasks', 'agentdojo: keep injection tasks that were run as user tasks')
    .option(
      '--record <folder>',
      'vcr, har, requests: also write recordings, for `toolrig exec --replay FOLDER`',
    )
    .option('--json', 'print one JSON object on standard output')
    .addHelpText('after', examples)
    .action(async (files: readonly string[], flags: ImportFlags) => {
      const { idOf, ...place } = await openRunStore(flags.out, io);
      const run = readRun(files, flags, io);
      if (flags.record !== undefined) await record(run, flags.record, io);
      const effects = readEffects(flags, io);
      const runId = idOf(run.suite);
      const stored = storeImport(run, { ...place, runId, sources: files, effects });
      for (const text of run.unreadable) {
        io.err(`toolrig: warning: ${toPlainText(text)}; it is left out\n`);
      }
      io.out(flags.json === true ? toJson(run, stored, io) : toText(run, stored, io));
      setExitCode(toExitCode(run));
    });
}

/** Whatever could be read is stored, with any verdict; the exit code says that something could not be read. */
function toExitCode({ unreadable }: ImportedRun): number {
  return unreadable.length > 0 ? exitCodes.invalid : exitCodes.passed;
}

function readRun(files: readonly string[], flags: ImportFlags, io: CliIo): ImportedRun {
  const importer = importers[flags.format];
  if (importer === undefined) {
    throw new UsageError(`Cannot import the format "${flags.format}": it is not known`);
  }
  const tools =
    flags.tools === undefined
      ? null
      : readImportFiles([flags.tools], io).map(({ text, name }) => readToolShelf(text, name))[0];
  for (const text of tools?.ignored ?? []) io.err(`toolrig: warning: ${toPlainText(text)}\n`);
  return importer(readImportFiles(files, io, { endings: endingsOf(flags.format) }), {
    tools: tools ?? null,
    suite: flags.suite === undefined ? null : toSafeName(flags.suite),
    variant: flags.variant ?? null,
    only: flags.only ?? null,
    errors: flags.errors,
    injectionTasks: flags.injectionTasks ?? false,
  });
}

/** What is not whole is named; the rest is recorded. */
async function record(run: ImportedRun, folder: string, io: CliIo): Promise<void> {
  if (run.conversations === undefined) {
    throw new UsageError(
      `Cannot record "${folder}": the format "${run.format}" does not hold requests and answers as they were sent. Use vcr, har or requests`,
    );
  }
  const { redaction } = await loadNearConfig(null, io);
  const { recorded, left } = await recordTraffic(run.conversations, {
    folder: resolve(io.cwd, folder),
    redactor: createRedactor({
      ...redaction,
      secrets: Object.values(readSecrets(io)),
      key: io.env['TOOLRIG_REDACTION_KEY'] ?? null,
      salt: io.newSalt(),
    }),
    recordedAt: io.now(),
    owner: io.process,
  });
  for (const text of left) io.err(`toolrig: warning: ${toPlainText(text)}; it is not recorded\n`);
  io.err(
    `toolrig: ${recorded} conversations recorded; \`toolrig exec --replay ${toShellWord(folder)} -- COMMAND\` plays them\n`,
  );
}

function readEffects({ effects }: ImportFlags, io: CliIo): EffectRules | null {
  return effects === undefined ? null : readEffectRules(readImportFiles(effects, io));
}

function toJson(
  run: ImportedRun,
  { summary, runFolder, notes, unmeasured }: StoredImport,
  io: CliIo,
): string {
  const { planned, passed, failed, invalid, skipped, manifestHash } = summary;
  const told = {
    schemaVersion: 1,
    runFolder: toShownPath(io.cwd, runFolder),
    format: run.format,
    suite: run.suite,
    planned,
    passed,
    failed,
    invalid,
    skipped,
    exitCode: toExitCode(run),
    variants: summary.variants,
    unmeasured,
    notes,
    unreadable: run.unreadable,
    invalidReasons: summary.invalidReasons,
    manifestHash,
  };
  return `${JSON.stringify(told, null, 2)}\n`;
}

function toText(run: ImportedRun, { summary, runFolder, notes }: StoredImport, io: CliIo): string {
  const lines = [
    `imported ${summary.planned} trials of ${run.scenarios.length} scenarios into suite ${run.suite}`,
    ...Object.entries(summary.variants).map(
      ([name, { planned, passed, failed, invalid }]) =>
        `  ${toPlainText(name)}: ${planned} trials, ${passed} passed, ${failed} failed, ${invalid} invalid`,
    ),
    ...notes.map((note) => `  ${toPlainText(note)}`),
    `run folder: ${toShownPath(io.cwd, runFolder)}`,
  ];
  return `${lines.join('\n')}\n`;
}
