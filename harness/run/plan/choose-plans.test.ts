import { expect, it } from 'vitest';

import type { Suite } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import { ToldTrial, toldTool } from '../../testing/told-trial.ts';
import {
  choosePlans,
  listNamedFaults,
  makePresetPlans,
  type SmokeChoice,
  toGroupKey,
} from './choose-plans.ts';
import type { TrialGroup } from './plan-groups.ts';

const mine = { name: 'mine', faults: [], byHand: false };
const group = {
  scenario: { id: 's' },
  variant: { name: 'v', toolset: 't@1', settings: { guards: { toolTimeoutMs: 1_000 } } },
  repeat: 1,
  // Plans are made from no more than this.
} as unknown as TrialGroup;
const suite = {
  name: 'small',
  plans: [mine, { ...mine, name: 'other' }],
  toolsets: [{ id: 't@1', tools: [toldTool('look')] }],
} as unknown as Suite;

it.each<[words: readonly string[], presets: readonly string[], named: readonly string[]]>([
  [[], [], []],
  [['none'], [], []],
  [['standard', 'full', 'standard'], ['standard', 'full'], []],
  [['smoke'], ['smoke'], []],
  [['chaos-1', 'chaos-007'], ['chaos-1', 'chaos-007'], []],
  [['other', 'none', 'mine'], [], ['other', 'mine']],
  [['standard/http@model.1'], ['standard.http@model.1'], []],
  [['full.*@look.1', 'mine'], ['full.*@look.1'], ['mine']],
])('--faults %j are the presets %j and the plans %j', (words, presets, named) => {
  const chosen = choosePlans(suite, words);
  expect(chosen.presets).toEqual(presets);
  expect(chosen.named.map(({ name }) => name)).toEqual(named);
});

it.each([
  '',
  'standards',
  'chaos-',
  'chaos-x',
  'xchaos-1',
  'chaos-1x',
  'smoke.http@model.1',
  'standard.http',
  'Mine',
])('--faults %j is refused with what there is', (word) => {
  const choose = (): unknown => choosePlans(suite, ['standard', word]);
  expect(choose).toThrow(UsageError);
  expect(choose).toThrow(
    `Cannot use fault plan "${word}": expected one of standard, full, smoke, chaos-<seed>, none, mine, other, or one fault`,
  );
});

it('single faults are named as plans name them', () => {
  const words = ['standard', 'standard/http@model.1', 'full.x@look.1', 'mine', 'none'];
  expect(listNamedFaults(words)).toEqual(['standard.http@model.1', 'full.x@look.1']);
});

/** Names of the plans that a preset makes of a trial with one call. */
function make(
  preset: string,
  { smoke, streamed }: { readonly smoke?: SmokeChoice; readonly streamed?: true } = {},
): readonly string[] {
  const trial = new ToldTrial([toldTool('look')]).turn([{ tool: 'look', status: 'success' }]);
  const clean = {
    lane: { suite: 'small', scenario: 's', variant: 'v', plan: 'none', repeat: 1 },
    cluster: 's',
    outcome: { status: 'finished', stopReason: 'answered' },
    tier: null,
    faults: [],
    events: trial.events,
    ...(streamed === true ? { streamed } : {}),
  } as const;
  return makePresetPlans(suite, smoke)(preset, clean, group).map(({ name }) => name);
}

it('single faults are those of their preset with a fitting name', () => {
  const all = make('standard');
  const [first = ''] = all;
  expect(all.length).toBeGreaterThan(3);
  expect(make(first)).toEqual([first]);
  const ofModel = all.filter((name) => name.endsWith('@model.1'));
  expect(ofModel.length).toBeGreaterThan(0);
  expect(ofModel.length).toBeLessThan(all.length);
  expect(make('standard.*@model.1')).toEqual(ofModel);
  expect(make('full.*@model.1').every((name) => name.startsWith('full.'))).toBe(true);
  expect(make('chaos-1')).toEqual(['chaos-1']);
});

it('smoke makes of full what was chosen for the conversation, and nothing for others', () => {
  const chosen = make('full').slice(1, 3);
  const smoke = new Map([[toGroupKey(group), new Set(chosen)]]);
  expect(make('smoke', { smoke })).toEqual(chosen);
  expect(make('smoke')).toEqual([]);
  const other = new Map([[toGroupKey({ ...group, repeat: 2 }), new Set(chosen)]]);
  expect(make('smoke', { smoke: other })).toEqual([]);
});

it('faults of streams are planned only where answers are streamed', () => {
  const streamed = make('full', { streamed: true });
  expect(streamed.length).toBeGreaterThan(make('full').length);
});
