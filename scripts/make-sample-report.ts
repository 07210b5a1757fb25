/**
 * Makes the samples in `reports/sample/` from the shipped suites: a regression run under faults, and a comparison of
 * two sets of tool descriptions. Run it after a change of the reports or of the suites:
 * `node --import jiti/register scripts/make-sample-report.ts`.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { runCli } from '../harness/cli/run-cli.ts';
import { exitCodes } from '../harness/core/run.ts';

const root = resolve(import.meta.dirname, '..');
const samples = join(root, 'reports/sample');

const files = {
  html: 'report.html',
  md: 'summary.md',
  svg: 'pictures',
  csv: 'tables',
  junit: 'junit.xml',
} as const;

interface Sample {
  readonly name: string;
  readonly command: string;
  /** The file in the run folder that is reported; empty = the run itself. */
  readonly subject: string;
  readonly kinds: readonly (keyof typeof files)[];
}

const wanted: readonly Sample[] = [
  {
    name: 'orders',
    command:
      'run suites/orders --variant reference,naive --faults standard --scenario nothing-found,refund-mug-zh,voucher-zh',
    subject: '',
    kinds: ['html', 'md', 'svg', 'csv', 'junit'],
  },
  {
    name: 'support-desk',
    command: 'compare suites/support-desk --by toolset',
    subject: 'comparison.json',
    kinds: ['html', 'md'],
  },
];

const scratch = await mkdtemp(join(tmpdir(), 'toolrig-sample-'));
try {
  for (const sample of wanted) await makeSample(sample);
} finally {
  await rm(scratch, { recursive: true });
}

async function makeSample({ name, command, subject, kinds }: Sample): Promise<void> {
  const place = join(scratch, name);
  await toolrig([...command.split(' '), '--out', place]);
  const [folder = ''] = await readdir(place);
  const target = join(samples, name);
  await rm(target, { recursive: true, force: true });
  const options = kinds.flatMap((kind) => [`--${kind}`, join(target, files[kind])]);
  await toolrig(['report', join(place, folder, subject), ...options]);
}

/** A verdict is not a failure of this script, but a suite that could not be run or measured is. */
async function toolrig(words: readonly string[]): Promise<void> {
  const exitCode = await runCli(words, {
    out: () => {},
    err: (text) => {
      if (/^wrote |^toolrig: /u.test(text)) process.stdout.write(text);
    },
    env: {},
    cwd: root,
    isTerminal: false,
    now: () => '2026-01-01T00:00:00.000Z',
    nowMs: () => 0,
    newSalt: () => 'sample',
    process: { owner: `sample/${process.pid}`, isAlive: () => true },
    signal: new AbortController().signal,
  });
  if (exitCode === exitCodes.usage || exitCode === exitCodes.invalid) {
    throw new Error(`toolrig ${words.join(' ')}: exit code ${exitCode}`);
  }
}
