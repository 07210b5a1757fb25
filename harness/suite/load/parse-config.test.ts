import { expect, it } from 'vitest';

import { parseConfig } from './parse-config.ts';

it('reads limits and margins, with their defaults', () => {
  const parsed = parseConfig({
    suites: ['suites/orders'],
    gates: [
      { metric: 'effects.double', max: 0 },
      { metric: 'task.success', min: 0.95, at: 'lower', suite: 'orders', variant: 'reference' },
      { metric: 'selection.f1', margin: 0.05 },
    ],
  });
  expect(parsed).toEqual({
    ok: true,
    value: {
      suites: ['suites/orders'],
      baselines: 'reports/baseline',
      allow: { hosts: [], keys: [] },
      redaction: { patterns: [], fields: [], keep: [] },
      scorers: [],
      reporters: [],
      importers: [],
      faultKinds: [],
      gates: [
        {
          metric: 'effects.double',
          suite: null,
          variant: null,
          kind: 'limit',
          min: null,
          max: 0,
          at: 'value',
        },
        {
          metric: 'task.success',
          suite: 'orders',
          variant: 'reference',
          kind: 'limit',
          min: 0.95,
          max: null,
          at: 'lower',
        },
        { metric: 'selection.f1', suite: null, variant: null, kind: 'margin', margin: 0.05 },
      ],
    },
  });
});

it.each([
  ['no object', null, /^\$: expected an object$/u],
  ['an unknown field', { gate: [] }, /^\$\.gate: unknown field/u],
  ['consent that is no object', { allow: ['a.example'] }, /^\$\.allow: expected an object/u],
  ['consent to something else', { allow: { host: [] } }, /^\$\.allow\.host: unknown field/u],
  ['consent to no text', { allow: { hosts: [1] } }, /^\$\.allow\.hosts\[0\]: expected a text/u],
  ['gates that are no list', { gates: {} }, /^\$\.gates: expected a list/u],
  [
    'an unknown metric',
    { gates: [{ metric: 'task.succes', min: 1 }] },
    /"task\.succes" is not a metric/u,
  ],
  ['a metric left out', { gates: [{ min: 1 }] }, /nothing is not a metric/u],
  ['a gate without a rule', { gates: [{ metric: 'task.success' }] }, /can never fail: it needs/u],
  [
    'a limit and a margin',
    { gates: [{ metric: 'task.success', min: 1, margin: 0.1 }] },
    /not both/u,
  ],
  [
    'a limit that always holds',
    { gates: [{ metric: 'task.success', min: 0 }] },
    /can never fail: every value/u,
  ],
  [
    'another that always holds',
    { gates: [{ metric: 'effects.double', max: 1 }] },
    /can never fail: every value/u,
  ],
  [
    'a limit that never holds',
    { gates: [{ metric: 'task.success', min: 95 }] },
    /above the highest value/u,
  ],
  [
    'limits that exclude each other',
    { gates: [{ metric: 'task.success', min: 0.9, max: 0.8 }] },
    /can never hold/u,
  ],
  [
    'a limit that is no number',
    { gates: [{ metric: 'task.success', min: Number.NaN }] },
    /found NaN/u,
  ],
  [
    'a negative margin',
    { gates: [{ metric: 'task.success', margin: -0.1 }] },
    /at least 0, found -0\.1/u,
  ],
  ['another figure', { gates: [{ metric: 'task.success', min: 0.9, at: 'low' }] }, /found "low"/u],
  [
    'a figure beside a margin',
    { gates: [{ metric: 'task.success', margin: 0.1, at: 'lower' }] },
    /goes with/u,
  ],
  [
    'a field too many',
    { gates: [{ metric: 'task.success', min: 0.9, treshold: 1 }] },
    /treshold: unknown field/u,
  ],
  [
    'two margins',
    {
      gates: [
        { metric: 'task.success', margin: 0.1 },
        { metric: 'task.success', margin: 0.2 },
      ],
    },
    /only one can hold/u,
  ],
  ['a suite that is no text', { suites: [1] }, /^\$\.suites\[0\]: expected a text/u],
])('refuses %s', (_name, value, problem) => {
  const parsed = parseConfig(value);
  expect(parsed.ok ? [] : parsed.error).toEqual([expect.stringMatching(problem)]);
});

it('reads what redaction takes out besides, and refuses a pattern that could take too long', () => {
  const redaction = { patterns: ['ACME-[0-9]+'], fields: ['password'], keep: ['demo'] };
  expect(parseConfig({ redaction })).toMatchObject({ ok: true, value: { redaction } });
  expect(parseConfig({ redaction: { patterns: ['[a-z]+@x'], field: [] } })).toMatchObject({
    ok: false,
    error: [
      '$.redaction.field: unknown field: expected one of patterns, fields, keep',
      expect.stringMatching(
        /^\$\.redaction\.patterns\[0\]: "\[a-z\]\+@x" cannot be used: .*such as \{1,64\}/u,
      ),
    ],
  });
  expect(parseConfig({ redaction: true })).toMatchObject({ ok: false });
});
