import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { BenchSample, BenchTask } from './bench-task.ts';
import { recordDesk } from './record-desk.ts';
import { runBare } from './run-bare.ts';
import { runToolrig } from './run-toolrig.ts';

// One child process of the benchmark: `node main.js TASK`, with the task as JSON. Prints what it measured as JSON.

// The parent writes the task.
const task = JSON.parse(process.argv[2] ?? '{}') as BenchTask;
const loadedBytes = process.resourceUsage().maxRSS * 1024;
const startMs = performance.now();
const startCpu = process.cpuUsage();
const trials = await work(task);
const cpu = process.cpuUsage(startCpu);
const wallMs = performance.now() - startMs;
if (trials !== task.scenarios * task.repeats) {
  throw new Error(`${trials} trials passed, not ${task.scenarios * task.repeats}`);
}
const whole = process.cpuUsage();
const sample: BenchSample = {
  trials,
  wallMs,
  cpuMs: (cpu.user + cpu.system) / 1000,
  processWallMs: performance.now(),
  processCpuMs: (whole.user + whole.system) / 1000,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  loadedBytes,
  writtenBytes: task.kind === 'record' ? 0 : measureFolder(task.out),
};
console.log(JSON.stringify(sample));

async function work(given: BenchTask): Promise<number> {
  if (given.kind === 'toolrig') return await runToolrig(given);
  if (given.kind !== 'record') return runBare(given);
  await recordDesk(given);
  return given.scenarios * given.repeats;
}

function measureFolder(path: string): number {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(path, name)))
    .reduce((bytes, stat) => bytes + (stat.isFile() ? stat.size : 0), 0);
}
