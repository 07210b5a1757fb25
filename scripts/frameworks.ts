/**
 * Runs the agents of `suites/examples/frameworks`, each in its own framework, under every fault of `standard`, and writes what
 * each SDK does into the README there; with `--check`, fails where the README says otherwise. The frameworks are large, so they
 * are no dependencies of the project: `frameworks/package-lock.json` pins them, and they are installed below
 * `node_modules/.cache`, once for each state of the lock. The runs themselves are offline: a request to any host makes one
 * invalid.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { findUnstruck } from './frameworks/find-unstruck.ts';
import { installFrameworks } from './frameworks/install-frameworks.ts';
import { readFrameworkRun } from './frameworks/read-framework-run.ts';
import { toFrameworkTable } from './frameworks/to-framework-table.ts';

const root = resolve(import.meta.dirname, '..');
const examples = join(root, 'suites/examples/frameworks');
const readme = join(examples, 'README.md');

const place = installOrEnd();
cpSync(join(examples, 'agents'), join(place, 'agents'), { recursive: true });
cpSync(join(examples, 'suite.mjs'), join(place, 'suite.mjs'));
const { runFolder } = runSuite();
const trials = readFrameworkRun({
  trials: readFileSync(join(place, runFolder, 'trials.jsonl'), 'utf8'),
  scores: readFileSync(join(place, runFolder, 'scores.jsonl'), 'utf8'),
});
const unstruck = findUnstruck(trials);
if (unstruck.length > 0) throw new Error(`Not every kind of fault struck: ${unstruck.join('; ')}`);
const table = toFrameworkTable(trials, {
  agents: join(examples, 'agents'),
  lists: join(root, 'scripts/frameworks'),
});
const before = readFileSync(readme, 'utf8');
const after = putTable(before, table);
process.stdout.write(`${table}\n`);
if (!process.argv.includes('--check')) writeFileSync(readme, after);
else if (before !== after) {
  process.stderr.write(
    'The table in suites/examples/frameworks/README.md is not the one above: run `npm run frameworks`\n',
  );
  process.exitCode = 1;
}

/** Where no registry can be reached, nothing can be said of the frameworks, which is not that the table is wrong. */
function installOrEnd(): string {
  try {
    return installFrameworks(root);
  } catch (error) {
    process.stderr.write(`not run: the frameworks cannot be installed: ${String(error)}\n`);
    process.exit(process.argv.includes('--check') ? 0 : 1);
  }
}

/** The page with this table behind its mark. */
function putTable(page: string, made: string): string {
  const mark = '<!-- table -->';
  const [head = ''] = page.split(mark);
  return `${head}${mark}\n\n${made}\n`;
}

/** A run in which trials fail is what is looked for; one that cannot be measured is not. */
function runSuite(): { readonly runFolder: string } {
  const command = join(root, 'dist/harness/cli/main.js');
  const words = ['run', 'suite.mjs', '--variant', '*', '--faults', 'standard', '--json'];
  const options = { cwd: place, encoding: 'utf8', stdio: 'pipe' } as const;
  let out = '';
  try {
    out = execFileSync(process.execPath, [command, ...words], options);
  } catch (error) {
    out = (error as { readonly stdout: string }).stdout;
  }
  // The command prints exactly this object.
  const summary = JSON.parse(out) as { readonly runFolder: string; readonly invalid: number };
  if (summary.invalid > 0) throw new Error(`${summary.invalid} trials could not be measured`);
  return summary;
}
