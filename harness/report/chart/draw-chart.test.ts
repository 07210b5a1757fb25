import { createCanvas, loadImage } from '@napi-rs/canvas';
import { ChartJSNodeCanvas } from 'chartjs-node-canvas';
import { expect, it } from 'vitest';

import type { Forest } from '../text/to-forest.ts';
import type { Heat } from '../text/to-heat.ts';
import { loadChartFonts } from './chart-fonts.ts';
import { drawChart, type SizedChart } from './draw-chart.ts';
import { toForestChart } from './to-forest-chart.ts';
import { toHeatChart } from './to-heat-chart.ts';

const fonts = loadChartFonts();
const pixelRatio = 2;

const forest: Forest = {
  title: '参考 -> 新版: paired differences',
  axis: 'points',
  min: -40,
  max: 40,
  zero: 0,
  margin: -5,
  series: [],
  rows: [
    {
      label: '查询订单',
      points: [{ value: -20, low: -35, high: -5, kind: 'worse', text: '-0.200' }],
    },
    { label: 'Straße', points: [{ value: 10, low: 2, high: 18, kind: 'better', text: '+0.100' }] },
    { label: 'open', points: [{ value: 1, low: -9, high: 99, kind: 'open', text: '+0.010' }] },
    {
      label: 'no interval',
      points: [{ value: 0, low: null, high: null, kind: 'open', text: '0' }],
    },
  ],
};

const heat: Heat = {
  title: '退款: expected and called tools',
  key: 'green: as expected',
  rowTitle: 'expected',
  columnTitle: 'called',
  columns: ['查询订单', '退款', '(no call)'],
  rows: [
    {
      label: '查询订单',
      cells: [
        { text: '12', heat: 0.8, tone: 'good' },
        { text: '3', heat: 0.2, tone: 'bad' },
        { text: '', heat: null, tone: 'bad' },
      ],
    },
    {
      label: '退款',
      cells: [
        { text: '', heat: null, tone: 'bad' },
        { text: '7', heat: 1, tone: 'good' },
        { text: '1', heat: 0.1, tone: 'bad' },
      ],
    },
  ],
};

const words = { title: '退款: title', caption: 'What it shows.', key: 'Bar: 95 % interval.' };

const charts: readonly (readonly [string, () => SizedChart])[] = [
  ['forest plot', () => toForestChart(forest, words, fonts)],
  ['heat map', () => toHeatChart(heat, words, fonts)],
];

it.each(charts)('a %s is the picture that chartjs-node-canvas draws', async (_, create) => {
  const { width, height, config } = create();
  const reference = createReference(width, height).renderToBufferSync({
    ...config,
    options: { ...config.options, devicePixelRatio: pixelRatio },
  });
  const [ours, theirs] = [await readPixels(drawChart(create())), await readPixels(reference)];
  expect([ours.width, ours.height]).toEqual([theirs.width, theirs.height]);
  expect(ours.width).toBe(width * pixelRatio);
  const differing = ours.data.filter((value, at) => Math.abs(value - (theirs.data[at] ?? 0)) > 8);
  expect(differing.length / ours.data.length).toBeLessThan(0.001);
});

it.each(charts)('the same %s has the same bytes', (_, create) => {
  expect(Buffer.from(drawChart(create())).equals(Buffer.from(drawChart(create())))).toBe(true);
});

it('a picture changes with its data', () => {
  const other = { ...forest, rows: forest.rows.slice(1) };
  const [one, two] = [forest, other].map((plot) => drawChart(toForestChart(plot, words, fonts)));
  expect(one).not.toEqual(two);
});

it('B163: Chinese is drawn with signs, each its own, not with one box for all', async () => {
  const drawn = await Promise.all(['查', '询', '订', '单', '退', '款', 'ß'].map(inkOf));
  expect(new Set(drawn).size).toBe(drawn.length);
});

it('B163: what no shipped font has is shown by its code, and reported', () => {
  const own = loadChartFonts();
  expect(own.toDrawable('查询订单 退款 Straße 😀 Ж')).toBe(
    '查询订单 退款 Straße [U+1F600] [U+0416]',
  );
  expect(own.missing()).toEqual(['Ж', '😀']);
});

it('B163: long labels are cut in the middle', () => {
  expect(loadChartFonts().toDrawable('abcdefghij', 5)).toBe('ab…ij');
});

/** It has its own copy of Chart.js, for which the parts must be loaded again, by name. */
function createReference(width: number, height: number): ChartJSNodeCanvas {
  return new ChartJSNodeCanvas({
    width,
    height,
    plugins: { modern: ['chartjs-chart-error-bars', 'chartjs-chart-matrix'] },
  });
}

async function readPixels(
  png: Uint8Array,
): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }> {
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { width, height } = image;
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

/** What one character looks like, as text. */
async function inkOf(character: string): Promise<string> {
  const canvas = createCanvas(40, 40);
  const context = canvas.getContext('2d');
  context.font = '30px "Toolrig Latin", "Toolrig Chinese"';
  context.fillText(character, 2, 32);
  const { data } = await readPixels(canvas.toBuffer('image/png'));
  const ink = data.reduce((sum, value) => sum + value, 0);
  expect(ink).toBeGreaterThan(0);
  return `${ink}:${Buffer.from(data).toString('base64')}`;
}
