import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CassetteMissError } from '../../core/talk/cassette.ts';
import type { ChatMessage, ChatRequest } from '../../core/talk/chat.ts';
import { createLane, createReply } from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { createCassetteStore } from '../cassette-store.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { toLanePath } from '../lane/lane-path.ts';

const lane = createLane();

type Call = readonly [id: string | null, name: string, args: string];

/** An assistant message with calls. `content` is given as it is sent, or not at all. */
function said(calls: readonly Call[], content: string | null | undefined = null): ChatMessage {
  const message: unknown = {
    role: 'assistant',
    ...(content === undefined ? {} : { content }),
    tool_calls: calls.map(([id, name, text]) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    })),
  };
  return message as ChatMessage;
}

function answer(id: string, content: string): ChatMessage {
  return { role: 'tool', tool_call_id: id, content };
}

function request(...messages: readonly ChatMessage[]): ChatRequest {
  return { model: 'm', messages: [{ role: 'user', content: 'go' }, ...messages] };
}

/** Records a request and asks for another: the tier, or the parts that differ. */
async function compare(
  recorded: ChatRequest,
  now: ChatRequest,
): Promise<string | readonly string[]> {
  await using scratch = await createScratchFolder();
  const position = { turn: 1, attempt: 1 };
  const store = createCassetteStore({
    root: scratch.path,
    mode: 'record',
    recordedAt: '2025-01-02T03:04:05Z',
    protocolVersion: 1,
    redactor: createRedactor({ secrets: [], key: null, salt: 'test' }),
    drift: [],
    volatile: [],
    tier: 'exact',
    command: 'x',
  });
  const recorder = await store.recorder(lane, {});
  recorder.record(recorded, position, createReply('{}'));
  await recorder.seal({});
  const player = await store.player(lane);
  try {
    return player.play(now, position).tier;
  } catch (error) {
    return (error as CassetteMissError).differences.map((found) => found.part);
  }
}

const step = (id: string, n: number): readonly ChatMessage[] => [
  said([[id, 'step', `{"n":${n}}`]]),
  answer(id, `did ${n}`),
];

it('other call ids are the same conversation', async () => {
  const talk = (ids: readonly string[]): ChatRequest =>
    request(...ids.flatMap((id, n) => step(id, n)));
  expect(await compare(talk(['a', 'b', 'c']), talk(['x1', 'x2', 'x3']))).toBe('exact');
});

it('one id in all turns is recorded and replayed as three calls and three results (B033)', async () => {
  const same = request(...step('same', 1), ...step('same', 2), ...step('same', 3));
  expect(await compare(same, same)).toBe('exact');
  const otherOrder = request(...step('same', 1), ...step('same', 3), ...step('same', 2));
  expect(await compare(same, otherOrder)).toEqual([
    'message.3',
    'message.4',
    'message.5',
    'message.6',
  ]);
});

it('equal ids and different ids are distinguished', async () => {
  const pair = (first: string, second: string): ChatRequest =>
    request(
      said([
        [first, 'a', '{}'],
        [second, 'b', '{}'],
      ]),
      answer(first, '1'),
      answer(second, '2'),
    );
  expect(await compare(pair('x', 'y'), pair('p', 'q'))).toBe('exact');
  expect(await compare(pair('x', 'y'), pair('x', 'x'))).toEqual(['message.1', 'message.3']);
});

it('answers given to the wrong calls differ', async () => {
  const calls = said([
    ['x', 'a', '{}'],
    ['y', 'b', '{}'],
  ]);
  const right = request(calls, answer('x', '1'), answer('y', '2'));
  const crossed = request(calls, answer('y', '1'), answer('x', '2'));
  expect(await compare(right, crossed)).toEqual(['message.2', 'message.3']);
});

it('ids shortened one to one in both places are the same, cut to one they are not (B036, B037)', async () => {
  const long = `${'x'.repeat(70)}-`;
  const talk = (first: string, second: string): ChatRequest =>
    request(
      said([
        [first, 'get_a', '{}'],
        [second, 'get_b', '{}'],
      ]),
      answer(first, '1'),
      answer(second, '2'),
    );
  const original = talk(`${long}1`, `${long}2`);
  expect(await compare(original, talk('c1', 'c2'))).toBe('exact');
  expect(await compare(original, talk(long.slice(0, 64), long.slice(0, 64)))).not.toBe('exact');
});

it('a recording keeps one assistant message with all calls of a reply (B040)', async () => {
  await using scratch = await createScratchFolder();
  const store = createCassetteStore({
    root: scratch.path,
    mode: 'record',
    recordedAt: '2025-01-02T03:04:05Z',
    protocolVersion: 1,
    redactor: createRedactor({ secrets: [], key: null, salt: 'test' }),
    drift: [],
    volatile: [],
    tier: 'exact',
    command: 'x',
  });
  const recorder = await store.recorder(lane, {});
  const talk = request(
    said(
      [
        ['c1', 'get_a', '{}'],
        ['c2', 'get_b', '{}'],
      ],
      'checking',
    ),
    answer('c1', '1'),
    answer('c2', '2'),
  );
  recorder.record(talk, { turn: 1, attempt: 1 }, createReply('{}'));
  await recorder.seal({});
  const lines = readFileSync(toLanePath(scratch.path, lane), 'utf8').split('\n');
  expect(lines.filter((line) => line.startsWith('{"type":"msg"'))).toEqual([
    '{"type":"msg","message":{"content":"go","role":"user"},"n":0}',
    '{"type":"msg","message":{"content":"checking","role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"get_a"},"id":"#1","type":"function"},{"function":{"arguments":"{}","name":"get_b"},"id":"#2","type":"function"}]},"n":1}',
    '{"type":"msg","message":{"content":"1","role":"tool","tool_call_id":"#1"},"n":2}',
    '{"type":"msg","message":{"content":"2","role":"tool","tool_call_id":"#2"},"n":3}',
  ]);
});

it.each([
  ['', null, 'exact'],
  [null, undefined, 'exact'],
  ['', undefined, 'exact'],
  ['checking', null, ['message.1']],
] as const)('content %j and %j beside calls: %j (B044)', async (...[recorded, now, outcome]) => {
  const calls: readonly Call[] = [['c1', 'get_a', '{}']];
  const talk = (content: string | null | undefined): ChatRequest =>
    request(said(calls, content), answer('c1', '1'));
  expect(await compare(talk(recorded), talk(now))).toEqual(outcome);
});

it('empty and null content without calls are two requests', async () => {
  const talk = (content: string | null): ChatRequest => request({ role: 'assistant', content });
  expect(await compare(talk(''), talk(null))).toEqual(['message.1']);
});

it('arguments are compared as text: a space is a difference', async () => {
  const talk = (args: string): ChatRequest => request(said([['c1', 'get_a', args]]));
  expect(await compare(talk('{"a":1}'), talk('{"a": 1}'))).toEqual(['message.1']);
});

it('a missing id stays missing', async () => {
  const talk = (id: string | null): ChatRequest => request(said([[id, 'get_a', '{}']]));
  expect(await compare(talk(null), talk(null))).toBe('exact');
  expect(await compare(talk(null), talk('c1'))).toEqual(['message.1']);
});
