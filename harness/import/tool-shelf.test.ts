import { expect, it } from 'vitest';
import { readToolShelf } from './tool-shelf.ts';

const send = {
  type: 'function',
  function: { name: 'send', description: 'Sends', parameters: { type: 'object' } },
};
const look = {
  name: 'look',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
};

it('a list is for every suite', () => {
  const shelf = readToolShelf(JSON.stringify([send, look]), '/data/airline_tools.json');
  expect(shelf.toolset.id).toBe('airline_tools');
  expect(shelf.of('any').map(({ name, description, grade }) => [name, description, grade])).toEqual(
    [
      ['send', 'Sends', 'irreversible'],
      ['look', '', 'irreversible'],
    ],
  );
});

it('lists by suite are kept apart, and each tool is once in the whole', () => {
  const shelf = readToolShelf(JSON.stringify({ mail: [send], desk: [send, look] }), 't.json');
  expect(shelf.of('mail').map(({ name }) => name)).toEqual(['send']);
  expect(shelf.of('other')).toEqual([]);
  expect(shelf.toolset.tools.map(({ name }) => name)).toEqual(['send', 'look']);
});

it('a schema that nothing can be judged with is refused with its place', () => {
  const odd = { name: 'odd', parameters: { type: 'object', minimum: 'x' } };
  expect(() => readToolShelf(JSON.stringify([send, odd]), 't.json')).toThrow(
    /^Cannot import "t\.json \$\[1\]\.parameters": nothing can be judged with this schema: /u,
  );
});

it('what is ignored in a definition is reported with its place, each place once', () => {
  const odd = {
    name: 'odd',
    parameters: { type: 'object', properties: { a: { optional: true } } },
  };
  const shelf = readToolShelf(JSON.stringify({ one: [odd, send], two: [send] }), 't.json');
  expect(shelf.ignored).toEqual([
    't.json $.one[0].parameters.properties.a.optional: "optional" is no keyword of JSON Schema 2020-12, so it is ignored and checks nothing; leave the field out of "required" of the object around it',
  ]);
});
