import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { JsonValue } from '../json/json.ts';
import type { RunSummary } from '../core/run.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { runCli } from './run-cli.ts';

const closed = (properties: object): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => name.length === 1),
  additionalProperties: false,
});
const text = { type: 'string' };

const tools = [
  {
    name: 'set',
    description: 'Sets a value.',
    effect: 'irreversible',
    parameters: closed({ k: text }),
    effects: { key: ['k'] },
  },
  {
    name: 'view',
    description: 'Views a value.',
    effect: 'read',
    parameters: closed({ q: text }),
    results: [
      {
        when: { q: 'down' },
        status: 'error',
        error: { kind: 'unavailable', message: 'down', retryable: false },
      },
      { when: { q: 'secret' }, status: 'denied', error: { kind: 'denied', message: 'no' } },
      { give: { ok: true } },
    ],
  },
  {
    name: 'pay',
    description: 'Pays.',
    effect: 'irreversible',
    parameters: closed({
      c: { type: 'integer' },
      dry_run: { type: 'boolean' },
      confirm_token: text,
    }),
    confirm: 'token',
    effects: { key: ['c'] },
  },
  {
    name: 'gift',
    description: 'Gives.',
    effect: 'irreversible',
    parameters: closed({ c: { type: 'integer' } }),
    confirm: 'human',
  },
];

const call = (name: string, args: JsonValue): object => ({ name, arguments: args });
const set = { tool: 'set', arguments: { k: 'a' } };
const viewOf = (q: string): object => ({ calls: [call('view', { q })] });

interface Told {
  readonly expected: object;
  readonly script: readonly unknown[];
  readonly more?: object;
  readonly codes: readonly string[];
}

const scenarios: Readonly<Record<string, Told>> = {
  'cut-in-arguments': {
    expected: { calls: [set] },
    script: [{ calls: [call('set', '{"k":"a')], finish: 'length' }, 'Done.'],
    codes: ['never_ran'],
  },
  'cut-and-whole': {
    expected: { calls: [set] },
    script: [{ calls: [call('set', { k: 'a' })], finish: 'length' }, 'Done.'],
    codes: ['never_ran'],
  },
  'cut-and-made-again': {
    expected: { calls: [set] },
    script: [
      { calls: [call('set', '{"k":"a')], finish: 'length' },
      { calls: [call('set', { k: 'a' })] },
      'Done.',
    ],
    codes: [],
  },
  'refused-by-schema': {
    expected: { calls: ['set'] },
    script: [{ calls: [call('set', { k: 5 })] }, 'Done.'],
    codes: ['never_ran'],
  },
  'held-with-its-batch': {
    expected: { calls: [set, 'view'] },
    script: [{ calls: [call('set', { k: 'a' }), call('view', { q: 5 })] }, 'Done.'],
    codes: ['never_ran', 'never_ran'],
  },
  'batch-mended': {
    expected: { calls: [set, 'view'] },
    script: [
      { calls: [call('set', { k: 'a' }), call('view', { q: 5 })] },
      { calls: [call('set', { k: 'a' }), call('view', { q: 'a' })] },
      'Done.',
    ],
    codes: [],
  },
  'only-previewed': {
    expected: { calls: [{ tool: 'pay', arguments: { c: 5 } }] },
    script: [{ calls: [call('pay', { c: 5 })] }, 'Paid.'],
    codes: ['never_ran'],
  },
  'previewed-as-expected': {
    expected: { calls: [{ tool: 'pay', arguments: { c: 5 }, outcome: 'previewed' }] },
    script: [{ calls: [call('pay', { c: 5 })] }, 'Shall I?'],
    codes: [],
  },
  'person-said-no': {
    expected: { calls: ['gift'] },
    script: [{ calls: [call('gift', { c: 5 })] }, 'Given.'],
    more: { human: 'deny' },
    codes: ['never_ran'],
  },
  'person-said-no-as-expected': {
    expected: { calls: [{ tool: 'gift', outcome: 'denied' }] },
    script: [{ calls: [call('gift', { c: 5 })] }, 'That was refused.'],
    more: { human: 'deny' },
    codes: [],
  },
  'attempt-as-expected': {
    expected: { calls: [{ tool: 'set', arguments: { k: 5 }, outcome: 'attempted' }] },
    script: [{ calls: [call('set', { k: 5 })] }, 'It was refused.'],
    codes: [],
  },
  'ran-and-failed': {
    expected: { calls: ['view'] },
    script: [viewOf('down'), 'It is down.'],
    codes: [],
  },
  'must-succeed': {
    expected: { calls: [{ tool: 'view', outcome: 'succeeded' }] },
    script: [viewOf('down'), 'All is fine.'],
    codes: ['wrong_outcome'],
  },
  'must-succeed-and-does': {
    expected: { calls: [{ tool: 'view', outcome: 'succeeded' }] },
    script: [viewOf('down'), viewOf('up'), 'All is fine.'],
    codes: [],
  },
  'must-fail': {
    expected: { calls: [{ tool: 'view', outcome: 'failed' }] },
    script: [viewOf('down'), 'It is down.'],
    codes: [],
  },
  'denied-by-its-tool': {
    expected: { calls: ['view'] },
    script: [viewOf('secret'), 'All is fine.'],
    codes: ['never_ran'],
  },
  'no-call-and-a-read': {
    expected: { calls: [] },
    script: [viewOf('a'), 'Hello.'],
    codes: ['call_when_none_expected'],
  },
  'no-call-and-an-unreadable-one': {
    expected: { calls: [] },
    script: [{ calls: [call('view', '{"q')] }, 'Hello.'],
    codes: ['call_when_none_expected'],
  },
  'no-call-but-reads': {
    expected: { calls: [], mayCall: 'reads' },
    script: [viewOf('a'), 'Hello.'],
    codes: [],
  },
  'no-call-and-one-announced': {
    expected: { calls: [] },
    script: [{ text: 'One moment.', finish: 'tool_calls' }],
    codes: ['announced_call'],
  },
  'no-effect': { expected: { effects: [] }, script: ['Hello.'], codes: [] },
  'no-effect-and-a-read': { expected: { effects: [] }, script: [viewOf('a'), 'Hello.'], codes: [] },
  'an-effect-too-many': {
    expected: { effects: { set: 0 } },
    script: [{ calls: [call('set', { k: 'a' })] }, 'Hello.'],
    codes: ['unintended_effect'],
  },
};

/** Cases X01, X02, F10 and F11, and their neighbours: calls that never ran, calls that none wanted, effects that none wanted. */
it('a suite as data says of each call whether it ran', async () => {
  await using folder = await createScratchFolder();
  const list = Object.entries(scenarios).map(([id, { expected, script, more }]) => ({
    id,
    user: 'Please.',
    expected,
    script,
    ...more,
  }));
  await folder.write('suite.json', JSON.stringify({ name: 'ran', tools, scenarios: list }));
  const args = ['run', 'suite.json', '--json', '--out', join(folder.path, 'runs')];
  const result = await runCommandLine(runCli, args, { cwd: folder.path });
  expect(result.err).not.toContain('Cannot');
  const summary = JSON.parse(result.out) as RunSummary;
  const found = new Map<string, string[]>();
  for (const { lane, code } of summary.failures) {
    const id = lane.split('/')[1] ?? '';
    found.set(id, [...(found.get(id) ?? []), code]);
  }
  const wanted = Object.entries(scenarios).flatMap(([id, { codes }]) =>
    codes.length === 0 ? [] : [[id, codes] as const],
  );
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  expect([summary.planned, summary.failed, summary.invalid]).toEqual([
    list.length,
    wanted.length,
    0,
  ]);
});

it('a preview that is expected of a tool that has none is refused', async () => {
  await using folder = await createScratchFolder();
  const expected = { calls: [{ tool: 'set', outcome: 'previewed' }] };
  const scenario = { id: 'a', user: 'Please.', expected, script: ['Hello.'] };
  await folder.write('suite.json', JSON.stringify({ name: 'ran', tools, scenarios: [scenario] }));
  const result = await runCommandLine(runCli, ['run', 'suite.json'], { cwd: folder.path });
  expect(result.exitCode).toBe(2);
  expect(result.err).toContain('"set" is expected as a preview, and it has none');
});
