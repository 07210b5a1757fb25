import { describe, expect, it } from 'vitest';
import { parseSuite } from '../../suite/load/parse-suite.ts';
import { createDistractors, distractorKinds } from '../../distract/create-distractors.ts';
import { distractSuite } from '../../distract/distract-suite.ts';

const find = {
  name: 'find_order',
  description: 'Finds an order. Use when the user asks for a parcel. Not for refunds.',
  effect: 'read',
  parameters: { type: 'object' },
  handler: () => null,
};
const tools = [find, { ...find, name: 'get_weather', description: 'Reads the weather' }];

const source = { file: 'suite.ts', name: 'suite', checkInjection: () => [] };
const parsed = parseSuite(
  {
    tools,
    models: [{ name: 'mute', respond: () => 'x' }],
    variants: [{ name: 'a' }, { name: 'b' }],
    scenarios: [
      { id: 's', user: 'b', expected: { calls: ['find_order'] } },
      { id: 'only-b', user: 'b', expected: { calls: ['find_order'] }, variants: ['b'] },
    ],
  },
  source,
);
if (!parsed.ok) throw new Error('The suite is sound');
const { suite } = parsed.value;
const bases = suite.variants.filter(({ name }) => name === 'b');

describe.each(distractorKinds)('%s distractors', (kind) => {
  const own = suite.toolsets[0]?.tools ?? [];
  const all = createDistractors(kind, own);

  it('have names of their own that providers take, and schemas without a flaw', () => {
    const names = [...own, ...all].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z_]{1,64}$/u.test(name))).toEqual([]);
    const scenarios = [{ id: 's', user: 'b', expected: { calls: [] } }];
    const whole = parseSuite({ tools: [...own, ...all], model: 'm', scenarios }, source);
    expect(whole.ok ? whole.value.warnings : whole.error).toEqual([]);
  });

  it('write nothing, and are no reads, so that a call of one is never allowed by the way', () => {
    expect(new Set(all.map(({ effect }) => effect))).toEqual(new Set(['idempotent']));
  });
});

it('there are 39 or more far ones, and six near ones for each tool', () => {
  // One of the far ones has the name of a tool of the suite.
  expect(createDistractors('far', suite.toolsets[0]?.tools ?? [])).toHaveLength(39);
  const near = createDistractors('near', suite.toolsets[0]?.tools ?? []);
  expect(near).toHaveLength(12);
  expect(near[0]).toMatchObject({
    name: 'find_order_archived',
    description: 'Finds an order. Use when this concerns entries of former years in the archive.',
  });
});

describe('a suite with distractors', () => {
  const swept = distractSuite(suite, 'far=15, 5', bases);

  it('has a variant for each number, and one without any', () => {
    expect(swept.sweeps).toEqual([
      {
        path: 'distractors.far',
        base: 'b',
        own: 0,
        points: [0, 5, 15].map((value) => ({ value, variant: `b:far=${value}` })),
      },
    ]);
    const sizes = swept.sweeps[0]?.points.map(({ variant }) => {
      const made = swept.suite.variants.find(({ name }) => name === variant);
      return swept.suite.toolsets.find(({ id }) => id === made?.toolset)?.tools.length;
    });
    expect(sizes).toEqual([2, 7, 17]);
  });

  it('runs the scenarios of the variant that they are made from', () => {
    expect(swept.suite.scenarios.map(({ variants }) => variants)).toEqual([
      null,
      ['b', 'b:far=0', 'b:far=5', 'b:far=15'],
    ]);
  });

  it('adds to a shorter list, at the same places for the same number', () => {
    const [, five, fifteen] = swept.suite.toolsets
      .slice(1)
      .map((set) => set.tools.map(({ name }) => name));
    expect(five?.every((name) => fifteen?.includes(name))).toBe(true);
    const again = distractSuite(suite, 'far=5,15', bases).suite.toolsets;
    expect(again.map((set) => set.tools.map(({ name }) => name))).toEqual(
      swept.suite.toolsets.map((set) => set.tools.map(({ name }) => name)),
    );
  });

  it.each([
    ['close', 'Cannot add distractors "close": expected near or far'],
    ['far=', 'expected different whole numbers after "="'],
    ['far=5,5', 'expected different whole numbers after "="'],
    ['far=-1', 'expected different whole numbers after "="'],
    ['near=13', 'Cannot add 13 near distractors to "main@1" with its 2 tools: there are 12'],
  ])('refuses "%s"', (word, message) => {
    expect(() => distractSuite(suite, word, bases)).toThrow(message);
  });
});
