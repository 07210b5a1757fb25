import { describe, expect, it } from 'vitest';
import { createToolBoundary } from '../boundary/tool/create-tool-boundary.ts';
import { runLoopTrial } from '../testing/loop-trial.ts';
import { kindsOf, run, tool } from '../testing/loop-bench.ts';
import { referenceLoop, type LoopSettings } from '../core/suite/loop-settings.ts';
import type { Tool } from '../core/suite/tool.ts';
import { sayCalls, sayText } from '../testing/fake-model.ts';
import { singleRoundLoop } from './presets.ts';
import { runReferenceLoop } from './run-reference-loop.ts';

const write: Tool = tool('write_file', ['path', 'text'], { effect: 'idempotent' });

describe('other settings', () => {
  it('singleRound drops the calls of the second answer', async () => {
    const trial = await run({
      tools: [tool('a', []), tool('b', [])],
      script: [sayCalls([['a', {}]]), sayCalls([['b', {}]], { text: 'That was a.' })],
      settings: singleRoundLoop,
    });
    expect(trial.end).toEqual({ stopReason: 'answered', text: 'That was a.' });
    expect(trial.sink.of('delivery').map((event) => event.tool)).toEqual(['a']);
  });

  it('proposeOnly runs reads and notes writes', async () => {
    const trial = await run({
      tools: [tool('a', []), write],
      script: [
        sayCalls([['a', {}]]),
        sayCalls([['write_file', { path: 'p', text: 't' }]]),
        sayText('I would write it.'),
      ],
      settings: { ...referenceLoop, proposeOnly: true },
    });
    expect(trial.sink.of('delivery').map((event) => event.tool)).toEqual(['a']);
    expect(kindsOf(trial)).toEqual(['confirm_required']);
    expect(trial.end.stopReason).toBe('answered');
  });

  it('history "dropResults" leaves out the results of earlier batches, always as the same objects', async () => {
    const trial = await run({
      tools: [tool('f', ['x'], { handler: ({ x }) => ({ found: x }) })],
      script: [
        sayCalls([['f', { x: 'a' }]]),
        sayCalls([['f', { x: 'b' }]]),
        sayCalls([['f', { x: 'c' }]]),
        sayText('Done.'),
      ],
      settings: { ...referenceLoop, history: 'dropResults' },
    });
    const results = trial.model.asked.map(({ messages }) =>
      messages.filter(({ role }) => role === 'tool'),
    );
    expect(results.map((list) => list.map(({ content }) => content))).toEqual([
      [],
      ['{"found":"a"}'],
      ['[an earlier result, left out of the history]', '{"found":"b"}'],
      [
        '[an earlier result, left out of the history]',
        '[an earlier result, left out of the history]',
        '{"found":"c"}',
      ],
    ]);
    expect(results[3]?.[0]).toBe(results[2]?.[0]);
  });

  it('the history only grows, and its messages keep their identity', async () => {
    const trial = await run({
      tools: [tool('f', ['x'])],
      script: [sayCalls([['f', { x: 'a' }]]), sayCalls([['f', { x: 'b' }]]), sayText('Done.')],
    });
    const last = trial.model.asked[2]?.messages ?? [];
    for (const { messages } of trial.model.asked) {
      messages.forEach((message, index) => expect(message).toBe(last[index]));
    }
  });

  it.each([
    [
      { temperature: 0, tool_choice: 'required' },
      { temperature: 0, tool_choice: 'required' },
      undefined,
    ],
    [{ strict: true }, {}, true],
  ])('parameters %o go into the request', async (params, wire, strict) => {
    const trial = await run({ tools: [tool('f', [])], script: [sayText('ok')], params });
    const { model, messages, tools, ...rest } = trial.model.asked[0]?.request ?? {
      model: '',
      messages: [],
    };
    expect([model, messages.length, rest]).toEqual(['fake', 2, wire]);
    expect(tools?.map((offered) => offered.function.strict)).toEqual([strict]);
  });

  it.each<readonly [string, Partial<LoopSettings['enforce']>, readonly string[]]>([
    ['all on', {}, ['denied']],
    ['policy off', { policy: false }, ['invalid_arguments']],
    ['validation off', { validation: false }, ['denied']],
    ['both off', { policy: false, validation: false }, []],
  ])('a call that policy and validation object to, with %s', async (_, own, kinds) => {
    const trial = await runLoopTrial(
      {
        agent: runReferenceLoop,
        createTools: (parts) =>
          createToolBoundary({ ...parts, policy: () => ({ forbidden: ['f'] }) }),
      },
      {
        tools: [tool('f', ['x'])],
        script: [sayCalls([['f', { x: 1 }]]), sayText('No.')],
        settings: { ...referenceLoop, enforce: { ...referenceLoop.enforce, ...own } },
      },
    );
    expect(kindsOf(trial)).toEqual(kinds);
    expect(trial.sink.of('delivery')).toHaveLength(kinds.length === 0 ? 1 : 0);
    expect(trial.sink.of('judged')[0]).toMatchObject({
      caughtBy: 'policy',
      findings: [{ code: 'forbidden_tool' }, { code: 'wrong_type', path: '$.x' }],
    });
  });
});
