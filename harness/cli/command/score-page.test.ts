import { expect, it } from 'vitest';

import { type PlacedScore, type ScorePage, toScoreJson, toScoreText } from './score-page.ts';

const one = (name: string, more: Partial<PlacedScore> = {}): PlacedScore => ({
  name,
  place: `${name}.json`,
  id: null,
  pass: true,
  wanted: null,
  scores: {},
  losses: [],
  deviations: [],
  effectsInferred: false,
  ...more,
});
const unread = [
  { place: 'cut.json', problems: [{ path: '$', expected: 'JSON', found: '{' }] },
] satisfies ScorePage['unread'];
const stored = {
  runFolder: 'runs/r',
  // Only what is printed of it is read here.
  summary: {} as never,
  gates: null,
  gateText: '',
  verdict: 'FAIL',
  exitCode: 1,
} satisfies ScorePage['stored'];

const pageOf = (
  cases: readonly PlacedScore[],
  more: Partial<Omit<ScorePage, 'score'>> & { readonly pass?: boolean } = {},
): ScorePage => ({
  score: { pass: more.pass ?? true, cases, warnings: [] },
  unread: more.unread ?? [],
  stored: more.stored ?? null,
});

it.each<[string, ScorePage, string]>([
  ['a single case without an id', pageOf([one('a')]), 'passed\n'],
  ['a single case with an id', pageOf([one('a', { id: 'x', pass: false })]), 'x failed\n'],
  [
    'a single case beside one that could not be read',
    pageOf([one('a', { pass: null })], { unread }),
    'a nothing to judge\n0 passed, 0 failed, 1 with nothing to judge, 1 not read\n',
  ],
  [
    'several cases, with what the document says of some',
    pageOf([
      one('a', { id: 'x', wanted: true }),
      one('b', { wanted: false }),
      one('c', { pass: false }),
    ]),
    'x passed\nb passed (the document says otherwise)\nc failed\n' +
      '2 passed, 1 failed; 1 of the 2 verdicts that the document gives hold\n',
  ],
  [
    'reasons and notes, with their events where there are any',
    pageOf([
      one('a', {
        pass: false,
        losses: [
          { code: 'missing_call', event: null, text: 'Not called' },
          { code: 'extra_call', event: 3, text: 'Called again' },
        ],
        deviations: [
          { code: 'call_as_text', event: 2, text: 'Written' },
          { code: 'empty_choice', event: null, text: 'None' },
        ],
      }),
    ]),
    'failed\n  missing_call: Not called\n  extra_call at 3: Called again\n' +
      '  note call_as_text at 2: Written\n  note empty_choice at ?: None\n',
  ],
  [
    'a run folder and its gates',
    pageOf([one('a')], { stored: { ...stored, gateText: 'gates\n' } }),
    'passed\nrun folder: runs/r\ngates\n',
  ],
])('as text: %s', (_name, page, text) => {
  expect(toScoreText(page)).toBe(text);
});

const plain = {
  id: null,
  pass: true,
  wanted: null,
  scores: {},
  losses: [],
  deviations: [],
  effectsInferred: false,
};

it.each<[string, ScorePage, unknown]>([
  ['a single case is the object itself', pageOf([one('a')]), { ...plain, warnings: [] }],
  [
    'a single case with a run folder',
    pageOf([one('a')], { stored }),
    { ...plain, warnings: [], runFolder: 'runs/r', verdict: 'FAIL', exitCode: 1 },
  ],
  [
    'several cases are listed, by id or else by name',
    pageOf([one('a', { id: 'x' }), one('b')], { pass: false }),
    {
      pass: false,
      cases: [
        { ...plain, id: 'x' },
        { ...plain, id: 'b' },
      ],
      warnings: [],
    },
  ],
  [
    'with a document that could not be read there is no verdict of all',
    pageOf([one('a')], { unread }),
    { pass: null, cases: [plain], warnings: [], unread },
  ],
  [
    'gates are given where there are some',
    pageOf([one('a')], { stored: { ...stored, gates: { verdict: 'FAIL' } as never } }),
    {
      ...plain,
      warnings: [],
      runFolder: 'runs/r',
      verdict: 'FAIL',
      exitCode: 1,
      gates: { verdict: 'FAIL' },
    },
  ],
])('as JSON: %s', (_name, page, value) => {
  const text = toScoreJson(page);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.endsWith('}\n')).toBe(true);
});
