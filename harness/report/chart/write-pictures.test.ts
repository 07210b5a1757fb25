import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { makeRun, type MadeRun, type MadeRunTrial } from '../../testing/made-run.ts';
import { collectRun } from '../open/collect-run.ts';
import type { TrialResult } from '../open/trial-result.ts';
import type { ReportInput } from '../report-writer.ts';
import { chartSizes } from './chart-style.ts';
import { listSvgPictures, writePng, writeSvg } from './write-pictures.ts';

interface Made {
  readonly variants: readonly string[];
  readonly tools: readonly string[];
  readonly scenarios?: number;
  /** By variant; without one the price is unknown. */
  readonly prices?: readonly number[];
}

/** A run with all that pictures show. */
async function toInput(made: Made): Promise<Pick<ReportInput, 'data' | 'results'>> {
  const { variants, tools, scenarios = 3 } = made;
  const trials = variants.flatMap((variant, place) =>
    Array.from({ length: scenarios * 2 }, (_, index): MadeRunTrial => {
      const called = tools[(index + place) % tools.length] ?? '';
      const price = made.prices?.[place];
      return {
        scenario: `s${index >> 1}`,
        variant,
        repeat: 1 + (index & 1),
        values: {
          'task.success': (index + place) % 3 === 0 ? 0 : 1,
          'selection.exact': 0.5,
          'cost.input_tokens': 100,
          'cost.tool_ms': 20,
          ...(price === undefined ? {} : { 'cost.price': price }),
        },
        facts: { confusion: [{ expected: tools[index % tools.length] ?? '', called }] },
        events: toEvents(called, 10 * (index + 1)),
        faults: [
          { name: 'f', kind: `kind ${called}`, planned: 1, fired: 1, noticed: 1, handled: true },
        ] as never,
      };
    }),
  );
  return await toReportInput(makeRun(trials));
}

async function toReportInput(run: MadeRun): Promise<Pick<ReportInput, 'data' | 'results'>> {
  async function* results(): AsyncGenerator<TrialResult> {
    yield* run.results;
  }
  return {
    results,
    data: {
      suite: 'made',
      verdict: 'PASS',
      exitCode: 0,
      run: await collectRun(run, results),
      comparisons: [],
      gates: null,
    },
  };
}

function toEvents(tool: string, durationMs: number): readonly TranscriptEvent[] {
  // Pictures read these fields of a reply and of a result, and no others.
  return [
    { type: 'reply', calls: [{ ref: 'c1', id: null, name: tool, argumentsText: '{}' }] },
    { type: 'result', call: 'c1', cached: false, durationMs },
    { type: 'result', call: 'c1', cached: true, durationMs: 99_999 },
  ] as unknown as readonly TranscriptEvent[];
}

const plain: Made = { variants: ['a', 'b'], tools: ['find', 'refund'], prices: [0.001, 0.002] };
const names = [
  'values',
  'reliability',
  'cost-success',
  'confusion-a',
  'confusion-b',
  'faults',
  'latency',
];

it('draws each plot as PNG and as SVG, and says in one line what cannot be drawn', async () => {
  const input = await toInput(plain);
  const [png, svg] = [await writePng(input), await writeSvg(input)];
  expect(png.files.map(({ name }) => name)).toEqual(names.map((name) => `${name}.png`));
  expect(svg.files.map(({ name }) => name)).toEqual(names.map((name) => `${name}.svg`));
  expect(png.notes).toEqual(['no picture of: curves (nothing was swept)']);
  expect(svg.notes).toEqual(png.notes);
});

it('the same run has the same bytes as SVG', async () => {
  const [one, two] = [await writeSvg(await toInput(plain)), await writeSvg(await toInput(plain))];
  expect(one).toEqual(two);
});

it('a variant without a price is named and not drawn at 0', async () => {
  const input = await toInput({ ...plain, prices: [0.001] });
  const { notes } = await writeSvg(input);
  expect(notes[0]).toContain('price of some variants (the price is unknown for b)');
  const found = await findPicture(input, 'cost-success');
  expect(found?.caption).toContain('Not drawn: the price is unknown for b.');
  expect(toTexts(found?.svg ?? '').filter(({ text }) => text === 'b')).toEqual([]);
});

it('draws tokens where no price is known', async () => {
  const { prices: _, ...unpriced } = plain;
  const input = await toInput(unpriced);
  expect(await findPicture(input, 'cost-success')).toBeUndefined();
  expect((await findPicture(input, 'tokens-success'))?.caption).toContain('No price is known.');
});

it('tells how long tools took by their real calls, and in which time', async () => {
  const found = await findPicture(await toInput({ ...plain, tools: ['find'] }), 'latency');
  expect(found?.title).toBe('Latency by tool, virtual time');
  const texts = toTexts(found?.svg ?? '').map(({ text }) => text);
  expect(texts).toContain('find: median 35 ms, slowest 60 ms of 12');
});

it('large runs are split into pictures that fit a slide, and large matrices show the most mistakes', async () => {
  const tools = Array.from({ length: 40 }, (_, index) => `tool_${index}`);
  const variants = Array.from({ length: 8 }, (_, index) => `variant ${index}`);
  const input = await toInput({ variants, tools, scenarios: 20 });
  const pictures = await listSvgPictures(input);
  const latency = pictures.filter(({ name }) => name.startsWith('latency'));
  expect(latency.map(({ title }) => title)).toEqual(
    [1, 2, 3].map((part) => `Latency by tool, virtual time (${part} of 3)`),
  );
  const confusion = pictures.find(({ name }) => name === 'confusion-variant_1');
  expect(confusion?.caption).toContain('Of 40 tools the 20 with the most mistakes are shown');
  for (const { svg } of pictures) {
    expect(Number(/height="([0-9.]+)"/u.exec(svg)?.[1])).toBeLessThan(1700);
  }
});

it('all names that files and ids are made from stay apart', async () => {
  const input = await toInput({ ...plain, variants: ['A', 'a', '退', '款', 'a/b', 'a b'] });
  const pictures = await listSvgPictures(input);
  const files = pictures.map(({ name }) => name.toLowerCase());
  expect(new Set(files).size).toBe(files.length);
  const ids = pictures.flatMap(({ svg }) =>
    [...svg.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it('texts are never cut, never small, and markup in names stays text', async () => {
  const hostile = [
    'a'.repeat(200),
    '查询订单'.repeat(30),
    '<script>alert(1)</script>',
    '"><svg/onload=x>',
    'one_tool_of_many'.repeat(6),
  ];
  const name = fc.oneof(
    fc.constantFrom(
      'a'.repeat(200),
      '查询订单'.repeat(30),
      '<script>alert(1)</script>',
      '"><svg/onload=x>',
    ),
    fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('find', 'orders', '退款', 'WWWW'), { minLength: 1, maxLength: 20 })
      .map((parts) => parts.join('_')),
  );
  const list = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(list, list, async (variants, tools) => {
      for (const { svg } of await listSvgPictures(
        await toInput({ variants, tools, scenarios: 1 }),
      )) {
        expect(svg).not.toMatch(/<(?:script|svg\/|image|foreignObject)/u);
        const [, width, height] = (/width="([0-9.]+)" height="([0-9.]+)"/u.exec(svg) ?? []).map(
          Number,
        );
        const least = Math.min(...Object.values(chartSizes));
        const wrong = toTexts(svg).filter(
          ({ size, corners }) =>
            size < least ||
            corners.some(([x, y]) => x < 0 || x > (width ?? 0) || y < 0 || y > (height ?? 0)),
        );
        expect(wrong).toEqual([]);
      }
    }),
    { numRuns: 3, examples: [[hostile, hostile]] },
  );
});

async function findPicture(input: Pick<ReportInput, 'data' | 'results'>, wanted: string) {
  return (await listSvgPictures(input)).find(({ name }) => name === wanted);
}

interface Text {
  readonly text: string;
  readonly size: number;
  /** The ends of its line, and of the tops of its letters. */
  readonly corners: readonly (readonly [number, number])[];
}

/** The texts of an SVG with their places; the outlines of other scripts are not among them. */
function toTexts(svg: string): readonly Text[] {
  return [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/gu)].map(([, words = '', text = '']) => {
    const read = (word: string): string =>
      new RegExp(` ?${word}="([^"]*)"`, 'u').exec(words)?.[1] ?? '';
    const [size, length] = [Number(read('font-size')), Number(read('textLength'))];
    const turned = read('transform')
      .match(/-?[0-9.]+/gu)
      ?.map(Number);
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = turned ?? [
      1,
      0,
      0,
      1,
      Number(read('x')),
      Number(read('y')),
    ];
    const back = { middle: 0.5, end: 1 }[read('text-anchor')] ?? 0;
    const at = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const;
    const [left, right, top] = [-back * length, (1 - back) * length, -0.75 * size];
    return { text, size, corners: [at(left, 0), at(right, 0), at(left, top), at(right, top)] };
  });
}
