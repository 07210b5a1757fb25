import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { ChatMessage, ChatRequest, ChatToolCall } from '../core/talk/chat.ts';
import { toCanonicalJson } from '../json/canonical-json.ts';
import type { Responder, ScriptedReply } from '../core/suite/suite.ts';
import { createScriptedAgent } from './create-scripted-agent.ts';
import type { Handbook, PlannedCall } from './playbook.ts';
import { agentKinds, type AgentKind } from './tempers.ts';

const refund = { order: 'o-1', cents: 500 };

const handbook: Handbook = {
  playbooks: [
    {
      name: 'refund',
      language: 'en',
      turns: [
        {
          user: 'Refund o-1',
          steps: [
            { calls: () => [{ tool: 'refund', arguments: refund }] },
            {
              calls: (seen) => [
                {
                  tool: 'refund',
                  arguments: { ...refund, confirm_token: seen.field('refund', 'confirm_token') },
                },
              ],
            },
          ],
          say: () => 'I have refunded it',
        },
        {
          user: 'Yes',
          steps: [{ calls: () => [{ tool: 'refund', arguments: refund }], careless: true }],
          say: (seen) => `Done before: ${seen.results('refund').length}`,
        },
      ],
    },
    {
      name: 'search',
      language: 'zh',
      turns: [
        {
          user: '查订单',
          steps: [
            {
              calls: () => [
                { tool: 'search', arguments: { limit: 5 }, slip: { limit: 500 } },
                { tool: 'profile', arguments: {} },
              ],
              onEmpty: () => '没有订单',
            },
          ],
          say: () => '有订单',
          onGiveUp: { denied: () => '不行' },
        },
      ],
    },
    {
      name: 'ask',
      language: 'en',
      turns: [
        {
          user: 'Refund something',
          steps: [],
          say: () => 'Which order?',
          invented: [{ tool: 'refund', arguments: { order: 'o-9', cents: 1 } }],
        },
      ],
    },
  ],
  readBacks: {
    refund: {
      tool: 'list',
      toArguments: (args) => ({ order: args['order'] }),
      happened: (result) => (Array.isArray(result) ? result.length > 0 : null),
    },
  },
  needless: { tool: 'profile', arguments: {} },
};

interface Talk {
  readonly said: readonly string[];
  readonly end: string | null;
}

type Answer = (call: PlannedCall, count: number) => unknown;

/** Talks with an agent for at most eight turns; every call is answered by `answer`, text as it is, the rest as JSON. */
function talk(agent: Responder, users: readonly string[], answer: Answer): Talk {
  const messages: ChatMessage[] = [];
  const said: string[] = [];
  let count = 0;
  let end: string | null = null;
  for (const user of users) {
    messages.push({ role: 'user', content: user });
    for (let turn = 0; turn < 8; turn += 1) {
      const message = readMessage(agent({ model: 'm', messages }));
      messages.push(message);
      end = message.content;
      if (message.tool_calls === undefined) break;
      const names: string[] = [];
      for (const { id, function: called } of message.tool_calls) {
        const args = JSON.parse(called.arguments) as PlannedCall['arguments'];
        names.push(`${called.name} ${toCanonicalJson(args)}`);
        count += 1;
        const value = answer({ tool: called.name, arguments: args }, count);
        const content = typeof value === 'string' ? value : JSON.stringify(value);
        messages.push({ role: 'tool', tool_call_id: id, content });
      }
      said.push(names.join(' + '));
    }
  }
  return { said, end };
}

interface Said {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly ChatToolCall[];
}

function readMessage(reply: ScriptedReply): Said {
  expect(reply).toMatchObject({ type: 'body', status: 200 });
  // The shape that was just looked at, and that the other tests of this folder hold.
  const { body } = reply as unknown as {
    readonly body: { readonly choices: readonly { message: Said }[] };
  };
  const [choice] = body.choices;
  if (choice === undefined) throw new Error('No choice');
  return choice.message;
}

const good: Answer = ({ tool, arguments: args }) => {
  if (tool !== 'refund') return { name: 'Ann' };
  return args['confirm_token'] === undefined ? { confirm_token: 't-1' } : { refund_id: 'r-1' };
};

const preview = 'refund {"cents":500,"order":"o-1"}';
const commit = 'refund {"cents":500,"confirm_token":"t-1","order":"o-1"}';

function talkAs(kind: AgentKind, users: readonly string[], answer: Answer): Talk {
  return talk(createScriptedAgent(kind, handbook), users, answer);
}

const error = (kind: string, retryable = false): object => ({ error: { kind, retryable } });

it.each<[AgentKind, readonly string[], string | null]>([
  ['perfect', [preview, commit], 'I have refunded it'],
  ['clerk', [preview, commit], 'I have refunded it'],
  ['blind-retrier', [preview, commit], 'I have refunded it'],
  ['looper', Array.from({ length: 8 }, () => preview), null],
  ['over-caller', [`${preview} + profile {}`, `${commit} + profile {}`], 'I have refunded it'],
  ['abstainer', [], 'I am sorry, I cannot help with that.'],
  ['liar', [preview], 'I have refunded it'],
])('%s, all going well', (kind, said, end) => {
  expect(talkAs(kind, ['Refund o-1'], good)).toEqual({ said, end });
});

it('the hallucinator calls a tool that does not exist before it calls the right one', () => {
  const answer: Answer = (call, count) =>
    call.tool.endsWith('_now') ? error('unknown_tool') : good(call, count);
  expect(talkAs('hallucinator', ['Refund o-1'], answer)).toEqual({
    said: [
      'refund_now {"cents":500,"order":"o-1"}',
      preview,
      'refund_now {"cents":500,"confirm_token":"t-1","order":"o-1"}',
      commit,
    ],
    end: 'I have refunded it',
  });
});

it.each<[AgentKind, readonly string[]]>([
  ['perfect', []],
  ['hallucinator', ['refund_now {"cents":1,"order":"o-9"}', 'refund {"cents":1,"order":"o-9"}']],
])('%s, when the user did not say which order', (kind, said) => {
  const answer: Answer = ({ tool }) =>
    tool.endsWith('_now') ? error('unknown_tool') : { refund_id: 'r-1' };
  expect(talkAs(kind, ['Refund something'], answer).said).toEqual(said);
});

it('the coercer sends numbers as text until an error names the type', () => {
  const answer: Answer = (call, count) =>
    typeof call.arguments['cents'] === 'string' ? error('invalid_arguments') : good(call, count);
  expect(talkAs('coercer', ['Refund o-1'], answer).said).toEqual([
    'refund {"cents":"500","order":"o-1"}',
    preview,
    'refund {"cents":"500","confirm_token":"t-1","order":"o-1"}',
    commit,
  ]);
});

it.each<[AgentKind, number, string | null]>([
  ['perfect', 3, 'That did not work, so I have stopped here.'],
  ['clerk', 8, null],
  ['blind-retrier', 4, 'That did not work, so I have stopped here.'],
])('%s, told nothing but "failed" by a tool that is no write', (kind, times, end) => {
  const search = '{"limit":5}';
  const slip = kind === 'clerk' ? '{"limit":500}' : search;
  const answer: Answer = ({ tool }) => (tool === 'profile' ? { name: 'Ann' } : 'Error: failed');
  const talked = talkAs(kind, ['查订单'], answer);
  expect(talked.said).toEqual([
    `search ${slip} + profile {}`,
    ...Array.from({ length: times - 1 }, () => `search ${slip}`),
  ]);
  expect(talked.end).toBe(end === null ? null : '抱歉,这个操作没有成功,我先停在这里。');
});

it.each<[AgentKind, readonly string[]]>([
  ['perfect', [preview, commit, 'list {"order":"o-1"}']],
  ['blind-retrier', [preview, commit, commit]],
  ['clerk', [preview, commit, 'list {"order":"o-1"}']],
])('%s, when nobody knows whether the refund happened', (kind, said) => {
  let commits = 0;
  const answer: Answer = (call, count) => {
    if (call.tool === 'list') return [{ cents: 500 }];
    if (call.arguments['confirm_token'] === undefined) return good(call, count);
    commits += 1;
    return commits === 1 ? error('timeout') : good(call, count);
  };
  expect(talkAs(kind, ['Refund o-1'], answer)).toEqual({ said, end: 'I have refunded it' });
});

it.each<[found: unknown, more: readonly string[], end: string]>([
  [[], [commit], 'I have refunded it'],
  [
    'Error: failed',
    [],
    'I could not find out whether that worked. Somebody has to look at it before it is tried again.',
  ],
])('the clerk reads back and finds %j', (found, more, end) => {
  let commits = 0;
  const answer: Answer = (call, count) => {
    if (call.tool === 'list') return found;
    if (call.arguments['confirm_token'] === undefined) return good(call, count);
    commits += 1;
    return commits === 1 ? error('timeout') : good(call, count);
  };
  expect(talkAs('clerk', ['Refund o-1'], answer)).toEqual({
    said: [preview, commit, 'list {"order":"o-1"}', ...more],
    end,
  });
});

it('the clerk previews again when its token is refused, and gives up after the third time', () => {
  const answer: Answer = (call, count) =>
    call.arguments['confirm_token'] === undefined ? good(call, count) : error('confirm_invalid');
  expect(talkAs('clerk', ['Refund o-1'], answer)).toEqual({
    said: [preview, commit, preview, commit, preview, commit],
    end: 'That did not work, so I have stopped here.',
  });
});

it('the clerk corrects its mistake once an error names it, and sends the held-back call beside it again', () => {
  const answer: Answer = ({ tool, arguments: args }, count) => {
    if (count <= 2) return error(tool === 'search' ? 'invalid_arguments' : 'tool_batch_rejected');
    return { tool, ...args };
  };
  expect(talkAs('clerk', ['查订单'], answer)).toEqual({
    said: ['search {"limit":500} + profile {}', 'search {"limit":5} + profile {}'],
    end: '有订单',
  });
});

it.each<[string, unknown, string]>([
  [
    'an empty result with its meaning',
    { status: 'empty', meaning: 'None', result: [] },
    '没有订单',
  ],
  ['a denial', error('denied'), '不行'],
  ['an error that nothing mends', error('failed'), '抱歉,这个操作没有成功,我先停在这里。'],
])('perfect ends the turn on %s', (_name, answer, end) => {
  expect(talkAs('perfect', ['查订单'], ({ tool }) => (tool === 'search' ? answer : {}))).toEqual({
    said: ['search {"limit":5} + profile {}'],
    end,
  });
});

it.each<[AgentKind, number]>([
  ['perfect', 1],
  ['clerk', 8],
  ['blind-retrier', 1],
])('%s, shown an empty list that says nothing, looks %i times', (kind, times) => {
  const answer: Answer = ({ tool }) => (tool === 'search' ? [] : { name: 'Ann' });
  expect(talkAs(kind, ['查订单'], answer).said).toHaveLength(times);
});

it.each<[AgentKind, readonly string[], string]>([
  ['perfect', [preview, commit], 'Done before: 2'],
  ['clerk', [preview, commit, preview], 'Done before: 3'],
])('%s remembers earlier turns, and a careless one does it again', (kind, said, end) => {
  expect(talkAs(kind, ['Refund o-1', 'Yes'], good)).toEqual({ said, end });
});

it('a call that came twice in one batch counts once, and the answer that succeeded is taken', () => {
  const call = (id: string, token: object = {}): ChatToolCall => ({
    id,
    type: 'function',
    function: { name: 'refund', arguments: JSON.stringify({ ...refund, ...token }) },
  });
  const messages: readonly ChatMessage[] = [
    { role: 'user', content: 'Refund o-1' },
    { role: 'assistant', content: null, tool_calls: [call('a'), call('a')] },
    { role: 'tool', tool_call_id: 'a', content: JSON.stringify(error('unavailable')) },
    { role: 'tool', tool_call_id: 'a', content: '{"confirm_token":"t-1"}' },
  ];
  const reply = readMessage(createScriptedAgent('clerk', handbook)({ model: 'm', messages }));
  expect(reply.tool_calls?.map((made) => made.function.arguments)).toEqual([
    '{"order":"o-1","cents":500,"confirm_token":"t-1"}',
  ]);
});

it('a conversation that no playbook knows is refused with a 400', () => {
  const request: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
  expect(createScriptedAgent('clerk', handbook)(request)).toMatchObject({
    type: 'body',
    status: 400,
    body: { error: { code: 'no_playbook' } },
  });
});

it('two playbooks with the same first message are refused', () => {
  const [first] = handbook.playbooks;
  if (first === undefined) throw new Error('No playbook');
  const twice = { ...handbook, playbooks: [first, { ...first, name: 'other' }] };
  expect(() => createScriptedAgent('clerk', twice)).toThrow(/"refund" and "other" apart/);
});

it('whatever was answered, every kind gives the same reply to the same request, and never breaks', () => {
  const content = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom('Error: the call failed', '[]', '{"confirm_token":"t-1"}'),
    fc
      .record({
        kind: fc.constantFrom('timeout', 'denied', 'confirm_invalid'),
        retryable: fc.boolean(),
      })
      .map((told) => JSON.stringify({ error: told })),
  );
  const args = fc.oneof(fc.constant(JSON.stringify(refund)), fc.json(), fc.string());
  const batch = fc.array(fc.tuple(fc.constantFrom('refund', 'search', 'x'), args, content), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...agentKinds),
      fc.constantFrom('Refund o-1', '查订单'),
      fc.array(batch, { maxLength: 6 }),
      (kind, user, batches) => {
        const messages: ChatMessage[] = [{ role: 'user', content: user }];
        for (const [turn, calls] of batches.entries()) {
          messages.push({
            role: 'assistant',
            content: null,
            tool_calls: calls.map(([name, text], index) => ({
              id: `${turn}-${index}`,
              type: 'function',
              function: { name, arguments: text },
            })),
          });
          calls.forEach(([, , told], index) => {
            messages.push({ role: 'tool', tool_call_id: `${turn}-${index}`, content: told });
          });
        }
        const request = { model: 'm', messages };
        const reply = createScriptedAgent(kind, handbook)(request);
        expect(reply).toMatchObject({ type: 'body', status: 200 });
        expect(createScriptedAgent(kind, handbook)(request)).toEqual(reply);
      },
    ),
    { numRuns: 300 },
  );
});
