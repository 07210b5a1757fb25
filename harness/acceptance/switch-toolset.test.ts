import { expect, it } from 'vitest';

import type { ChatRequest } from '../core/talk/chat.ts';
import type { Responder } from '../core/suite/suite.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import { parseSuite } from '../suite/load/parse-suite.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';
import { runSuite } from '../run/run-suite.ts';

const look = (field: string, more: object = {}): object => ({
  name: 'look',
  description: 'Looks something up (reads only).',
  effect: 'read',
  results: [{ give: { found: true } }],
  parameters: {
    type: 'object',
    properties: { [field]: { type: 'string' } },
    required: [field],
    additionalProperties: false,
  },
  ...more,
});

const gone = { ...look('word'), name: 'gone' };
const added = { ...look('word'), name: 'added' };

function makeSuite(respond: Responder, variant: object = {}, user = ['one', 'two']): unknown {
  return {
    name: 'desk',
    toolsets: [
      { id: 'desk@1', tools: [look('text'), gone] },
      { id: 'desk@2', tools: [look('word'), added] },
    ],
    models: [{ name: 'm', respond }],
    variants: [
      { name: 'switched', toolset: 'desk@1', switch: { toolset: 'desk@2', turn: 2 }, ...variant },
    ],
    scenarios: [{ id: 's', user, expected: { effects: [] } }],
  };
}

const parse = (suite: unknown) =>
  parseSuite(suite, { file: 'desk.ts', name: 'desk', checkInjection: () => [] });

/** Makes the calls of a user's text, one a reply, and then says what came of them. */
function script(
  calls: Readonly<Record<string, readonly (readonly [string, object])[]>>,
  seen: ChatRequest[],
) {
  const respond: Responder = (request) => {
    seen.push(request);
    const at = request.messages.findLastIndex(({ role }) => role === 'user');
    const text = String(request.messages[at]?.content);
    const done = request.messages.slice(at).filter(({ role }) => role === 'tool').length;
    const call = calls[text]?.[done];
    const message =
      call === undefined
        ? { role: 'assistant', content: 'Done.' }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: `c${request.messages.length}`,
                type: 'function',
                function: { name: call[0], arguments: JSON.stringify(call[1]) },
              },
            ],
          };
    const choice = { index: 0, message, finish_reason: call === undefined ? 'stop' : 'tool_calls' };
    return {
      type: 'body',
      status: 200,
      body: { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices: [choice] },
    };
  };
  return respond;
}

async function play(
  suite: unknown,
): Promise<{ readonly events: readonly TranscriptEvent[]; readonly values: readonly unknown[] }> {
  await using scratch = await createScratchFolder();
  const parsed = parse(suite);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const { summary, read } = await runSuite(toTestRunOptions(parsed.value.suite, scratch.path));
  const events: TranscriptEvent[] = [];
  for await (const trial of read().trials()) events.push(...trial.events);
  const { scores = {} } = summary.variants['switched'] ?? {};
  const values = ['arguments.valid_first', 'arguments.valid_final'].map((name) => {
    const score = scores[name as 'arguments.valid_first'];
    return `${score?.count} of ${score?.of}`;
  });
  return { events, values };
}

it('requests offer the tools in force, and calls are judged by them', async () => {
  const seen: ChatRequest[] = [];
  const calls = {
    one: [['look', { text: 'a' }] as const],
    two: [['look', { text: 'b' }] as const, ['look', { word: 'b' }] as const],
  };
  const { events, values } = await play(makeSuite(script(calls, seen)));
  const names = seen.map(({ tools = [] }) => tools.map((tool) => tool.function.name).join());
  expect(names).toEqual(['look,gone', 'look,gone', 'look,added', 'look,added', 'look,added']);
  const fields = seen.map(({ tools = [] }) =>
    Object.keys(tools[0]?.function.parameters['properties'] ?? {}).join(),
  );
  expect(fields).toEqual(['text', 'text', 'word', 'word', 'word']);
  expect(values).toEqual(['1 of 2', '2 of 2']);
  const told = events.filter(({ type }) => type === 'user' || type === 'toolset');
  expect(told.map((event) => ('text' in event ? event.text : event))).toEqual([
    'one',
    expect.objectContaining({ type: 'toolset', toolset: 'desk@2' }),
    'two',
  ]);
});

it('a tool that is gone is unknown from the switch on, and one that came is known', async () => {
  const calls = {
    one: [['gone', { word: 'a' }] as const],
    two: [['gone', { word: 'a' }] as const, ['added', { word: 'a' }] as const],
  };
  const { events } = await play(makeSuite(script(calls, [])));
  const judged = events.filter((event) => event.type === 'judged');
  expect(judged.map(({ name, known, caughtBy }) => [name, known, caughtBy])).toEqual([
    ['gone', true, null],
    ['gone', false, 'policy'],
    ['added', true, null],
  ]);
});

it('a conversation that ends before its switch stays with the first toolset, as does one after /new that begins again', async () => {
  const seen: ChatRequest[] = [];
  const suite = makeSuite(script({}, seen), {}, ['one', '/new', 'two']);
  await play(suite);
  expect(seen.map(({ tools = [] }) => tools[1]?.function.name)).toEqual(['gone', 'added']);
});

it.each<[object, string, string]>([
  [{ switch: { toolset: 'desk@3', turn: 2 } }, 'desk@3', '$.variants[0].switch.toolset'],
  [{ switch: { toolset: 'desk@1', turn: 2 } }, 'from "desk@1" to itself', '$.variants[0].switch'],
  [{ switch: { toolset: 'desk@2', turn: 1 } }, '2', '$.variants[0].switch.turn'],
  [{ switch: { toolset: 'desk@2', turn: 2.5 } }, 'integer', '$.variants[0].switch.turn'],
  [{ switch: { toolset: 'desk@2' } }, 'turn', '$.variants[0].switch.turn'],
  [{ switch: { toolset: 'desk@2', turn: 2, at: 1 } }, 'at', '$.variants[0].switch.at'],
  [{ switch: { toolset: 'desk@2', turn: 3 } }, 'has more than 2', '$.variants[0].switch.turn'],
  [
    { release: { toolset: 'desk@2', share: 0.5 } },
    '"release" and "switch"',
    '$.variants[0].switch',
  ],
  [{ agent: () => Promise.resolve({ text: '' }) }, 'an agent of its own', '$.variants[0].switch'],
])('%j is refused', (variant, text, path) => {
  const parsed = parse(makeSuite(script({}, []), variant));
  const errors = parsed.ok ? [] : parsed.error.filter(({ severity }) => severity !== 'warning');
  expect(errors.map((error) => error.path)).toEqual([path]);
  expect(JSON.stringify(errors)).toContain(text.replaceAll('"', '\\"'));
});
