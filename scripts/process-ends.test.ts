import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { createScratchFolder } from '../harness/testing/scratch-folder.ts';
import { spawnCommandLine } from '../harness/testing/spawn-command-line.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** A suite whose agent answers two users and is never done with the third, leaving timers and a server behind. */
const suite = `import { createServer } from 'node:net';
import { defineSuite } from 'toolrig';

const scenario = (id) => ({ id, user: id, expected: { calls: [] } });

export default defineSuite({
  name: 'hung',
  tools: [{ name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object', properties: {}, additionalProperties: false }, handler: () => 1 }],
  model: { name: 'none', script: ['Hello'] },
  loops: { short: { guards: { deadlineMs: 300 } } },
  variants: [
    {
      name: 'own',
            loop: 'short',
      default: true,
      agent: async ({ sink, turns }) => {
        const [text] = turns;
        sink.emit({ type: 'user', text });
        setInterval(() => undefined, 50);
        createServer().listen(0, '127.0.0.1');
        if (text === 'stuck') await new Promise(() => undefined);
        return { stopReason: 'answered', text: 'Hello' };
      },
    },
  ],
  scenarios: [scenario('one'), scenario('stuck'), scenario('two')],
});
`;

it('B159 the process ends by itself though an agent never does and leaves timers behind', async () => {
  await using folder = await createScratchFolder();
  await folder.write('suite.ts', suite);
  const startMs = performance.now();
  const { exitCode, out, err } = await spawnCommandLine(['run', 'suite.ts', '--json'], {
    cwd: folder.path,
  }).done;
  expect(err).not.toContain('toolrig:');
  expect(JSON.parse(out)).toMatchObject({ planned: 3, passed: 2, failed: 1, exitCode: 1 });
  expect(exitCode).toBe(1);
  expect(performance.now() - startMs).toBeLessThan(15_000);
});

const naive = ['suites/orders', '--variant', 'naive', '--faults', 'standard'];

/** Suites as data, each wrong or failing in its own way. */
const files: Readonly<Record<string, string>> = {
  'syntax.yaml': 'name: [unclosed\nscenarios: -\n',
  'syntax.ts': 'export default defineSuite({',
  'throws.ts': "throw new Error('no such thing');",
  'down.json': JSON.stringify({
    name: 'down',
    tools: [
      { name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } },
    ],
    model: { script: [{ type: 'text', status: 401, text: 'no' }] },
    scenarios: [{ id: 'one', user: 'Hello', expected: { calls: [] } }],
  }),
};

it.each<[string, number, readonly string[]]>([
  ['all passed', 0, ['run', 'suites/orders']],
  ['scenarios fail', 1, ['run', ...naive]],
  ['the provider is down', 4, ['run', 'down.json']],
  ['a scenario is unknown', 2, ['run', 'suites/orders', '--scenario', 'zzzz']],
  ['a recording is missing', 4, ['run', 'suites/orders', '--cassettes', 'nowhere']],
  ['a data suite has a syntax error', 2, ['run', 'syntax.yaml']],
  ['a suite has a syntax error', 2, ['run', 'syntax.ts']],
  ['a suite throws', 2, ['run', 'throws.ts']],
  ['an unknown option', 2, ['run', '--nonsense']],
  ['the folder of runs is a file', 2, ['run', 'suites/orders', '--out', 'syntax.ts']],
])('B149 exit code when %s: %i', async (...[, exitCode, args]) => {
  await using folder = await createScratchFolder();
  for (const [name, text] of Object.entries(files)) await folder.write(name, text);
  const place = args.map((arg) => (arg.includes('.') ? join(folder.path, arg) : arg));
  const out = args.includes('--out') ? [] : ['--out', join(folder.path, 'runs')];
  const result = await spawnCommandLine([...place, ...out]).done;
  expect([result.exitCode, result.signal]).toEqual([exitCode, null]);
  expect(result.err + result.out).not.toMatch(/^ +at .*harness|fault of toolrig/mu);
});

it.each(['out', 'err'] as const)(
  'B149 a reader of std%s that goes away changes no exit code and cuts no results',
  async (stream) => {
    await using folder = await createScratchFolder();
    const runs = join(folder.path, 'runs');
    const { child, done } = spawnCommandLine(['run', ...naive, '--json', '--out', runs]);
    child[`std${stream}`]?.destroy();
    expect(await done).toMatchObject({ exitCode: 1, signal: null });
    const [run = ''] = readdirSync(runs);
    expect(readdirSync(join(runs, run)).sort()).toEqual([
      'manifest.json',
      'scores.jsonl',
      'summary.json',
      'trials.jsonl',
    ]);
  },
);

it('B149 everything said through a pipe arrives before the process ends', async () => {
  await using folder = await createScratchFolder();
  const runs = ['--out', join(folder.path, 'runs')];
  const { out, exitCode } = await spawnCommandLine(['run', ...naive, '--json', ...runs]).done;
  expect(out.length).toBeGreaterThan(10_000);
  expect(JSON.parse(out)).toMatchObject({ exitCode, verdict: 'FAIL' });
});
