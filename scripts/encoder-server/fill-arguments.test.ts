import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../harness/json/json.ts';
import { heldOut } from '../../suites/support-desk/held-out.ts';
import { parameters } from '../../suites/support-desk/parameters.ts';
import { requests } from '../../suites/support-desk/requests.ts';
import { fillArguments } from './fill-arguments.ts';

const caseId = { type: 'string', pattern: '^CS-[0-9]{4}$' };
const service = { type: 'string', enum: ['email', 'file_server', 'file'] };

it.each([
  ['a patterned string', { a: caseId }, [], 'News on CS-1042, please', { a: 'CS-1042' }],
  ['no patterned string in a longer word', { a: caseId }, ['a'], 'XCS-10421 is odd', {}],
  ['a pattern that is none', { a: { type: 'string', pattern: '(' } }, ['a'], 'so', {}],
  ['the longest choice said', { a: service }, [], 'Is the file server up?', { a: 'file_server' }],
  ['no optional choice unsaid', { a: service }, [], 'Is it up?', {}],
  ['a required choice unsaid: the first', { a: service }, ['a'], 'Is it up?', { a: 'email' }],
  [
    'text without what another field took',
    { id: caseId, note: { type: 'string', maxLength: 12 } },
    ['note'],
    'CS-1042 also   smells of smoke',
    { id: 'CS-1042', note: 'also smells ' },
  ],
  [
    'the whole text when nothing remains',
    { id: caseId, note: { type: 'string' } },
    ['note'],
    'CS-1042',
    { id: 'CS-1042', note: 'CS-1042' },
  ],
  ['no optional free text', { note: { type: 'string' } }, [], 'Something', {}],
  [
    'a number within bounds',
    { n: { type: 'integer', minimum: 1, maximum: 10 } },
    [],
    'On 2.5 or 12 or 3 pages',
    { n: 3 },
  ],
  ['no number out of an id', { n: { type: 'integer' } }, [], 'About CS-1042', {}],
  [
    'the least number when one is required',
    { n: { type: 'number', minimum: 4 } },
    ['n'],
    'Some',
    { n: 4 },
  ],
  [
    'a constant, a default, a flag',
    {
      c: { const: 'x' },
      d: { type: 'string', enum: ['p', 'q'], default: 'q' },
      f: { type: 'boolean' },
    },
    ['c', 'd', 'f'],
    'Some',
    { c: 'x', d: 'q', f: false },
  ],
  [
    'what lies inside',
    {
      o: { type: 'object', properties: { t: { type: 'string' } }, required: ['t'] },
      l: { type: 'array', items: caseId },
    },
    ['o', 'l'],
    'See CS-1042',
    { o: { t: 'See CS-1042' }, l: ['CS-1042'] },
  ],
] satisfies [string, JsonObject, string[], string, JsonObject][])(
  'fills %s',
  (...[, properties, required, text, filled]) => {
    expect(fillArguments({ type: 'object', properties, required }, text)).toEqual(filled);
  },
);

it('fills valid arguments for every tool of the desk from every prompt', () => {
  const ajv = new Ajv2020({ strict: true });
  for (const [name, schema] of Object.entries(parameters)) {
    const isValid = ajv.compile(schema);
    for (const { text } of [...requests, ...heldOut]) {
      const filled = fillArguments(schema, text);
      expect({ name, text, filled, valid: isValid(filled) }).toEqual({
        name,
        text,
        filled,
        valid: true,
      });
    }
  }
});
