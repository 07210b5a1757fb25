import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Command } from 'commander';

import { exitCodes } from '../../core/run.ts';
import { toShellWord } from '../../core/shell-word.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { SetExitCode } from '../set-exit-code.ts';
import { starterSuite } from './starter-suite.ts';

/** Adds `init`. */
export function addInitCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('init')
    .description('Write a small first suite; it runs at once, offline, with a scripted model.')
    .argument('[folder]', 'where to write it', '.')
    .addHelpText(
      'after',
      '\nExamples:\n  toolrig init my-suite\n  toolrig run my-suite --faults standard',
    )
    .action((folder: string) => {
      const file = join(folder, 'suite.yaml');
      write(resolve(io.cwd, folder), file, io);
      const hasAttributes = writeAttributes(io.cwd);
      const word = toShellWord(folder);
      io.out(
        `wrote ${file}${hasAttributes ? ` and ${attributesFile}` : ''}\nnext:\n  toolrig run ${word}                     # replays the script\n` +
          `  toolrig run ${word} --faults lost       # the same while a response is lost\n` +
          `  toolrig record ${word} --variant real   # your own model; then: toolrig run ${word} --variant real\n`,
      );
      setExitCode(exitCodes.passed);
    });
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

function write(folder: string, shown: string, io: CliIo): void {
  const target = resolve(io.cwd, shown);
  if (existsSync(target)) {
    throw new UsageError(`Cannot write "${shown}": it exists already. Name another folder`);
  }
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(target, starterSuite, { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`Cannot write "${shown}": ${toReason(error)}`);
  }
}
