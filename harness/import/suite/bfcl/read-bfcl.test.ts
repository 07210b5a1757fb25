import { expect, it } from 'vitest';

import type { JsonValue } from '../../../json/json.ts';
import { scoreDocument } from '../../document/score-document.ts';
import { makeSuite } from '../make-suite.ts';
import { readBfcl } from './read-bfcl.ts';

const say = (content: string): object => ({ role: 'user', content });
const area = {
  name: 'shape.area',
  description: 'The area of a shape.',
  parameters: {
    type: 'dict',
    properties: {
      width: { type: 'integer' },
      scale: { type: 'float' },
      unit: { type: 'string' },
      type: { type: 'any' },
      points: { type: 'tuple', items: { type: 'float' } },
    },
    required: ['width'],
  },
};
const mail = { name: 'mail', description: 'Sends.', parameters: { type: 'dict', properties: {} } };
const ask = (id: string, functions: readonly object[], more: readonly object[] = []): object => ({
  id,
  question: [[say(`Do ${id}`)], ...more],
  function: functions,
});

const questions = [
  ask('simple_0', [area]),
  ask('simple_1', [area]),
  ask('simple_2', [mail]),
  ask('irrelevance_0', [mail]),
  ask('live_relevance_0', [mail, area]),
  ask('simple_3', [mail], [[say('And then?')]]),
  { id: 'simple_4' },
];
const answers = [
  {
    id: 'simple_0',
    ground_truth: [{ 'shape.area': { width: [5], scale: [1.5, 2], unit: ['cm', ''] } }],
  },
  {
    id: 'simple_1',
    ground_truth: [{ 'shape.area': { width: [5] } }, { 'shape.area': { width: [6] } }],
  },
];
const toLines = (rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n');

const suite = readBfcl({
  name: 'data/simple.json',
  text: toLines(questions),
  read: (path) => (path === '../answers/simple.json' ? toLines(answers) : null),
  list: () => [],
});

it('each list of tools is a toolset with a variant, types are those of JSON Schema, names have no dots', () => {
  expect(suite.toolsets.map(({ id, tools }) => [id, tools.map(({ name }) => name)])).toEqual([
    ['simple@1', ['shape_area']],
    ['simple@2', ['mail']],
    ['simple@3', ['mail', 'shape_area']],
  ]);
  expect(suite.toolsets[0]?.tools[0]?.['parameters']).toEqual({
    type: 'object',
    properties: {
      width: { type: 'integer' },
      scale: { type: 'number' },
      unit: { type: 'string' },
      type: {},
      points: { type: 'array', items: { type: 'number' } },
    },
    required: ['width'],
  });
  expect(suite.scenarios.map(({ id, user, variants }) => [id, user, variants])).toEqual([
    ['simple_0', 'Do simple_0', ['tools-1']],
    ['simple_1', 'Do simple_1', ['tools-1']],
    ['irrelevance_0', 'Do irrelevance_0', ['tools-2']],
    ['live_relevance_0', 'Do live_relevance_0', ['tools-3']],
  ]);
  expect(suite.notes.map(({ place, text }) => `${place}: ${text}`)).toEqual([
    'data/simple.json:3: there is no answer to it',
    'data/simple.json:6: it has several turns',
    'data/simple.json:7: "id" or "question" is missing',
  ]);
  expect(makeSuite(suite)).toMatchObject({ scenarios: 4 });
});

it.each<[string, readonly JsonValue[], boolean]>([
  ['simple_0', [['shape_area', '{"width":5,"scale":2.0}']], true],
  ['simple_0', [['shape_area', '{"width":5,"scale":1.5,"unit":"CM"}']], true],
  ['simple_0', [['shape_area', '{"width":6,"scale":1.5}']], false],
  ['simple_0', [['shape_area', '{"width":5}']], false],
  [
    'simple_1',
    [
      ['shape_area', '{"width":6}'],
      ['shape_area', '{"width":5}'],
    ],
    true,
  ],
  ['simple_1', [['shape_area', '{"width":5}']], false],
  ['irrelevance_0', [], true],
  ['irrelevance_0', [['mail', '{}']], false],
  ['live_relevance_0', [['shape_area', '{"width":1}']], true],
  ['live_relevance_0', [], false],
])('%s with the calls %j', (id, calls, pass) => {
  const expected = suite.scenarios.find((one) => one.id === id)?.expected;
  const tools = { shape_area: { effect: 'read' }, mail: { effect: 'read' } };
  const result = scoreDocument(JSON.stringify({ tools, cases: [{ id, expected, calls }] }));
  expect(result.ok && result.value.cases[0]?.pass).toBe(pass);
});
