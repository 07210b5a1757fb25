import { createRedactor } from '../harness/redact/create-redactor.ts';
import { hostileTexts, makeStream } from './redaction/hostile-inputs.ts';

// Usage: npm run measure:redaction
// How the time of redaction grows with hostile inputs: the CPU time of twice the input over that of the input, the least
// of several rounds each. Linear is 2; the exit code is 1 where it is above 2.5.

const rounds = 5;
const limit = 2.5;
const redactor = createRedactor({
  secrets: ['hunter2"quoted/9', '4711471147'],
  fields: ['password'],
  patterns: ['ACME-[0-9]{6}'],
  key: null,
  salt: 'measure',
});

/** CPU milliseconds of one piece of work, repeated until it can be measured. */
function measure(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    let times = 0;
    let spent = 0;
    do {
      work();
      times += 1;
      const { user, system } = process.cpuUsage(before);
      spent = (user + system) / 1000;
    } while (spent < 20);
    least = Math.min(least, spent / times);
  }
  return least;
}

/** Growth from one size to twice the size; measured again where it is above the limit, since a machine has other work. */
function toGrowth(workOf: (size: number) => () => void, size: number): readonly [number, number] {
  let best: readonly [number, number] = [0, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < 3 && best[1] > limit; attempt += 1) {
    const once = measure(workOf(size));
    const growth = measure(workOf(2 * size)) / once;
    if (growth < best[1]) best = [once, growth];
  }
  return best;
}

let worst = 0;
function show(name: string, size: string, [ms, growth]: readonly [number, number]): void {
  worst = Math.max(worst, growth);
  console.log(
    `${name.padEnd(30)} ${size.padStart(14)} ${ms.toFixed(1).padStart(9)} ms  x ${growth.toFixed(2)}`,
  );
}

console.log(
  `${'input'.padEnd(30)} ${'size'.padStart(14)} ${'CPU'.padStart(12)}  growth at twice the size`,
);
for (const [name, make] of Object.entries(hostileTexts)) {
  const growth = toGrowth((size) => {
    const text = make(size);
    return () => void redactor.redactText(text);
  }, 100_000);
  show(name, '100 kB', growth);
}
const stream = toGrowth((size) => {
  const frames = makeStream(size);
  return () => void redactor.redactFrames(frames);
}, 30_000);
show('a stream', '30,000 events', stream);
console.log(`\nhighest growth ${worst.toFixed(2)}, limit ${limit}`);
process.exitCode = worst > limit ? 1 : 0;
