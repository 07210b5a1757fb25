import { expect, it } from 'vitest';
import suite from './suite.ts';

const toolsets = (suite.toolsets ?? []).map(({ tools }) => ({
  tools: 'mcp' in tools ? [] : tools,
}));

it('has two toolsets that differ in every description and in nothing else', () => {
  const [first, second] = toolsets.map(({ tools }) =>
    tools.map(({ description: _description, ...rest }) => rest),
  );
  expect(first).toEqual(second);
  expect(first?.length).toBe(12);
  const texts = toolsets.flatMap(({ tools }) => tools.map(({ description }) => description));
  expect(new Set(texts).size).toBe(24);
});

it('wants one call of a tool that is there, or none, and judges no arguments', () => {
  const names = new Set(toolsets[0]?.tools.map(({ name }) => name));
  const calls = suite.scenarios.map(({ expected }) => expected.calls ?? null);
  expect(calls.filter((wanted) => wanted?.length === 0).length).toBe(8);
  const single = calls.flatMap((wanted) => (wanted?.length === 1 ? wanted : []));
  expect(single.length).toBe(30);
  expect(single.filter((call) => typeof call !== 'string' || !names.has(call))).toEqual([]);
});

it('samples the first request of each kind, and compares the nearest tool on all', () => {
  const nearest = ['encoder-desk1', 'encoder-desk2', 'words-desk1', 'words-desk2'];
  const asked = suite.scenarios.filter(({ id }) => id !== 'two-things-1');
  expect(asked.map(({ variants }) => variants?.slice(0, 4))).toEqual(asked.map(() => nearest));
  const sampled = asked.filter(({ variants }) => variants?.includes('sampled-desk1'));
  expect([sampled.length, asked.length]).toEqual([13, 38]);
  expect(
    suite.variants?.filter((variant) => variant.default === true).map(({ name }) => name),
  ).toEqual(['encoder-desk2']);
});
