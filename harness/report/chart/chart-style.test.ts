import { expect, it } from 'vitest';

import { chartColors } from './chart-style.ts';

const paper = chartColors.paper;

it.each(['better', 'worse', 'margin', 'good', 'bad'] as const)(
  '%s differs from the paper',
  (name) => {
    expect(toContrast(chartColors[name], paper)).toBeGreaterThanOrEqual(3);
  },
);

it.each(chartColors.series)('the series %s differs from the paper', (color) => {
  expect(toContrast(color, paper)).toBeGreaterThanOrEqual(3);
});

it.each(['ink', 'soft'] as const)('text in %s can be read', (name) => {
  expect(toContrast(chartColors[name], paper)).toBeGreaterThanOrEqual(4.5);
});

/** Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB. */
const eyes: Readonly<Record<string, readonly (readonly number[])[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

const sets: Readonly<Record<string, readonly string[]>> = {
  series: chartColors.series,
  changes: [chartColors.better, chartColors.worse, chartColors.soft],
  cells: [chartColors.good, chartColors.bad],
};

it.each(Object.keys(eyes).flatMap((eye) => Object.keys(sets).map((set) => [eye, set] as const)))(
  '%s eyes tell the %s apart',
  (eye, set) => {
    const seen = (sets[set] ?? []).map((color) => toLab(see(color, eyes[eye] ?? [])));
    const distances = seen.flatMap((one, place) =>
      seen
        .slice(place + 1)
        .map((other) => Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)))),
    );
    // CIE 1976; about 2.3 is just noticeable side by side, small marks need ten times that.
    expect(Math.min(...distances)).toBeGreaterThan(23);
  },
);

it('red and green of the same lightness would not be told apart', () => {
  const [one, two] = ['#0f7b4f', '#b3261e'].map((color) => toLab(see(color, eyes['protan'] ?? [])));
  expect(Math.hypot(...(one ?? []).map((part, at) => part - (two?.[at] ?? 0)))).toBeLessThan(23);
});

function toLinear(color: string): readonly number[] {
  return [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}

function see(color: string, eye: readonly (readonly number[])[]): readonly number[] {
  const light = toLinear(color);
  return eye.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, part, at) => sum + part * (light[at] ?? 0), 0),
      ),
    ),
  );
}

function toLab([red = 0, green = 0, blue = 0]: readonly number[]): readonly number[] {
  const bend = (part: number): number =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116;
  const x = bend((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = bend(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = bend((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function toContrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map(toLinear)
    .map(([red = 0, green = 0, blue = 0]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
