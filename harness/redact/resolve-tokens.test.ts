import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { JsonValue } from '../json/json.ts';
import { secretShapes } from '../testing/secret-shapes.ts';
import { createRedactor } from './create-redactor.ts';

const known = 'hunter2"quoted/9';
const options = { secrets: [known, '4711471147'], key: null, salt: 'recorded' };
const redactor = createRedactor(options);
const nothing = new Set<string>();

const leaf = fc.oneof(
  fc.string(),
  fc.constantFrom(...secretShapes.map(({ text }) => text), known, 'x [secret:00000000]'),
  fc.constantFrom(4711471147, 12345678, 1.5, null, true),
);
const value = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('api_key', known)), tie('value'), {
      maxKeys: 3,
    }),
    tie('value').map((inner) => JSON.stringify(inner)),
  ),
})).value;

it('property: what was redacted is found again in what is known, under another salt too', () => {
  const other = createRedactor({ ...options, salt: 'now' });
  fc.assert(
    fc.property(value, (found) => {
      const resolver = other.createResolver('recorded');
      resolver.learn(found);
      expect(resolver.resolveJson(redactor.redactJson(found), nothing)).toEqual(found);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['a word of a question', 'Find shoes, please', 'https://shop.test/?key=shoes'],
  ['a word with a full stop', 'Use the key demo-1.', 'api_key: "demo-1"'],
  ['a secret in base64', `It is ${known}`, Buffer.from(known).toString('base64')],
  ['a secret in a URL', `It is ${known}`, `https://x.test/?q=${encodeURIComponent(known)}`],
  ['a secret as JSON', `It is ${known}`, `say ${JSON.stringify(known)} twice`],
  ['a number in a text', 'My pin is 4711471147', 'It is 4711471147!'],
])('%s leads back to what a model made of it', (_, said, reply) => {
  const stored = redactor.redactText(reply);
  expect(stored).toMatch(/\[secret:[0-9a-f]{8}\]/);
  const resolver = redactor.createResolver('recorded');
  resolver.learn([{ role: 'user', content: said }]);
  expect(resolver.resolveJson(stored, nothing)).toBe(reply);
  expect(redactor.createResolver('recorded').resolveJson(stored, nothing)).toBe(stored);
});

it('a stream says again what it said', () => {
  const args = JSON.stringify({ password: known, pin: 4711471147, note: ['sk-test-ABCDEF123456'] });
  const frames = (args.match(/.{1,5}/gs) ?? []).map((piece, atMs) => ({
    atMs,
    text: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: piece } }] })}\n\n`,
  }));
  const resolver = redactor.createResolver('recorded');
  resolver.learn({ known, pin: 4711471147, key: 'sk-test-ABCDEF123456' });
  const stored = redactor.redactFrames(frames);
  const back = resolver.resolveFrames(stored);
  const say = (body: typeof stored): string =>
    body
      .map((frame) =>
        'text' in frame ? JSON.parse(frame.text.slice(6)).choices[0].delta.content : '',
      )
      .join('');
  expect(say(stored)).not.toMatch(/hunter2|4711471147|sk-test/);
  expect(JSON.parse(say(stored))).toBeTypeOf('object');
  expect(JSON.parse(say(back))).toEqual(JSON.parse(args));
});
