import { describe, expect, it } from 'vitest';
import type { LoopTrialSetup } from '../../testing/loop-trial.ts';
import { run, textOf } from '../../testing/loop-bench.ts';
import type { ToolStrike } from '../../core/suite/fault.ts';
import { referenceLoop } from '../../core/suite/loop-settings.ts';
import { isJsonObject } from '../../json/json.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { sayCalls, sayText, type Asked, type ScriptedAnswer } from '../../testing/fake-model.ts';
import { naiveLoop } from '../presets.ts';

function edit(confirm: 'token' | 'human'): Tool {
  return {
    name: 'edit',
    description: 'Changes a file for good',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        text: { type: 'string' },
        confirm_token: { type: 'string' },
      },
      required: ['path', 'text'],
    },
    effect: 'irreversible',
    confirm,
    preview: ({ path }) => ({ will_change: path ?? null }),
    handler: ({ path, text }, { world, effect }) => {
      world[textOf(path)] = text;
      effect(textOf(path));
      return { changed: path ?? null };
    },
  };
}

/** The token in the latest tool message. */
function tokenIn({ messages }: Asked): string {
  for (const message of messages.toReversed()) {
    const content = message.role === 'tool' ? message.content : '{}';
    const value: unknown = JSON.parse(content);
    const token = isJsonObject(value) ? value['confirm_token'] : undefined;
    if (typeof token === 'string') return token;
  }
  return '';
}

const a = { path: 'a.txt', text: 'x' };
const b = { path: 'b.txt', text: 'x' };

function confirmed(args: object, times = 1): ScriptedAnswer {
  return (asked) =>
    sayCalls(
      Array.from({ length: times }, () => ['edit', { ...args, confirm_token: tokenIn(asked) }]),
    );
}

describe('preview tokens', () => {
  it('a call without a token is a preview, with one it is done', async () => {
    const trial = await run({
      tools: [edit('token')],
      script: [sayCalls([['edit', a]]), confirmed(a), sayText('Changed.')],
    });
    expect(trial.sink.of('delivery').map((event) => event.preview)).toEqual([true, false]);
    expect(trial.tools.ledger.entries).toMatchObject([{ key: 'a.txt', confirmed: true }]);
    const told: unknown = JSON.parse(trial.sink.of('observation')[0]?.content ?? '');
    expect(told).toEqual({
      will_change: 'a.txt',
      confirm_token: expect.stringMatching(/^confirm-1-[0-9a-f]{8}$/),
    });
  });

  it('B114: a token is bound to the exact arguments', async () => {
    const trial = await run({
      tools: [edit('token')],
      script: [sayCalls([['edit', a]]), confirmed(a), confirmed(b), sayText('Changed.')],
    });
    expect(trial.tools.ledger.entries.map((entry) => entry.key)).toEqual(['a.txt']);
    expect(trial.sink.of('refused').map((event) => event.error.kind)).toEqual(['confirm_invalid']);
    expect(trial.sink.of('judged')[2]).toMatchObject({ caughtBy: 'confirm', confirm: 'invalid' });
  });

  it.each([
    ['made up', 'confirm-1-00000000', 'token_unknown'],
    ['of other arguments', null, 'token_other_arguments'],
  ])('a token that is %s opens nothing', async (_, made, code) => {
    const trial = await run({
      tools: [edit('token')],
      script: [
        sayCalls([['edit', a]]),
        (asked) => sayCalls([['edit', { ...b, confirm_token: made ?? tokenIn(asked) }]]),
        sayText('No.'),
      ],
    });
    expect(trial.tools.ledger.entries).toEqual([]);
    expect(trial.sink.of('judged')[1]?.findings.map((finding) => finding.code)).toEqual([code]);
  });

  it('a made-up token is confirm_invalid also for a write that was done, never the first result again', async () => {
    const trial = await run({
      tools: [edit('token')],
      script: [
        sayCalls([['edit', a]]),
        confirmed(a),
        sayCalls([['edit', { ...a, confirm_token: 'confirm-9-deadbeef' }]]),
        sayText('Changed.'),
      ],
    });
    expect(trial.tools.ledger.entries.map((entry) => entry.key)).toEqual(['a.txt']);
    expect(trial.sink.of('refused').map((event) => event.error.kind)).toEqual(['confirm_invalid']);
    expect(trial.sink.of('result').some((event) => event.cached)).toBe(false);
  });

  it('a naive loop runs it anyway, and the effect says that it was not confirmed', async () => {
    const trial = await run({
      tools: [edit('token')],
      script: [sayCalls([['edit', { ...a, confirm_token: 'yes' }]]), sayText('Changed.')],
      settings: naiveLoop,
    });
    expect(trial.tools.ledger.entries).toMatchObject([{ key: 'a.txt', confirmed: false }]);
  });
});

const lose: ToolStrike = { fault: 'f', kind: 'k', type: 'lose_response' };

describe('B116: the confirmation is checked where a call runs', () => {
  const forged = sayCalls([['edit', { ...a, confirm_token: 'forged' }]]);
  it.each<readonly [string, LoopTrialSetup['script'], LoopTrialSetup['strikes'], number]>([
    ['a plain call', [forged, sayText('No.')], {}, 0],
    [
      'a parallel batch',
      [
        sayCalls([
          ['edit', a],
          ['edit', { ...b, confirm_token: 'x' }],
        ]),
        sayText('No.'),
      ],
      {},
      0,
    ],
    [
      'the same call twice in one reply',
      [sayCalls([['edit', a]]), confirmed(a, 2), sayText('Done.')],
      {},
      1,
    ],
    [
      'the same call again in a later turn',
      [sayCalls([['edit', a]]), confirmed(a), confirmed(a), sayText('Done.')],
      {},
      1,
    ],
    [
      'a call again after its answer was lost',
      [sayCalls([['edit', a]]), confirmed(a), confirmed(a), sayText('Done.')],
      { 'edit#2': lose },
      1,
    ],
    [
      'a retry after the preview was lost',
      [sayCalls([['edit', a]]), forged, sayText('No.')],
      { 'edit#1': lose },
      0,
    ],
  ])('%s', async (...[, script, strikes, effects]) => {
    const trial = await run({ tools: [edit('token')], script, strikes: strikes ?? {} });
    expect(trial.tools.ledger.entries).toHaveLength(effects);
    expect(trial.tools.ledger.entries.filter((entry) => !entry.confirmed)).toEqual([]);
  });

  it('the double of a confirmed call is answered from the journal and spoils no batch', async () => {
    const trial = await run({
      tools: [edit('token')],
      script: [sayCalls([['edit', a]]), confirmed(a, 2), sayText('Done.')],
    });
    expect(trial.sink.of('refused')).toEqual([]);
    expect(trial.sink.of('result').map((event) => event.cached)).toEqual([false, false, true]);
    expect(trial.end.stopReason).toBe('answered');
  });

  it('the double of a confirmed call that failed is not confirmed any more', async () => {
    const fails = {
      ...lose,
      type: 'fail_after',
      error: { kind: 'conflict', message: 'locked', retryable: false, recoverable: true },
    } as const;
    const trial = await run({
      tools: [edit('token')],
      script: [sayCalls([['edit', a]]), confirmed(a, 2), sayText('No.')],
      strikes: { 'edit#2': fails },
    });
    expect(trial.sink.of('refused').map((event) => event.error.kind)).toEqual(['confirm_invalid']);
    expect(trial.sink.of('delivery')).toHaveLength(2);
  });
});

describe('a person who confirms', () => {
  it.each([
    ['approve', 'answered', 1, [true]],
    ['deny', 'answered', 0, []],
    ['silent', 'awaiting_confirmation', 0, []],
  ] as const)(
    '%s: ends "%s" with %i effects',
    async (...[answer, stopReason, effects, confirmations]) => {
      const trial = await run({
        tools: [edit('human')],
        human: [answer],
        script: [sayCalls([['edit', a]], { text: 'I will change it.' }), sayText('Well.')],
      });
      expect(trial.end.stopReason).toBe(stopReason);
      expect(trial.tools.ledger.entries).toHaveLength(effects);
      expect(trial.tools.ledger.entries.map((entry) => entry.confirmed)).toEqual(confirmations);
      expect(trial.sink.of('human')).toEqual([{ type: 'human', call: 't1c0', answer }]);
      expect(trial.sink.of('observation')).toHaveLength(1);
    },
  );

  it('is asked about each call; one "no" holds the whole batch back', async () => {
    const trial = await run({
      tools: [edit('human')],
      human: ['approve', 'deny'],
      script: [
        sayCalls([
          ['edit', a],
          ['edit', b],
        ]),
        sayText('Not done.'),
      ],
    });
    expect(trial.sink.of('human').map((event) => event.answer)).toEqual(['approve', 'deny']);
    expect(trial.sink.of('refused').map((event) => event.error.kind)).toEqual([
      'tool_batch_rejected',
      'denied',
    ]);
    expect(trial.tools.ledger.entries).toEqual([]);
  });

  it('without batch enforcement, holds back only what was denied', async () => {
    const trial = await run({
      tools: [edit('human')],
      human: ['deny', 'approve'],
      settings: { ...referenceLoop, enforce: { ...referenceLoop.enforce, batch: false } },
      script: [
        sayCalls([
          ['edit', a],
          ['edit', b],
        ]),
        sayText('Half done.'),
      ],
    });
    expect(trial.tools.ledger.entries.map((entry) => entry.key)).toEqual(['b.txt']);
  });

  it('no person is asked about a call that is already refused, nor twice about a write that the journal knows', async () => {
    const trial = await run({
      tools: [edit('human')],
      human: ['approve'],
      script: [
        sayCalls([
          ['edit', a],
          ['nowhere', {}],
        ]),
        sayCalls([
          ['edit', a],
          ['edit', a],
        ]),
        sayCalls([['edit', a]]),
        sayText('Done.'),
      ],
    });
    expect(trial.sink.of('human').map((event) => event.call)).toEqual(['t2c0']);
    expect(trial.tools.ledger.entries).toHaveLength(1);
  });

  it('a naive loop asks no person', async () => {
    const trial = await run({
      tools: [edit('human')],
      human: ['deny'],
      settings: naiveLoop,
      script: [sayCalls([['edit', a]]), sayText('Done.')],
    });
    expect(trial.sink.of('human')).toEqual([]);
    expect(trial.sink.of('delivery')[0]?.confirm).toBe('missing');
    expect(trial.tools.ledger.entries).toMatchObject([{ confirmed: false }]);
  });
});
