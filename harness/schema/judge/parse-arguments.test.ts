import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import type { JsonObject } from '../../json/json.ts';
import { parseArguments } from './parse-arguments.ts';

const noFields = { type: 'object', properties: {}, required: [] };
const needsId = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

function read(
  text: string | null,
  effect: EffectGrade = 'read',
  parameters: JsonObject = noFields,
) {
  return parseArguments(text, { parameters, effect });
}

/** Codes with their hints. */
function damageOf(text: string, effect: EffectGrade = 'read'): readonly string[] {
  const reading = read(text, effect, needsId);
  if (reading.status !== 'invalid') return [];
  return reading.problems.map(({ code, hint }) => (hint === undefined ? code : `${code}/${hint}`));
}

it.each(['', '  \n', '\t\r\n ', null])(
  'reads %j as {} and says so, for a tool without required fields (B001, B002, B003)',
  (text) => {
    expect(read(text)).toEqual({ status: 'normalised', value: {} });
    expect(read(text, 'idempotent')).toEqual({ status: 'normalised', value: {} });
  },
);

it('reads {} as sent: nothing was normalised (B003)', () => {
  expect(read('{}')).toEqual({ status: 'parsed', value: {} });
});

it('names the missing field, not the JSON, when nothing was sent for a tool that needs it (B002)', () => {
  expect(read('', 'read', needsId)).toEqual({
    status: 'invalid',
    problems: [
      {
        code: 'missing_required',
        path: '$.id',
        message: 'is required and missing: no arguments were sent',
      },
    ],
  });
});

it.each([
  ['', noFields],
  [null, noFields],
  ['', needsId],
])('never takes %j for {} where the call cannot be undone', (text, parameters) => {
  const reading = read(text, 'irreversible', parameters);
  expect(reading).toMatchObject({ status: 'invalid', problems: [{ code: 'empty_arguments' }] });
});

it.each(['[]', 'null', '"sku-1"', '17', 'true', '[{"sku":"x"}]'])(
  'refuses %s: arguments are an object (B015)',
  (text) => {
    expect(damageOf(text)).toEqual(['not_an_object']);
    expect(damageOf(text, 'irreversible')).toEqual(['not_an_object']);
  },
);

it.each([
  ['B004', '"{\\"order_id\\": 42}"', 'not_an_object/double_encoded'],
  ['B023', '"{\\"pages\\":[{\\"id\\":\\"1\\"}]}"', 'not_an_object/double_encoded'],
  ['B008', "{'path': 'a.txt', 'body': 'one, two', 'draft': True}", 'invalid_json/python_literal'],
  ['B010', '{"title":"Q3","body":"Revenue rose by', 'invalid_json/unterminated'],
  ['B013', '{"steps":["build","test"', 'invalid_json/unterminated'],
  ['B014', '{scope: "eu"', 'invalid_json/unquoted_key'],
  ['B016', '```json\n{"zone":"Asia/Tokyo"}\n```', 'invalid_json/fenced'],
  ['B018', '{"text":"line 1\nline 2\tend \\\\n kept"}', 'invalid_json/control_character'],
  ['B019', '{"limit":NaN}', 'invalid_json/non_finite'],
  ['B019', '{"limit":Infinity}', 'invalid_json/non_finite'],
  ['B019', '{"limit":-Infinity}', 'invalid_json/non_finite'],
  ['B019', '{"limit":1e400}', 'not_finite'],
  ['B020', '{"{"ids":[1]}', 'invalid_json/missing_colon'],
])('%s: %s is %s', (_id, text, wanted) => {
  expect(damageOf(text)).toEqual([wanted]);
});

it.each([
  ['B006', '{"text":"[1,2,3]"}', { text: '[1,2,3]' }],
  ['B006', '{"text":"[hotfix]: see [ticket 12]"}', { text: '[hotfix]: see [ticket 12]' }],
  ['B007', '{"q":"what\'s Anna\'s d\\u00f6ner shop"}', { q: "what's Anna's döner shop" }],
  ['B017', '{"md":"run ```npm ci``` then `npm test`"}', { md: 'run ```npm ci``` then `npm test`' }],
  ['B021', '{"ms":120000.0}', { ms: 120000 }],
])('%s: %s is taken as it stands', (_id, text, value) => {
  expect(read(text)).toEqual({ status: 'parsed', value });
});

it('refuses a key that is said twice, at any depth, and names each', () => {
  const reading = read('{"amount":10,"amount":1000,"to":{"id":1,"id":1},"list":[{"a":1},{"a":2}]}');
  expect(reading).toMatchObject({
    status: 'invalid',
    problems: [
      { code: 'duplicate_key', path: '$.amount' },
      { code: 'duplicate_key', path: '$.to.id' },
    ],
  });
});

it('says where a number is too large, as text that a record can hold', () => {
  const reading = read('{"list":[1,{"n":-1e999}]}');
  expect(reading).toEqual({
    status: 'invalid',
    problems: [
      {
        code: 'not_finite',
        path: '$.list[1].n',
        message: 'must be a finite number, and is too large to be one',
        expected: 'number',
        found: '-Infinity',
      },
    ],
  });
});

it('refuses nesting without end', () => {
  const text = `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`;
  expect(damageOf(text)).toEqual(['too_deep']);
});

it('never tells the words of the engine', () => {
  const reading = read('{"a":}');
  expect(reading).toEqual({
    status: 'invalid',
    problems: [
      {
        code: 'invalid_json',
        path: '$',
        message:
          'the arguments are not JSON: a value was due, and "}" stands there, at character 6',
        hint: 'unexpected_character',
      },
    ],
  });
});

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), {
  noNullPrototype: true,
});

it('gives back every object that JSON can carry', () => {
  fc.assert(
    fc.property(jsonObject, (value) => {
      const text = JSON.stringify(value);
      expect(read(text)).toEqual({ status: 'parsed', value: JSON.parse(text) });
    }),
    { seed: 11 },
  );
});

it('never takes a cut text for a whole one, and calls it unterminated', () => {
  fc.assert(
    fc.property(jsonObject, fc.nat(), (value, seed) => {
      const text = JSON.stringify(value);
      const cut = text.slice(0, 1 + (seed % (text.length - 1)));
      expect(damageOf(cut)).toEqual(['invalid_json/unterminated']);
    }),
    { seed: 11 },
  );
});

it('reads any text to a verdict, the same for the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const reading = read(text);
      expect(read(text)).toEqual(reading);
      expect(['parsed', 'normalised', 'invalid']).toContain(reading.status);
    }),
    { seed: 11 },
  );
});
