import { expect, it } from 'vitest';
import { heldOut } from './held-out.ts';
import { parameters } from './parameters.ts';
import { requests } from './requests.ts';
import { descriptions2 } from './tools-2.ts';

it('has 30 requests with a tool and 8 without, and 36 and 6 held out', () => {
  expect(
    [requests, heldOut].map((set) => [
      set.filter(({ tool }) => tool !== null).length,
      set.filter(({ tool }) => tool === null).length,
    ]),
  ).toEqual([
    [30, 8],
    [36, 6],
  ]);
});

it('names every prompt once, and asks for every tool at least twice in both sets', () => {
  const all = [...requests, ...heldOut];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  for (const set of [requests, heldOut]) {
    const asked = Object.keys(parameters).filter(
      (name) => set.filter(({ tool }) => tool === name).length >= 2,
    );
    expect(asked).toEqual(Object.keys(parameters));
  }
});

it('lets no held-out prompt share a run of five words with a description', () => {
  const descriptions = Object.values(descriptions2).map(toWords);
  const shared = heldOut.flatMap(({ id, text }) => {
    const words = toWords(text);
    const runs = words
      .map((_, index) => words.slice(index, index + 5))
      .filter((run) => run.length === 5);
    return runs
      .map((run) => run.join(' '))
      .filter((run) =>
        descriptions.some((description) => ` ${description.join(' ')} `.includes(` ${run} `)),
      )
      .map((run) => `${id}: ${run}`);
  });
  expect(shared).toEqual([]);
});

function toWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9']+/gu) ?? [];
}
