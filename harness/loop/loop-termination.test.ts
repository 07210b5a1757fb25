import { describe, expect, it } from 'vitest';
import { run, textOf } from '../testing/loop-bench.ts';
import {
  referenceLoop,
  type GuardSettings,
  type LoopSettings,
} from '../core/suite/loop-settings.ts';
import { emptyResult, errorResult } from '../core/trial/tool-outcome.ts';
import type { Tool, ToolHandler } from '../core/suite/tool.ts';
import { sayCalls, sayText, type ScriptedAnswer } from '../testing/fake-model.ts';
import type { LoopTrial } from '../testing/loop-trial.ts';
import type { TrialToolBoundary } from '../boundary/tool/create-tool-boundary.ts';

function read(name: string, handler: ToolHandler, more: Partial<Tool> = {}): Tool {
  const parameters = { type: 'object' };
  return { name, description: name, parameters, effect: 'read', handler, ...more };
}

/** The reference loop with some guards set and the rest off. */
function guards(own: Partial<GuardSettings>, more: Partial<LoopSettings> = {}): LoopSettings {
  const off = { repeat: 0, cyclePeriod: 0, cycleTimes: 0, noProgress: 0, calls: 0 };
  return {
    ...referenceLoop,
    ...more,
    guards: { ...referenceLoop.guards, ...off, maxTurns: 50, ...own },
  };
}

function guardsOf(trial: LoopTrial<TrialToolBoundary>): readonly string[] {
  return trial.sink.of('guard').map((event) => event.guard);
}

describe('a loop that leads nowhere', () => {
  it('B076: stops at the third identical failing call, not at the turn cap', async () => {
    const fails = read('edit', () => errorResult({ kind: 'failed', message: 'no such file' }));
    const trial = await run({
      tools: [{ ...fails, effect: 'idempotent' }],
      script: [(asked) => sayCalls([['edit', { f: 'a' }, `c${asked.turn}`]])],
      forever: true,
      settings: guards({ repeat: 3 }),
    });
    expect(trial.end).toEqual({ stopReason: 'repeat', text: null });
    expect(trial.model.asked).toHaveLength(3);
    expect(guardsOf(trial)).toEqual(['repeat']);
  });

  it.each([
    [2, ['write', 'read'], 6],
    [3, ['read', 'edit', 'test'], 9],
    [4, ['a', 'b', 'c', 'd'], 12],
  ])('B077 B078: finds a cycle of period %i after three rounds', async (period, names, turns) => {
    const trial = await run({
      tools: names.map((name) => read(name, () => ({ from: name }))),
      script: [({ turn }) => sayCalls([[names[(turn - 1) % period] ?? '', { x: 1 }]])],
      forever: true,
      settings: guards({ cyclePeriod: 4, cycleTimes: 3, noProgress: 3, repeat: 3 }),
    });
    expect(trial.end.stopReason).toBe('cycle');
    expect(trial.model.asked).toHaveLength(turns);
    const text = `A cycle of period ${period} came round 3 times: ${names.join(' -> ')}`;
    expect(trial.sink.of('guard')).toEqual([{ type: 'guard', guard: 'cycle', text }]);
  });

  it('finds no cycle longer than the setting allows', async () => {
    const names = ['a', 'b', 'c'];
    const trial = await run({
      tools: names.map((name) => read(name, () => ({ from: name }))),
      script: [({ turn }) => sayCalls([[names[(turn - 1) % 3] ?? '', {}]])],
      forever: true,
      settings: guards({ cyclePeriod: 2, cycleTimes: 3, maxTurns: 20 }),
    });
    expect(trial.end.stopReason).toBe('max_turns');
  });

  it.each([
    ['answers that change', false, ['10%', '20%', '30%', '40%', '60%', '80%', '95%', 'done']],
    ['a polling tool whose answers do not', true, Array.from({ length: 8 }, () => '10%')],
  ])('B078: asking again is no loop with %s', async (_, polling, results) => {
    let at = 0;
    const poll = read('poll', () => ({ job: results[at++] ?? 'done' }), { polling });
    const trial = await run({
      tools: [poll],
      script: [...results.map(() => sayCalls([['poll', { job: 7 }]])), sayText('Done.')],
      settings: guards({ repeat: 3, cyclePeriod: 4, cycleTimes: 3, noProgress: 3 }),
    });
    expect(trial.end.stopReason).toBe('answered');
    expect(trial.model.unused).toBe(0);
  });

  it('B081: varied arguments with the same empty result are no progress', async () => {
    const trial = await run({
      tools: [read('list_items', () => emptyResult('no items on this page'))],
      script: [({ turn }) => sayCalls([['list_items', { page: turn }]])],
      forever: true,
      settings: guards({ noProgress: 6, repeat: 3, cyclePeriod: 4, cycleTimes: 3 }),
    });
    expect(trial.end.stopReason).toBe('no_progress');
    expect(trial.model.asked).toHaveLength(7);
    const told = trial.model.asked[1]?.messages.at(-1);
    expect(told).toMatchObject({ content: expect.stringContaining('no items on this page') });
  });

  it('writes to different things with the same answer are progress', async () => {
    const send: Tool = {
      ...read('send', () => ({ sent: true })),
      effect: 'irreversible',
    };
    const trial = await run({
      tools: [send],
      script: [
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((to) => sayCalls([['send', { to }]])),
        sayText('Sent.'),
      ],
      settings: guards({ noProgress: 3, repeat: 3 }),
    });
    expect(trial.end.stopReason).toBe('answered');
    expect(trial.tools.ledger.count('send')).toBe(6);
  });

  it('B082: at the turn cap the wanted call is not run and the plan is not taken for the answer', async () => {
    const ran: string[] = [];
    const tools = ['f', 'g', 'h'].map((name) => read(name, () => ran.push(name)));
    const trial = await run({
      tools,
      script: [
        sayCalls([['f', {}]]),
        sayCalls([['g', {}]]),
        sayCalls([['h', {}]], { text: 'Next I will write it' }),
      ],
      settings: guards({ maxTurns: 3 }),
    });
    expect(trial.end).toEqual({ stopReason: 'max_turns', text: null });
    expect(ran).toEqual(['f', 'g']);
    expect(guardsOf(trial)).toEqual(['maxTurns']);
  });

  it.each([
    ['repeat', { label: 'ignore', ts: 'ignore' } as const, 3],
    ['max_turns', undefined, 10],
  ])('B083: cosmetic fields end with "%s"', async (stopReason, coerce, turns) => {
    const shell = read('shell', () => 'ok', coerce === undefined ? {} : { coerce });
    const trial = await run({
      tools: [shell],
      script: [
        ({ turn }) =>
          sayCalls([['shell', { cmd: 'echo ok', label: `try ${turn}`, ts: `2026-01-0${turn}` }]]),
      ],
      forever: true,
      settings: guards({ repeat: 3, maxTurns: 10 }),
    });
    expect(trial.end.stopReason).toBe(stopReason);
    expect(trial.model.asked).toHaveLength(turns);
  });

  it.each([
    ['unreadable arguments', 'f', '{bad'],
    ['an unknown tool', 'g', '{}'],
  ])('B084: counts attempts with %s', async (_, name, args) => {
    const trial = await run({
      tools: [read('f', () => 1)],
      script: [sayCalls([[name, args]])],
      forever: true,
      settings: guards({ repeat: 3 }, { corrections: 9 }),
    });
    expect(trial.end.stopReason).toBe('repeat');
    expect(trial.model.asked).toHaveLength(3);
  });

  it('B085: twelve different calls of one tool are no loop', async () => {
    const urls = Array.from({ length: 12 }, (_, index) => `u${index}`);
    const fetchPage = read('fetch', ({ url }) =>
      url === 'u7'
        ? errorResult({ kind: 'failed', message: 'gone' })
        : { page: `text of ${textOf(url)}` },
    );
    const trial = await run({
      tools: [fetchPage],
      script: [...urls.map((url) => sayCalls([['fetch', { url }]])), sayText('Here it is.')],
      settings: guards({ repeat: 3, cyclePeriod: 4, cycleTimes: 3, noProgress: 3 }),
    });
    expect(trial.end.stopReason).toBe('answered');
    expect(guardsOf(trial)).toEqual([]);
  });

  it('a new turn of the user resets the guards', async () => {
    const trial = await run({
      tools: [read('state', () => 'open')],
      turns: ['State?', 'And now?', 'And now?', 'And now?'],
      script: Array.from({ length: 4 }, () => [sayCalls([['state', {}]]), sayText('Open.')]).flat(),
      settings: guards({ repeat: 3, noProgress: 3, cyclePeriod: 4, cycleTimes: 3 }),
    });
    expect(trial.end.stopReason).toBe('answered');
    expect(trial.model.unused).toBe(0);
  });
});

describe('budgets', () => {
  const many: readonly ScriptedAnswer[] = [
    ({ turn }) =>
      sayCalls([
        ['f', { turn, n: 1 }],
        ['f', { turn, n: 2 }],
      ]),
  ];
  let count = 0;
  const f = read('f', () => (count += 1));

  it('the call budget counts every attempt and runs nothing of the batch that breaks it', async () => {
    const trial = await run({
      tools: [f],
      script: many,
      forever: true,
      settings: guards({ calls: 5 }),
    });
    expect(trial.end.stopReason).toBe('budget');
    expect(guardsOf(trial)).toEqual(['calls']);
    expect(trial.sink.of('judged')).toHaveLength(6);
    expect(trial.sink.of('delivery')).toHaveLength(4);
  });

  it('the rate of calls is taken over a virtual minute', async () => {
    const slow = read('f', async (_, context) => {
      await context.sleep(20_000);
      return (count += 1);
    });
    const settings = guards({ callsPerMinute: 4, deadlineMs: 0, maxTurns: 6 });
    const trials = await Promise.all(
      [f, slow].map((tool) => run({ tools: [tool], script: many, forever: true, settings })),
    );
    expect(trials.map((trial) => trial.end.stopReason)).toEqual(['budget', 'budget']);
    expect(trials.map((trial) => trial.model.asked.length)).toEqual([3, 3]);
    const slower = await run({
      tools: [slow],
      script: [({ turn }) => sayCalls([['f', { turn }]])],
      forever: true,
      settings,
    });
    expect(slower.end.stopReason).toBe('max_turns');
  });

  it("the deadline is the trial's own time", async () => {
    const slow = read('slow', async (_, context) => {
      await context.sleep(20_000);
      return (count += 1);
    });
    const trial = await run({
      tools: [slow],
      script: [({ turn }) => sayCalls([['slow', { turn }]])],
      forever: true,
      settings: guards({ deadlineMs: 50_000 }),
    });
    expect(trial.end.stopReason).toBe('deadline');
    expect(guardsOf(trial)).toEqual(['deadlineMs']);
    expect(trial.clock.nowMs()).toBe(60_000);
    expect(trial.sink.of('result').at(-1)).toMatchObject({ status: 'timeout' });
  });
});
