import { expect, it } from 'vitest';
import type { ChatMessage } from '../core/talk/chat.ts';
import type { ModelReply, SaidCall } from '../core/talk/model.ts';
import type { Tool } from '../core/suite/tool.ts';
import { sayCalls, sayText, type ScriptedAnswer } from '../testing/fake-model.ts';
import { type LoopTrial, runLoopTrial } from '../testing/loop-trial.ts';
import {
  createToolBoundary,
  type TrialToolBoundary,
} from '../boundary/tool/create-tool-boundary.ts';
import { runReferenceLoop } from './run-reference-loop.ts';

const by = { agent: runReferenceLoop, createTools: createToolBoundary };

function tool(name: string, effect: Tool['effect'] = 'read'): Tool {
  return {
    name,
    description: name,
    parameters: { type: 'object', properties: {} },
    effect,
    handler: () => ({ from: name }),
  };
}

const tools = [tool('look'), tool('pay', 'irreversible')];

function run(...script: readonly ScriptedAnswer[]): Promise<LoopTrial<TrialToolBoundary>> {
  return runLoopTrial(by, { tools, script });
}

function asked(trial: LoopTrial<TrialToolBoundary>, at: number): readonly ChatMessage[] {
  return trial.model.asked[at]?.messages ?? [];
}

it('F04: what a provider added to a reply and its calls goes back as it came', async () => {
  const call: SaidCall = {
    id: 'c1',
    name: 'look',
    argumentsText: '{}',
    extra: {
      call: { extra_content: { google: { thought_signature: 'SIG==' } } },
      function: { thought_signature: 'F' },
    },
  };
  const reply = sayCalls([], { calls: [call], extra: { reasoning_content: 'hm' } });
  const trial = await run(reply, sayText('Done.'));
  expect(asked(trial, 1).at(-2)).toEqual({
    role: 'assistant',
    content: null,
    reasoning_content: 'hm',
    tool_calls: [
      {
        id: 'c1',
        type: 'function',
        function: { name: 'look', arguments: '{}', thought_signature: 'F' },
        extra_content: { google: { thought_signature: 'SIG==' } },
      },
    ],
  });
});

it('ids that the loop makes have nine letters and digits, and meet no id of the model', async () => {
  const ids = [null, 't0001c000', '', 't0001c002', 'own'];
  const trial = await run(sayCalls(ids.map((id) => ['look', {}, id])), sayText('Done.'));
  const answers = asked(trial, 1).flatMap((message) =>
    message.role === 'tool' ? [message.tool_call_id] : [],
  );
  expect(new Set(answers).size).toBe(ids.length);
  for (const id of [answers[0], answers[2]]) expect(id).toMatch(/^[A-Za-z0-9]{9}$/u);
  expect([answers[1], answers[3], answers[4]]).toEqual(['t0001c000', 't0001c002', 'own']);
});

const refused: Partial<ModelReply> = {
  stop: 'malformed_call',
  calls: [
    {
      id: null,
      name: 'pay',
      argumentsText: '{"cents":5}',
      unreadable: 'the provider could not read the call ("tool_use_failed")',
    },
  ],
};

it('F09: a call that the provider could not read never runs, though it looks like arguments, and is mended', async () => {
  const trial = await run(
    sayText('', { text: null, ...refused }),
    sayCalls([['look', {}]]),
    sayText('Done.'),
  );
  expect(trial.sink.of('judged')[0]).toMatchObject({
    name: 'pay',
    reading: 'invalid',
    caughtBy: 'parse',
  });
  expect(trial.sink.of('delivery').map((event) => event.tool)).toEqual(['look']);
  const [note] = asked(trial, 1).slice(1);
  expect(note?.role).toBe('user');
  expect(note?.content).toContain('tool_use_failed');
  expect(asked(trial, 1).some((message) => message.role === 'assistant')).toBe(false);
  expect(trial.end.stopReason).toBe('answered');
});

it('a call that names no tool is no wish for a tool that does not exist', async () => {
  const nameless = { id: null, name: '', argumentsText: null, unreadable: 'no words' };
  const trial = await run(
    sayText('', { text: null, stop: 'malformed_call', calls: [nameless] }),
    sayText('Hi.'),
  );
  expect(trial.sink.of('judged')[0]?.findings.map(({ code }) => code)).toEqual(['invalid_json']);
});

it.each(['call_as_text', 'call_in_reasoning'])(
  '%s is no answer: the model is asked once more, then the trial ends',
  async (code) => {
    const said = sayText('<tool_call>', { deviations: [{ code, text: 'x' }] });
    const twice = await run(said, said);
    expect([twice.end, twice.model.unused]).toEqual([
      { stopReason: 'protocol_error', text: null },
      0,
    ]);
    const mended = await run(said, sayCalls([['look', {}]]), sayText('Done.'));
    expect(mended.end.stopReason).toBe('answered');
    expect(mended.sink.of('delivery')).toHaveLength(1);
  },
);

it.each([
  ['an irreversible call', ['pay'], 0],
  ['one beside a read', ['look', 'pay'], 0],
  ['an unknown tool', ['gone'], 0],
  ['a read', ['look'], 1],
] as const)('F01: an unknown word for the end, %s', async (_name, names, delivered) => {
  const said = sayCalls(
    names.map((name) => [name, {}]),
    { stop: 'other', finishReason: 'banana' },
  );
  const trial = await run(said, sayText('Done.'));
  expect(trial.sink.of('delivery')).toHaveLength(delivered);
});

it.each([
  ['a text with an unknown end', sayText('Hi.', { stop: 'other' }), 'protocol_error'],
  ['nothing, cut at its length', sayText('', { text: null, stop: 'length' }), 'truncated'],
] as const)('%s is no answer', async (_name, reply, stopReason) => {
  expect((await run(reply)).end).toEqual({ stopReason, text: null });
});

it('a long text of blanks in front of its end is read in one pass', async () => {
  const text = `${' '.repeat(1_000_000)}x${' '.repeat(1_000_000)}?`;
  expect((await run(sayText(text))).end.stopReason).toBe('asked');
});
