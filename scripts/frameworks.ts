/**
 * Runs the agents of `suites/examples/frameworks`, each in its own framework, under every fault of `standard`, and writes what
 * each SDK does into the README there. The frameworks are installed in a scratch folder: they are large, and no part of the
 * project. The runs themselves are offline.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { toFrameworkTable } from './frameworks/to-framework-table.ts';

const root = resolve(import.meta.dirname, '..');
const examples = join(root, 'suites/examples/frameworks');
const packages = {
  ai: '5.0.277',
  '@ai-sdk/openai': '2.0.131',
  '@openai/agents': '0.3.9',
  '@langchain/core': '0.3.80',
  '@langchain/langgraph': '0.4.9',
  '@langchain/openai': '0.6.17',
  '@mastra/core': '0.24.9',
  '@anthropic-ai/sdk': '1.14.0',
  openai: '6.49.0',
  zod: '4.6.7',
};

const scratch = mkdtempSync(join(tmpdir(), 'toolrig-frameworks-'));
try {
  cpSync(examples, scratch, { recursive: true });
  const manifest = { type: 'module', private: true, dependencies: packages };
  writeFileSync(join(scratch, 'package.json'), JSON.stringify(manifest));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
  execFileSync('npm', ['install', ...quiet], { cwd: scratch, stdio: 'inherit' });
  const summary = runSuite();
  const trials = readFileSync(join(scratch, summary.runFolder, 'trials.jsonl'), 'utf8');
  const scores = readFileSync(join(scratch, summary.runFolder, 'scores.jsonl'), 'utf8');
  const table = toFrameworkTable({ trials, scores, examples, packages });
  const readme = join(examples, 'README.md');
  const [before = ''] = readFileSync(readme, 'utf8').split('<!-- table -->');
  writeFileSync(readme, `${before}<!-- table -->\n\n${table}\n`);
  process.stdout.write(`${table}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** A run in which trials fail is what is looked for; one that cannot be measured is not. */
function runSuite(): { readonly runFolder: string } {
  const command = join(root, 'dist/harness/cli/main.js');
  const words = ['run', 'suite.mjs', '--variant', '*', '--faults', 'standard', '--json'];
  const options = { cwd: scratch, encoding: 'utf8', stdio: 'pipe' } as const;
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
