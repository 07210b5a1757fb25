import { beforeAll, expect, it } from 'vitest';

import { checkInjection } from '../../boundary/fault/check-injection.ts';
import { referenceLoop } from '../../core/suite/loop-settings.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { toValueWord } from '../../core/sweep.ts';
import { loadSuite } from '../../suite/load/load-suite.ts';
import { sweepSuite, type SweptSuite } from '../../suite/sweep/sweep-suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await loadSuite('suites/tutorial');
});

function sweep(word: string, over: Partial<Suite['variants'][number]> = {}): SweptSuite {
  const [base] = suite.variants;
  if (base === undefined) throw new Error('No variant');
  return sweepSuite(suite, word, { bases: [{ ...base, ...over }], checkInjection });
}

it('makes one variant a value, which differs in this setting only and is answered by the recordings of its base', () => {
  const [base] = suite.variants;
  const { suite: swept, sweeps } = sweep('loop.guards.maxTurns=2,12');
  const { guards } = referenceLoop;
  const made = [2, 12].map((maxTurns) => ({
    ...base,
    name: `${base?.name}:maxTurns=${maxTurns}`,
    recordedAs: base?.name,
    isDefault: false,
    settings: { ...base?.settings, guards: { ...guards, maxTurns } },
  }));
  expect(swept.variants).toEqual([...suite.variants, ...made]);
  expect(sweeps).toEqual([
    {
      path: 'loop.guards.maxTurns',
      base: base?.name,
      own: 8,
      points: [2, 12].map((value, index) => ({ value, variant: made[index]?.name })),
    },
  ]);
});

it('a scenario that is for some variants only is for what is made from these', () => {
  const [base] = suite.variants;
  const [scenario] = suite.scenarios;
  if (base === undefined || scenario === undefined) throw new Error('No suite');
  const scenarios = [
    { ...scenario, variants: [base.name] },
    { ...scenario, variants: ['another'] },
    { ...scenario, variants: null },
  ];
  const by = { bases: [base], checkInjection };
  const { suite: swept } = sweepSuite({ ...suite, scenarios }, 'loop.empty=bare,meaning', by);
  const names = ['bare', 'meaning'].map((value) => `${base.name}:empty=${value}`);
  expect(swept.scenarios.map(({ variants }) => variants)).toEqual([
    [base.name, ...names],
    ['another'],
    null,
  ]);
});

it.each<[word: string, values: readonly unknown[]]>([
  ['loop.guards.maxTurns=2,4', [2, 4]],
  ['loop.enforce.batch=true,false', [true, false]],
  ['loop.errors=structured,bare,stack', ['structured', 'bare', 'stack']],
  ['loop.retry.on=none,timeout,timeout+unavailable', [[], ['timeout'], ['timeout', 'unavailable']]],
  ['loop.journal.ttlMs=0,1000', [0, 1000]],
  ['params.temperature=0,0.5', [0, 0.5]],
  ['params.tool_choice=auto,required', ['auto', 'required']],
  ['fault.slow_tool.delayMs=100,5000', [100, 5000]],
  ['fault.http.status=500,503', [500, 503]],
])('%s', (word, values) => {
  const { sweeps, suite: swept } = sweep(word);
  expect(sweeps[0]?.points.map(({ value }) => value)).toEqual(values);
  expect(new Set(swept.variants.map(({ name }) => name)).size).toBe(
    suite.variants.length + values.length,
  );
});

it.each([
  ['maxTurns=2,4', 'expected a setting and its values'],
  ['loop.guards.maxTurns', 'expected a setting and its values'],
  ['loop=1,2', 'expected a setting and its values'],
  ['loop.guards.maxTurns=2', 'expected two or more different values'],
  ['loop.guards.maxTurns=2,2', 'expected two or more different values'],
  ['loop.guards.maxTurns=2,', 'expected two or more different values'],
  ['loop.guards.maxTurn=2,4', 'there is no loop setting "maxTurn"; expected one of maxTurns, '],
  ['loop.guards=1,2', 'it is a group of settings; name one of loop.guards.maxTurns, '],
  ['loop.guards.maxTurns.x=1,2', 'there is no loop setting "x"; it has no parts'],
  ['loop.guards.maxTurns=0,2', 'must be at least 1'],
  ['loop.guards.maxTurns=2,many', 'must be integer'],
  ['loop.errors=bare,kind', 'must be one of "structured", "bare", "stack"'],
  ['params.a.b=1,2', 'expected one parameter of the request'],
  ['fault.slow_tool=1,2', 'expected a kind of fault and its parameter'],
  ['fault.slow.delayMs.x=1,2', 'expected a kind of fault and its parameter'],
  ['fault.sluggish.delayMs=1,2', 'kind is "sluggish", expected one of '],
  ['fault.slow_tool.delayMs=1,long', 'delayMs is "long", expected a value of type number'],
  [
    `loop.guards.maxTurns=${Array.from({ length: 51 }, (_, index) => index + 1).join(',')}`,
    'at most 50 at once',
  ],
])('refuses %s', (word, message) => {
  expect(() => sweep(word)).toThrow(message);
});

it('refuses settings of a loop that the variant does not have', () => {
  const settings = { ...referenceLoop, journal: null };
  expect(() => sweep('loop.journal.ttlMs=1,2', { settings })).toThrow('the variant has none of it');
  const agent = (): never => {
    throw new Error('Never run');
  };
  expect(() => sweep('loop.errors=bare,stack', { agent })).toThrow('has an agent of its own');
  expect(sweep('loop.guards.deadlineMs=1,2', { agent }).sweeps).toHaveLength(1);
});

it.each([
  [[], 'none'],
  [['a', 'b'], 'a+b'],
  [0.5, '0.5'],
  [null, 'null'],
  ['text', 'text'],
])('the value %j is written %s', (value, word) => {
  expect(toValueWord(value)).toBe(word);
});
