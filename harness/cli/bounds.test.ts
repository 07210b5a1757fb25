import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { toLanePath } from '../cassette/lane/lane-path.ts';
import type { JsonValue } from '../json/json.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { runCli } from './run-cli.ts';

/** What is hostile, the command that meets it, and what has to become of that. Nothing here is about how long it takes. */
interface Attack {
  readonly make: (scratch: ScratchFolder) => Promise<unknown>;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly exitCode: number;
  readonly says: string;
}

const pipe =
  (name: string) =>
  async (scratch: ScratchFolder): Promise<void> => {
    await scratch.write('folder/keep.txt', '');
    execFileSync('mkfifo', [join(scratch.path, name)]);
  };
const file =
  (name: string, text: string) =>
  async (scratch: ScratchFolder): Promise<void> =>
    await scratch.write(name, text);

interface Told {
  readonly parameters?: JsonValue;
  readonly when?: JsonValue;
  readonly args?: JsonValue;
  readonly expected?: JsonValue;
  readonly model?: JsonValue;
}

/** A suite of one tool and one scenario, as JSON. */
function toSuite({ parameters, when, args, expected, model }: Told): string {
  return JSON.stringify({
    name: 'odd',
    ...(model === undefined ? {} : { model }),
    tools: [
      {
        name: 'f',
        description: 'Does it.',
        effect: 'read',
        parameters: parameters ?? { type: 'object', properties: { q: { type: 'string' } } },
        results: [{ ...(when === undefined ? {} : { when }), give: 1 }],
      },
    ],
    scenarios: [
      {
        id: 'a',
        user: 'go',
        ...(model === undefined
          ? { script: [{ calls: [{ name: 'f', arguments: args ?? { q: long } }] }, long] }
          : {}),
        expected: expected ?? { calls: ['f'] },
      },
    ],
  });
}

const long = 'x'.repeat(20_000);
const slow = 'x*x*x*x*x*x*x*x*y';
const soon = { TOOLRIG_PATTERN_MS: '30' };
const run = ['run', 'suite.json', '--out', 'out'];
const tools = [
  { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } },
];
const notRegular = 'it is not a regular file (ENOTREG)';
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const lane = { suite: 'odd', scenario: 'a', variant: 'reference', plan: 'clean', repeat: 1 };

const attacks: Readonly<Record<string, Attack>> = {
  'a pipe as a data suite': { make: pipe('suite.json'), args: run, exitCode: 2, says: notRegular },
  'a pipe as a module': {
    make: pipe('suite.ts'),
    args: ['run', 'suite.ts'],
    exitCode: 2,
    says: notRegular,
  },
  'a pipe as a configuration': {
    make: async (scratch) => {
      await scratch.write('suite.json', toSuite({}));
      await pipe('toolrig.config.ts')(scratch);
    },
    args: run,
    exitCode: 2,
    says: notRegular,
  },
  'a pipe to score': {
    make: pipe('a.json'),
    args: ['score', 'a.json'],
    exitCode: 2,
    says: notRegular,
  },
  'a pipe to decode': {
    make: pipe('a.json'),
    args: ['decode', 'a.json'],
    exitCode: 2,
    says: notRegular,
  },
  'a pipe to report': {
    make: pipe('a.json'),
    args: ['report', 'a.json'],
    exitCode: 2,
    says: 'there is no such run folder',
  },
  'a pipe to compare': {
    make: pipe('a.json'),
    args: ['compare', 'a.json', 'a.json'],
    exitCode: 2,
    says: notRegular,
  },
  'a pipe to import': {
    make: pipe('folder/a.json'),
    args: ['import', 'folder', '--format', 'tau'],
    exitCode: 2,
    says: notRegular,
  },
  'a pipe as a recording': {
    make: async (scratch) => {
      await scratch.write('suite.json', toSuite({ model: 'm' }));
      const path = toLanePath('cassettes', lane);
      await scratch.write(`${path}.note`, '');
      await pipe(path)(scratch);
    },
    args: [...run, '--cassettes', 'cassettes'],
    exitCode: 4,
    says: notRegular,
  },
  'a folder to import that leads back to itself': {
    make: async (scratch) => {
      await scratch.write('folder/a.txt', '');
      symlinkSync(join(scratch.path, 'folder'), join(scratch.path, 'folder/again'));
    },
    args: ['import', 'folder', '--format', 'tau'],
    exitCode: 2,
    says: 'a link in it leads back to a folder above it (ELINKLOOP)',
  },
  'recordings that lead back to themselves': {
    make: async (scratch) => {
      await scratch.write('suite.json', toSuite({ model: 'm' }));
      await scratch.write('cassettes/odd/a.txt', '');
      symlinkSync(join(scratch.path, 'cassettes'), join(scratch.path, 'cassettes/odd/again'));
    },
    args: ['cassettes', 'check', 'suite.json', '--cassettes', 'cassettes'],
    exitCode: 2,
    says: 'ELINKLOOP',
  },
  'a small file that is large when unpacked': {
    make: async (scratch) => {
      writeFileSync(join(scratch.path, 'a.json.gz'), gzipSync(Buffer.alloc(4_000_000)));
      await Promise.resolve();
    },
    args: ['import', 'a.json.gz', '--format', 'tau'],
    env: { TOOLRIG_INPUT_BYTES: '1000000' },
    exitCode: 2,
    says: 'Cannot unpack "a.json.gz": it may have 1000000 bytes (limit inputBytes: one file that is imported, scored or decoded, after unpacking) and has more. Raise the limit with TOOLRIG_INPUT_BYTES',
  },
  'half a packed file': {
    make: async (scratch) => {
      writeFileSync(join(scratch.path, 'a.json.gz'), gzipSync('[1]').subarray(0, 12));
      await Promise.resolve();
    },
    args: ['import', 'a.json.gz', '--format', 'tau'],
    exitCode: 2,
    says: 'Cannot read "a.json.gz": it is not a complete gzip file',
  },
  'a suite that is too large': {
    make: file('suite.json', toSuite({})),
    args: run,
    env: { TOOLRIG_SUITE_BYTES: '100' },
    exitCode: 2,
    says: 'it may have 100 bytes (limit suiteBytes',
  },
  'aliases of aliases': {
    make: file(
      'suite.yaml',
      [
        'name: odd',
        'a: &a [x,x,x,x,x,x,x,x,x]',
        ...Array.from({ length: 8 }, (_, at) => {
          const [before, name] = ['abcdefghi'[at], 'abcdefghi'[at + 1]];
          return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
        }),
      ].join('\n'),
    ),
    args: ['run', 'suite.yaml'],
    exitCode: 2,
    says: 'its aliases repeat more than 1000 values (limit aliases)',
  },
  'a deep data suite': {
    make: file('suite.yaml', `name: odd\nworld: ${deep}`),
    args: ['run', 'suite.yaml'],
    exitCode: 2,
    says: 'deep',
  },
  'a suite that is a little too deep': {
    make: file('suite.yaml', `name: odd\nworld: ${'['.repeat(20)}${']'.repeat(20)}`),
    args: ['run', 'suite.yaml'],
    env: { TOOLRIG_DEPTH: '20' },
    exitCode: 2,
    says: 'it may have 20 levels (limit depth',
  },
  'a deep import': {
    make: file('a.json', deep),
    args: ['import', 'a.json', '--format', 'tau'],
    exitCode: 2,
    says: 'Cannot read "a.json": it may have 512 levels (limit depth: the nesting of JSON and YAML) and has 100000',
  },
  'a deep document': {
    make: file('a.json', deep),
    args: ['score', 'a.json'],
    exitCode: 2,
    says: 'limit depth',
  },
  'endless repeats': {
    make: file('suite.json', toSuite({})),
    args: [...run, '--repeats', '1000000000'],
    exitCode: 2,
    says: 'Cannot plan suite "odd": it may have 10000 repeats (limit repeats: one scenario) and has 1000000000',
  },
  'repeats of a suite without end': {
    make: file('suite.json', toSuite({}).replace('{', '{"repeats":900000000,')),
    args: run,
    exitCode: 2,
    says: 'limit repeats',
  },
  'too many at once': {
    make: file('suite.json', toSuite({})),
    args: [...run, '--concurrency', '1000000'],
    exitCode: 2,
    says: 'limit concurrency',
  },
  'a limit that is none': {
    make: file('suite.json', toSuite({})),
    args: run,
    env: { TOOLRIG_BODY_BYTES: 'lots' },
    exitCode: 2,
    says: 'TOOLRIG_BODY_BYTES: expected a whole number above 0',
  },
  '3,000 expected calls and as many made': {
    make: async (scratch) => {
      const calls = Array.from({ length: 3_000 }, () => ['f', {}]);
      await scratch.write(
        'a.json',
        JSON.stringify({ tools, expected: { calls }, calls: calls.map(([name]) => [name, '{}']) }),
      );
    },
    args: ['score', 'a.json'],
    exitCode: 2,
    says: 'Cannot match 3000 expected calls with 3000 calls: it may have 1000000 pairs (limit callPairs',
  },
  '20,000 different objects in a list without repetition': {
    make: file(
      'suite.json',
      toSuite({
        parameters: { type: 'object', properties: { l: { type: 'array', uniqueItems: true } } },
        args: { l: Array.from({ length: 20_000 }, (_, at) => ({ a: { b: at } })) },
      }),
    ),
    args: run,
    exitCode: 0,
    says: '',
  },
  'a slow expression in an expected argument': {
    make: file(
      'suite.json',
      toSuite({ expected: { calls: [{ tool: 'f', arguments: { q: { $pattern: slow } } }] } }),
    ),
    args: run,
    env: soon,
    exitCode: 4,
    says: 'limit patternMs',
  },
  'a slow expression in an expected answer': {
    make: file('suite.json', toSuite({ expected: { says: [slow] } })),
    args: run,
    env: soon,
    exitCode: 4,
    says: 'limit patternMs',
  },
  'a slow expression in the results of a tool': {
    make: file('suite.json', toSuite({ when: { q: { $pattern: slow } } })),
    args: run,
    env: soon,
    exitCode: 4,
    says: 'limit patternMs',
  },
  'a slow expression in a schema': {
    make: file(
      'suite.json',
      toSuite({
        parameters: { type: 'object', properties: { q: { type: 'string', pattern: slow } } },
      }),
    ),
    args: run,
    env: soon,
    exitCode: 4,
    says: 'limit patternMs',
  },
  'a slow expression for names of fields': {
    make: file(
      'suite.json',
      toSuite({
        parameters: { type: 'object', patternProperties: { [slow]: { type: 'string' } } },
        args: { [long]: 'v' },
      }),
    ),
    args: run,
    env: soon,
    exitCode: 4,
    says: 'limit patternMs',
  },
  'an expression that is slow with a short text': {
    make: file('suite.json', toSuite({ expected: { says: ['(z*z*z*z*z*z*z*z*y)?'] } })),
    args: run,
    env: soon,
    exitCode: 2,
    says: 'slow_pattern',
  },
};

it.each(Object.entries(attacks))('%s', async (_, { make, args, env = {}, exitCode, says }) => {
  await using scratch = await createScratchFolder();
  await make(scratch);
  const result = await runCommandLine(runCli, args, { cwd: scratch.path, env });
  const told = result.out + result.err;
  expect({ exitCode: result.exitCode, says: told.includes(says) ? says : told }).toEqual({
    exitCode,
    says,
  });
  expect(told).not.toContain('fault of toolrig itself');
});
