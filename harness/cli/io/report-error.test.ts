import { CommanderError } from 'commander';
import { expect, it } from 'vitest';

import { RigError } from '../../core/rig-error.ts';
import { UsageError } from '../../core/usage-error.ts';
import { reportError } from './report-error.ts';

/** What is printed of an error, and the exit code. */
function report(
  error: unknown,
  { json = false, aborted = false }: { readonly json?: boolean; readonly aborted?: boolean } = {},
): { readonly code: number; readonly out: string; readonly err: string } {
  let out = '';
  let err = '';
  const stop = new AbortController();
  if (aborted) stop.abort();
  const io = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
    signal: stop.signal,
  };
  return { code: reportError(error, { io, json }), out, err };
}

const refused = (more: object): Error => Object.assign(new Error('EMFILE: too many'), more);
const fault = /^toolrig: this is a fault of toolrig itself; please report it\n/u;

it.each<[string, unknown, { readonly code: number; readonly name: string; readonly err: RegExp }]>([
  [
    'a bad command line',
    new CommanderError(1, 'x', 'No such option'),
    { code: 2, name: 'USAGE', err: /^$/u },
  ],
  [
    'bad usage',
    new UsageError('Cannot do it'),
    { code: 2, name: 'USAGE', err: /^toolrig: Cannot do it\n$/u },
  ],
  [
    'a suite that does not load',
    new RigError('SUITE_INVALID', 'Bad'),
    { code: 2, name: 'SUITE_INVALID', err: /^toolrig: Bad\n$/u },
  ],
  ...[
    'CASSETTE_MISS',
    'RUN_UNWRITABLE',
    'RUN_UNREADABLE',
    'RUN_CHANGED',
    'CASSETTE_UNWRITABLE',
    'CASSETTE_DISK_FULL',
    'BASELINE_INVALID_RUN',
    'BISECT_UNMEASURED',
    'SPEND_LIMIT',
  ].map((name): [string, unknown, { code: number; name: string; err: RegExp }] => [
    `nothing measured: ${name}`,
    new RigError(name, 'Gone', { exitCode: 4 }),
    { code: 4, name, err: /^toolrig: Gone\n$/u },
  ]),
  [
    'what the system refused',
    refused({ code: 'EMFILE', syscall: 'open' }),
    { code: 4, name: 'EMFILE', err: /^toolrig: Cannot go on: .*EMFILE.*\n$/u },
  ],
  [
    'what the system refused, at a path',
    refused({ code: 'EACCES', path: '/x/y' }),
    { code: 4, name: 'EACCES', err: /^toolrig: Cannot go on at "\/x\/y": .*\n$/u },
  ],
  [
    'an error that is none of the system',
    refused({ code: 'EMFILE' }),
    { code: 4, name: 'FAULT', err: fault },
  ],
  [
    'a code of another kind',
    refused({ code: 'ERR_X', syscall: 'open' }),
    { code: 4, name: 'FAULT', err: fault },
  ],
  [
    'a code that only ends so',
    refused({ code: 'xE1', syscall: 'open' }),
    { code: 4, name: 'FAULT', err: fault },
  ],
  [
    'a number for a code',
    refused({ code: 7, syscall: 'open' }),
    { code: 4, name: 'FAULT', err: fault },
  ],
  ['no code', refused({ syscall: 'open' }), { code: 4, name: 'FAULT', err: fault }],
  [
    'an object that looks like one',
    { code: 'EMFILE', syscall: 'open' },
    { code: 4, name: 'FAULT', err: fault },
  ],
  [
    'a fault',
    new TypeError('x is not y'),
    { code: 4, name: 'FAULT', err: /itself.*\nTypeError: x is not y\n {4}at /su },
  ],
  ['no error at all', 'down', { code: 4, name: 'FAULT', err: /itself.*\ndown\n$/su }],
])('%s', (_name, error, { code, name, err }) => {
  const plain = report(error);
  expect([plain.code, plain.out]).toEqual([code, '']);
  expect(plain.err).toMatch(err);
  const { out, ...rest } = report(error, { json: true });
  expect(rest).toEqual({ code, err: plain.err });
  expect(JSON.parse(out)).toEqual({
    schemaVersion: 1,
    exitCode: code,
    error: { code: name, message: expect.any(String) as string },
  });
  expect(out.endsWith('}\n')).toBe(true);
});

it.each<[unknown, string]>([
  [new RigError('SUITE_INVALID', 'Bad'), 'Bad'],
  [new CommanderError(1, 'x', 'No such option'), 'No such option'],
  [refused({ code: 'EACCES', path: '/x' }), 'Cannot go on at "/x": '],
  [new TypeError('x is not y'), 'x is not y'],
  ['down', 'down'],
])('the message of %s is in the JSON, without a stack', (error, message) => {
  const parsed = JSON.parse(report(error, { json: true }).out) as {
    readonly error: { readonly message: string };
  };
  expect(parsed.error.message.startsWith(message)).toBe(true);
  expect(parsed.error.message).not.toContain('\n');
});

it('help is not an error, and prints nothing more', () => {
  const help = new CommanderError(0, 'commander.help', '(outputHelp)');
  expect(report(help, { json: true })).toEqual({ code: 0, out: '', err: '' });
});

it('a fault without a stack is reported by its message', () => {
  const error = new Error('odd');
  delete error.stack;
  expect(report(error).err).toMatch(/itself.*\nodd\n$/su);
});

it.each<[string, unknown, number]>([
  ['an error of the rig', new RigError('RUN_UNREADABLE', 'Gone', { exitCode: 4 }), 130],
  ['bad usage', new UsageError('No'), 130],
  ['what followed from it', new Error('aborted'), 130],
  ['what the system refused', refused({ code: 'EMFILE', syscall: 'open' }), 130],
  ['a bad command line', new CommanderError(1, 'x', 'No'), 2],
])('an interruption has priority over %s', (_name, error, code) => {
  expect(report(error, { aborted: true }).code).toBe(code);
});
