import { expect, it } from 'vitest';
import { ConversationLog } from './conversation-log.ts';
import type { ImportedTool } from './tool-shelf.ts';

const pay: ImportedTool = {
  name: 'pay',
  description: 'Pays',
  parameters: {
    type: 'object',
    properties: { to: { type: 'string' } },
    required: ['to'],
    additionalProperties: false,
  },
  grade: 'irreversible',
  confirm: 'none',
  polling: false,
};

function call(
  id: string | null,
  name: string,
  args: string,
): Parameters<ConversationLog['reply']>[0]['calls'][number] {
  return { id, name, argumentsText: args };
}

function answer(id: string | null, text: string): Parameters<ConversationLog['result']>[0] {
  return { id, text, error: null, held: false };
}

function toResults(log: ConversationLog): readonly string[] {
  return log.events.flatMap((event) =>
    event.type === 'observation' ? [`${event.call} ${event.content}`] : [],
  );
}

it('a conversation becomes events in order, each call judged before anything comes back', () => {
  const log = new ConversationLog([pay], 1);
  log.user('Pay Ann');
  log.reply({ text: null, calls: [call('a', 'pay', '{"to":"Ann"}')] });
  log.result(answer('a', 'paid'));
  log.reply({ text: 'Done', calls: [] });
  log.end('answered');
  expect(log.events.map(({ type }) => type)).toEqual([
    'user',
    'request',
    'reply',
    'judged',
    'delivery',
    'result',
    'observation',
    'request',
    'reply',
    'end',
  ]);
  expect(log.events.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(log.events[7]).toMatchObject({ turn: 2, messages: 4, offered: ['pay'] });
  expect(log.events.at(-1)).toMatchObject({ stopReason: 'answered', text: 'Done' });
});

it.each([
  ['policy: unknown_tool', call('a', 'refund', '{}')],
  ['parse: invalid_json', call('a', 'pay', '{to')],
  ['validation: wrong_type', call('a', 'pay', '{"to":5}')],
  ['null: ', call('a', 'pay', '{"to":"Ann"}')],
] as const)('calls are judged as our tool boundary judges: %s', (wanted, said) => {
  const log = new ConversationLog([pay]);
  log.reply({ text: null, calls: [said] });
  const judged = log.events.flatMap((event) =>
    event.type === 'judged'
      ? [`${event.caughtBy}: ${event.findings.map(({ code }) => code).join(', ')}`]
      : [],
  );
  expect(judged).toEqual([wanted]);
});

it('without definitions calls are recorded and not judged', () => {
  const log = new ConversationLog(null);
  log.reply({ text: null, calls: [call('a', 'pay', '{}')] });
  log.result(answer('a', 'ok'));
  expect(log.events.map(({ type }) => type)).toEqual([
    'request',
    'reply',
    'delivery',
    'result',
    'observation',
  ]);
});

it.each([
  ['by id, in any order', { calls: ['a', 'b'], results: ['b', 'a'] }, ['t1c1 b', 't1c0 a']],
  [
    'by place without ids',
    { calls: [null, null], results: [null, null] },
    ['t1c0 null', 't1c1 null'],
  ],
  ['one each, ids twice', { calls: ['a', 'a'], results: ['a', 'a'] }, ['t1c0 a', 't1c1 a']],
])('results find their calls: %s', (_, ids, wanted) => {
  const log = new ConversationLog(null);
  log.reply({ text: null, calls: ids.calls.map((id) => call(id, 'pay', '{}')) });
  for (const id of ids.results) log.result(answer(id, String(id)));
  expect(toResults(log)).toEqual(wanted);
  expect(log.strays).toBe(0);
});

it('an id that comes again in a later turn is the later call', () => {
  const log = new ConversationLog(null);
  for (const text of ['one', 'two']) {
    log.reply({ text: null, calls: [call('a', 'pay', '{}')] });
    log.result(answer('a', text));
  }
  expect(toResults(log)).toEqual(['t1c0 one', 't2c0 two']);
});

it('a result that answers no call is counted and not made up for', () => {
  const log = new ConversationLog(null);
  log.reply({ text: null, calls: [call('a', 'pay', '{}')] });
  log.result(answer('zzz', 'lost'));
  expect(log.strays).toBe(1);
  expect(toResults(log)).toEqual([]);
});

it('what was refused before it ran was never delivered', () => {
  const log = new ConversationLog([pay]);
  log.reply({ text: null, calls: [call('a', 'pay', '{}')] });
  const error = {
    kind: 'invalid_arguments',
    message: 'no',
    retryable: false,
    recoverable: true,
  } as const;
  log.result({ id: 'a', text: 'no', error, held: true });
  expect(log.events.map(({ type }) => type)).toEqual([
    'request',
    'reply',
    'judged',
    'refused',
    'observation',
  ]);
});

it('times are those of the source, and never go back', () => {
  const log = new ConversationLog(null);
  log.user('hi', 100);
  log.reply({ text: 'a', calls: [], atMs: 350 });
  log.user('again', 300);
  expect(log.events.map(({ atMs }) => atMs)).toEqual([100, 100, 350, 350]);
  expect(log.events[2]).toMatchObject({ durationMs: 250 });
});
