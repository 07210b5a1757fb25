import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { metricNames } from '../harness/core/score/metric.ts';
import { benchWays, type BenchSample, type BenchTask, type BenchWay } from './bench/bench-task.ts';
import { compileCode } from './bench/compile-code.ts';
import { type BenchRound, formatBench } from './bench/format-bench.ts';

// Usage: npm run bench:replay [-- --trials 1000,10000] [--runs 3] [--concurrency 4] [--code main.js] [--keep]
// Replays recorded trials of four model turns and three calls through toolrig and through a bare loop, each run in a
// process of its own, by turns. `--code` measures an earlier build that `--keep` left behind.

const scenarioCount = 100;
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '1000,10000' },
    runs: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '4' },
    code: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const sizes = values.trials.split(',').map((text) => readCount('trials', text));
const runs = readCount('runs', values.runs);
const concurrency = readCount('concurrency', values.concurrency);

const scratch = mkdtempSync(join(tmpdir(), 'toolrig-bench-'));
process.once('exit', () => {
  if (values.keep) console.log(`Kept: ${scratch}`);
  else rmSync(scratch, { recursive: true, force: true });
});
process.once('SIGINT', () => {
  process.exit(130);
});

const code = values.code ?? compileCode(root, scratch);
const rounds: BenchRound[] = [];
for (const size of sizes) rounds.push(measure(size));
console.log(
  `\nNode ${process.version}, ${availableParallelism()} CPUs; four model turns and three calls a trial, one recorded lane each; medians of ${runs} runs by turns, concurrency ${concurrency}`,
);
console.log(formatBench(rounds));
for (const note of [
  'Measured from after the code is loaded until the last row is written; "whole" is the process with its start. CPU is that of one trial, all threads together.',
  'The bare loop reads the same files, parses every line and body, validates with the same compiled validators, compares the calls and writes one row a trial.',
  'With "all kept", the row also holds all that was read, as a transcript does.',
  `toolrig also checks seals and requests, runs the loop, the tools and a world, scores ${metricNames.length} metrics and writes whole transcripts.`,
]) {
  console.log(note);
}

function measure(trials: number): BenchRound {
  const scenarios = Math.min(scenarioCount, trials);
  const task: Omit<BenchTask, 'kind' | 'out'> = {
    scenarios,
    repeats: Math.ceil(trials / scenarios),
    cassettes: join(scratch, `lanes-${trials}`),
    concurrency,
  };
  console.log(`Recording ${task.scenarios * task.repeats} lanes`);
  runChild({ ...task, kind: 'record', out: '' });
  const samples: Record<BenchWay, BenchSample[]> = { bare: [], kept: [], toolrig: [] };
  for (let run = 0; run < runs; run += 1) {
    // The first of the two finds colder caches.
    const order = run % 2 === 0 ? benchWays : benchWays.toReversed();
    for (const kind of order) {
      const out = join(scratch, 'out');
      samples[kind].push(runChild({ ...task, kind, out }));
      rmSync(out, { recursive: true, force: true });
    }
  }
  return { trials: task.scenarios * task.repeats, samples };
}

function runChild(task: BenchTask): BenchSample {
  const output = execFileSync(process.execPath, [code, JSON.stringify(task)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Written by `bench/main.ts`.
  return JSON.parse(output) as BenchSample;
}

function readCount(name: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  console.error(`Cannot use --${name} "${text}": expected a whole number above 0`);
  process.exit(2);
}
