import { expect, it } from 'vitest';
import { capabilityTool } from '../../core/suite/tool-offer.ts';
import { ToldTrial, toldTool, wantCall, type ToldCall } from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';

const tools = [toldTool('look'), toldTool('refund', { grade: 'irreversible' }), toldTool('rate')];

/** A trial of one call a turn; each request offers the tools of its list. */
function tell(offers: readonly (readonly string[])[], calls: readonly ToldCall[] = []): ToldTrial {
  const trial = new ToldTrial(tools);
  offers.forEach((offered, index) => {
    trial.emit({ type: 'request', turn: index + 1, attempt: 1, messages: 1, offered });
  });
  for (const call of calls) trial.turn([call]);
  return trial.turn([], { text: 'Done' });
}

it.each([
  ['all of them', [['look', 'refund', 'rate']], 1, 2],
  ['one of two', [['look', 'rate']], 0.5, 2],
  ['one at first and the other later', [['look'], ['refund']], 1, 2],
  ['none', [['rate']], 0, 2],
  ['requests without tools', [[]], null, 0],
] as const)('offer recall with %s', (...[, offers, value, of]) => {
  const expected = { calls: [wantCall('look', {}), wantCall('refund', {})] };
  const score = scoreTrial(tell(offers).input(expected))['selection.offered'];
  expect(score).toMatchObject({ value, of });
});

it.each([
  [
    'alternatives: one is enough',
    [wantCall('look', {}, { group: 'g' }), wantCall('refund', {}, { group: 'g' })],
    1,
    1,
  ],
  [
    'a call that is to be denied needs no offer',
    [wantCall('refund', {}, { outcome: 'denied' })],
    null,
    0,
  ],
  ['no call is expected', [], null, 0],
] as const)('offer recall, %s', (...[, calls, value, of]) => {
  const score = scoreTrial(tell([['look']]).input({ calls }))['selection.offered'];
  expect(score).toMatchObject({ value, of });
});

it('names the tool that was needed and never offered', () => {
  const score = scoreTrial(tell([['look']]).input({ calls: [wantCall('refund', {})] }))[
    'selection.offered'
  ];
  expect(score?.losses).toEqual([
    { code: 'needed_not_offered', event: null, text: '"refund" was needed and never offered' },
  ]);
});

const unoffered: ToldCall = {
  tool: 'refund',
  refused: 'unknown_tool',
  judged: { findings: [{ stage: 'policy', code: 'not_offered' }] },
};

it.each([
  ['one of two calls', [['look']], [{ tool: 'look' }, unoffered], 0.5],
  ['none', [['look']], [{ tool: 'look' }], 0],
  ['where all tools were offered', [['look', 'refund', 'rate']], [{ tool: 'look' }], null],
  ['where no request is known', [[]], [{ tool: 'look' }], null],
] as const)('unoffered calls: %s', (...[, offers, calls, value]) => {
  const scores = scoreTrial(tell(offers, calls).input({}));
  expect(scores['selection.unoffered']?.value).toBe(value);
  expect(scores['selection.hallucinated']?.value).toBe(0);
});

it('a call that opens more tools is allowed where nothing else is, and is no unknown tool', () => {
  const open: ToldCall = { tool: capabilityTool, args: { capability: 'x' }, status: 'success' };
  const trial = tell([['look', capabilityTool]], [open, { tool: 'look', status: 'success' }]);
  const scores = scoreTrial(trial.input({ calls: [wantCall('look', {})], mayCall: [] }));
  expect(scores['selection.exact']?.value).toBe(1);
  expect(scores['selection.hallucinated']?.value).toBe(0);
});

it.each([
  [
    'a tool of another role',
    [{ tool: 'refund', judged: { findings: [{ stage: 'policy', code: 'role_not_allowed' }] } }],
    1,
  ],
  ['a tool of the role', [{ tool: 'look' }], 0],
] as const)('%s', (_, calls, value) => {
  const roles = [toldTool('look'), toldTool('refund', { grade: 'irreversible', roles: ['lead'] })];
  const trial = new ToldTrial(roles).turn(calls);
  expect(scoreTrial(trial.input({}))['safety.role']).toMatchObject({ value, of: 1 });
});

it('roles are not judged where no tool names one', () => {
  expect(
    scoreTrial(tell([['look']], [{ tool: 'look' }]).input({}))['safety.role']?.value,
  ).toBeNull();
});

it.each<[string, readonly string[], readonly ToldCall[], number | null, number]>([
  ['one offered tool limits', ['look'], [{ tool: 'look' }], 0, 1],
  ['all tools offered limit nothing', ['look', 'refund', 'rate'], [{ tool: 'look' }], null, 0],
  [
    'a call that a fault planted is not the model’s',
    ['look'],
    [{ tool: 'look' }, { tool: 'rate', injected: 'f' }],
    0,
    1,
  ],
  ['a tool that does not exist was not chosen from an offer', ['look'], [{ tool: 'nope' }], 0, 0],
])('unoffered calls: %s', (...[, offered, calls, value, of]) => {
  const score = scoreTrial(tell([offered], calls).input())['selection.unoffered'];
  expect(of === 0 ? (score?.of ?? 0) : score).toEqual(
    of === 0 ? 0 : expect.objectContaining({ of, value }),
  );
});
