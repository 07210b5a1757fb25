import { expect, it } from 'vitest';
import suite from './suite.ts';
import { describeWithout } from './tools-2.ts';

const toolsets = (suite.toolsets ?? [])
  .filter(({ id }) => id !== 'desk@3')
  .map(({ tools }) => ({ tools: 'mcp' in tools ? [] : tools }));

/** All but the scenario about a tool that cannot be undone. */
const selecting = suite.scenarios.filter(({ id }) => id !== 'lost-1');

it('has two toolsets, and one without each part, that differ in every description and in nothing else', () => {
  const [first, ...others] = toolsets.map(({ tools }) =>
    tools.map(({ description: _description, ...rest }) => rest),
  );
  expect(others).toEqual(Array.from({ length: 6 }, () => first));
  expect(first?.length).toBe(12);
  const texts = toolsets.flatMap(({ tools }) => tools.map(({ description }) => description));
  expect(new Set(texts).size).toBe(7 * 12);
});

it('a description without a part has all other parts as they are', () => {
  const [whole, what, when, not, returns, examples] = (
    [null, 'what', 'when', 'not', 'returns', 'examples'] as const
  ).map((part) => describeWithout(part).order_item);
  expect(whole).toBe(
    'Orders new equipment: a laptop, screen, keyboard, phone or cable. Use when the user wants to be given a thing: "I need a new laptop", "Can I have another keyboard?", "Please order a phone for our new employee". Not for repairs (create_case) or software (grant_access). Returns the order number and the day of delivery.',
  );
  const left = (text = ''): string =>
    whole?.replace(text, '').replaceAll(/\s+/gu, ' ').trim() ?? '';
  expect(what).toBe(left('Orders new equipment: a laptop, screen, keyboard, phone or cable.'));
  expect(not).toBe(left('Not for repairs (create_case) or software (grant_access).'));
  expect(returns).toBe(left('Returns the order number and the day of delivery.'));
  expect(when).toBe(
    'Orders new equipment: a laptop, screen, keyboard, phone or cable. Not for repairs (create_case) or software (grant_access). Returns the order number and the day of delivery.',
  );
  expect(examples).toBe(
    left(
      ': "I need a new laptop", "Can I have another keyboard?", "Please order a phone for our new employee"',
    ),
  );
});

it('wants one call of a tool that is there, or none, and judges no arguments', () => {
  const names = new Set(toolsets[0]?.tools.map(({ name }) => name));
  const calls = selecting.map(({ expected }) => expected.calls ?? null);
  expect(calls.filter((wanted) => wanted?.length === 0).length).toBe(8);
  const single = calls.flatMap((wanted) => (wanted?.length === 1 ? wanted : []));
  expect(single.length).toBe(30);
  expect(single.filter((call) => typeof call !== 'string' || !names.has(call))).toEqual([]);
});

it('samples the first request of each kind, and compares the nearest tool on all', () => {
  const nearest = ['encoder-desk1', 'encoder-desk2', 'words-desk1', 'words-desk2'];
  const asked = selecting.filter(({ id }) => id !== 'two-things-1');
  expect(asked.map(({ variants }) => variants?.slice(0, 4))).toEqual(asked.map(() => nearest));
  const sampled = asked.filter(({ variants }) => variants?.includes('sampled-desk1'));
  expect([sampled.length, asked.length]).toEqual([13, 38]);
  expect(
    suite.variants?.filter((variant) => variant.default === true).map(({ name }) => name),
  ).toEqual(['encoder-desk2']);
});
