import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { type Command, Option } from 'commander';

import { exitCodes } from '../../../core/run.ts';
import { toShellWord } from '../../../core/shell-word.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { toReason } from '../../../disk/disk-reason.ts';
import type { CliIo } from '../../io/cli-io.ts';
import type { SetExitCode } from '../../set-exit-code.ts';
import { type EvalClass, evalClasses } from '../../../import/suite/evals/to-eval-expectation.ts';
import { suiteFormats } from '../../../import/suite/suite-formats.ts';
import { initFrom } from './init-from.ts';
import { starterSuite } from './starter-suite.ts';

/** Adds `init`. */
export function addInitCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('init')
    .description(
      'Write a small first suite, which runs at once, offline, with a scripted model; or make one from the tests of another tool.',
    )
    .argument('[folder]', 'where to write it', '.')
    .option('--from <file>', 'make the suite from this file of another tool')
    .addOption(
      new Option('--format <format>', 'the tool that the file is of').choices(
        Object.keys(suiteFormats),
      ),
    )
    .addOption(
      new Option(
        '--class <class>',
        'openai-evals: the class of a file of samples; a registry file names its own',
      ).choices(evalClasses),
    )
    .addHelpText('after', examples)
    .action((folder: string, flags: InitFlags) => {
      const file = join(folder, 'suite.yaml');
      const target = resolve(io.cwd, file);
      refuseOther(target, file);
      const made = makeSuite(folder, flags, io);
      write(target, { text: made.text, shown: file });
      const hasAttributes = writeAttributes(io.cwd);
      io.out(`wrote ${file}${hasAttributes ? ` and ${attributesFile}` : ''}\n${made.report}`);
      setExitCode(exitCodes.passed);
    });
}

interface InitFlags {
  readonly from?: string;
  readonly format?: string;
  readonly class?: EvalClass;
}

const examples = `
A suite that is made from another tool's tests says at its top what was not
carried over, each with its place.

Examples:
  toolrig init my-suite
  toolrig run my-suite --faults standard
  toolrig init my-suite --from promptfooconfig.yaml --format promptfoo
  toolrig init my-suite --from evals/registry/evals/routing.yaml --format openai-evals
  toolrig init questions --from bfcl/BFCL_v4_simple_python.json --format bfcl
  toolrig init my-suite --from samples.jsonl --format openai-evals --class includes`;

function makeSuite(
  folder: string,
  { from, format, class: evalClass }: InitFlags,
  io: CliIo,
): { readonly text: string; readonly report: string } {
  if (from === undefined && format === undefined && evalClass === undefined) {
    return { text: starterSuite, report: toNextSteps(toShellWord(folder)) };
  }
  if (from === undefined || format === undefined) {
    throw new UsageError('Cannot make a suite from another: give both --from FILE and --format');
  }
  if (evalClass !== undefined && format !== 'openai-evals') {
    throw new UsageError('Cannot use --class: it belongs to --format openai-evals');
  }
  return initFrom({ from, format, evalClass: evalClass ?? null }, folder, io);
}

function toNextSteps(word: string): string {
  return (
    `next:\n  toolrig run ${word}                     # replays the script\n` +
    `  toolrig run ${word} --faults lost       # the same while a response is lost\n` +
    `  toolrig record ${word} --variant real   # your own model; then: toolrig run ${word} --variant real\n`
  );
}

const attributesFile = '.gitattributes';

/** Recordings are compared byte by byte, and git on Windows would write other line ends. */
const attributes = `# Recordings are compared byte by byte: git is to keep their line ends, and to fold them in reviews.
**/cassettes/** text eol=lf linguist-generated
`;

/** `false` when the folder already has such a file, which belongs to the user. */
function writeAttributes(folder: string): boolean {
  const file = join(folder, attributesFile);
  if (existsSync(file)) return false;
  try {
    writeFileSync(file, attributes, { flag: 'wx' });
    return true;
  } catch {
    // The suite runs without it.
    return false;
  }
}

function refuseOther(target: string, shown: string): void {
  if (!existsSync(target)) return;
  throw new UsageError(`Cannot write "${shown}": it exists already. Name another folder`);
}

function write(
  target: string,
  { text, shown }: { readonly text: string; readonly shown: string },
): void {
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`Cannot write "${shown}": ${toReason(error)}`);
  }
}
