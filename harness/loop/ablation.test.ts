import { describe, expect, it } from 'vitest';
import type { ToolStrike } from '../core/suite/fault.ts';
import { isJsonObject } from '../json/json.ts';
import { referenceLoop, type LoopSettings } from '../core/suite/loop-settings.ts';
import type { Tool } from '../core/suite/tool.ts';
import { sayCalls, sayText, type Asked, type ScriptedAnswer } from '../testing/fake-model.ts';
import { runLoopTrial } from '../testing/loop-trial.ts';
import { createToolBoundary } from '../boundary/tool/create-tool-boundary.ts';
import { runReferenceLoop } from './run-reference-loop.ts';

/** An argument that the schema makes text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const pay: Tool = {
  name: 'pay',
  description: 'Pays once',
  parameters: {
    type: 'object',
    properties: { to: { type: 'string' }, cents: { type: 'integer' } },
    required: ['to', 'cents'],
  },
  effect: 'irreversible',
  handler: ({ to }, { world, effect }) => {
    world[textOf(to)] = true;
    effect(textOf(to));
    return { paid: to ?? null };
  },
  reconcile: {
    tool: 'get',
    toArguments: ({ to }) => ({ to }),
    happened: (result) => isJsonObject(result) && result['paid'] === true,
  },
};

const close: Tool = {
  ...pay,
  name: 'close',
  confirm: 'human',
  parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
};

const get: Tool = {
  name: 'get',
  description: 'Shows what was paid',
  parameters: { type: 'object' },
  effect: 'read',
  handler: ({ to }, { world }) => ({ paid: world[textOf(to)] === true }),
};

interface Situation {
  readonly script: readonly ScriptedAnswer[];
  readonly strikes?: Readonly<Record<string, ToolStrike>>;
  readonly human?: readonly ('approve' | 'deny')[];
}

/** Gives up after so many turns, so that only a guard or this ends it. */
const stubborn: ScriptedAnswer = ({ turn }: Asked) =>
  turn < 6 ? sayCalls([['get', { to: 'a' }]]) : sayText('Enough.');

/** One situation for each thing that a setting guards against. */
const situations: Readonly<Record<string, Situation>> = {
  lostAnswer: {
    script: [sayCalls([['pay', { to: 'a', cents: 1 }]]), sayText('Paid.')],
    strikes: { 'pay#1': { fault: 'f', kind: 'k', type: 'lose_response' } },
  },
  saidTwice: {
    script: [
      sayCalls([['pay', { to: 'a', cents: 1 }]]),
      sayCalls([['pay', { to: 'a', cents: 1 }]]),
      sayText('Paid.'),
    ],
  },
  halfBad: {
    script: [
      sayCalls([
        ['pay', { to: 'a', cents: 1 }],
        ['pay', { to: 'z', cents: 'one' }],
      ]),
      sayText('No.'),
    ],
  },
  unconfirmed: { script: [sayCalls([['close', { to: 'b' }]]), sayText('No.')], human: ['deny'] },
  badArguments: { script: [sayCalls([['pay', { to: 'c', cents: 'one' }]]), sayText('No.')] },
  forSomebodyElse: {
    script: [sayCalls([['pay', { to: 'd', cents: 1, user: 'eve' }]]), sayText('No.')],
  },
  looping: { script: [stubborn] },
};

interface Outcome {
  readonly double: number;
  readonly halfBatch: number;
  readonly unconfirmed: number;
  readonly ranInvalid: number;
  readonly ranForeign: number;
  readonly turnsOfLooper: number;
}

async function measure(settings: LoopSettings): Promise<Outcome> {
  const total = { double: 0, halfBatch: 0, unconfirmed: 0, ranInvalid: 0, ranForeign: 0 };
  let turnsOfLooper = 0;
  for (const [name, situation] of Object.entries(situations)) {
    const trial = await runLoopTrial(
      { agent: runReferenceLoop, createTools: createToolBoundary },
      {
        tools: [pay, close, get],
        forever: true,
        settings,
        identity: ['user'],
        session: { user: 'ada' },
        ...situation,
      },
    );
    const { entries } = trial.tools.ledger;
    const ran = new Set(trial.sink.of('delivery').map((event) => event.call));
    const bad = trial.sink.of('judged').filter((event) => event.caughtBy !== null);
    total.double += entries.length - new Set(entries.map((entry) => entry.key)).size;
    total.unconfirmed += entries.filter((entry) => !entry.confirmed).length;
    total.ranInvalid += bad.filter(
      (event) => event.caughtBy === 'validation' && ran.has(event.call),
    ).length;
    total.ranForeign += bad.filter(
      (event) => event.caughtBy === 'authorize' && ran.has(event.call),
    ).length;
    const isHalf = bad.some((event) => !ran.has(event.call)) && entries.length > 0;
    if (isHalf) total.halfBatch += 1;
    if (name === 'looping') turnsOfLooper = trial.model.asked.length;
  }
  return { ...total, turnsOfLooper };
}

const clean: Outcome = {
  double: 0,
  halfBatch: 0,
  unconfirmed: 0,
  ranInvalid: 0,
  ranForeign: 0,
  turnsOfLooper: 3,
};

const { enforce, guards } = referenceLoop;

describe('switching one setting off moves just what it guards', () => {
  it.each<readonly [string, Partial<LoopSettings>, Partial<Outcome>]>([
    ['nothing', {}, {}],
    ['the journal', { journal: null }, { double: 2 }],
    ['the batch rule', { enforce: { ...enforce, batch: false } }, { halfBatch: 1 }],
    ['confirmation', { enforce: { ...enforce, confirm: false } }, { unconfirmed: 1 }],
    ['validation', { enforce: { ...enforce, validation: false } }, { ranInvalid: 2 }],
    ['policy', { enforce: { ...enforce, policy: false } }, { ranForeign: 1 }],
    [
      'the guards',
      { guards: { ...guards, repeat: 0, cyclePeriod: 0, noProgress: 0 } },
      { turnsOfLooper: 6 },
    ],
  ])('%s', async (_, off, moved) => {
    expect(await measure({ ...referenceLoop, ...off })).toEqual({ ...clean, ...moved });
  });
});
