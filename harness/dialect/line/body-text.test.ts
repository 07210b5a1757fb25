import { expect, it } from 'vitest';
import type { Exchange } from '../../core/talk/exchange.ts';
import { isEventStream, toBodyText, toFirstHalf, toStreamEvents, withBody } from './body-text.ts';

const answer = (
  texts: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Exchange => ({
  status: 200,
  headers,
  headersAtMs: 3,
  frames: texts.map((text, index) => ({ atMs: (index + 1) * 10, text })),
  end: 'complete',
  endAtMs: 99,
});

it.each<[readonly string[], readonly (readonly [number, string])[]]>([
  [[], []],
  [[''], [[10, '']]],
  [['ab', 'cd'], [[10, 'ab']]],
  [['abc', 'de'], [[10, 'abc']]],
  [
    ['a', 'bcde'],
    [
      [10, 'a'],
      [20, 'bc'],
    ],
  ],
  [
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
    [
      [10, 'a'],
      [20, 'b'],
      [30, 'c'],
      [40, 'd'],
    ],
  ],
])('the first half of %j is %j', (texts, kept) => {
  const expected = kept.map(([atMs, text]) => ({ atMs, text }));
  // A body without text has no half to keep.
  expect(toFirstHalf(answer(texts))).toEqual(texts.join('') === '' ? [] : expected);
});

it.each<[readonly string[], readonly (readonly [number, string])[]]>([
  [[], []],
  [
    ['data: 1\n\n', 'data: 2\n\n'],
    [
      [10, 'data: 1\n\n'],
      [20, 'data: 2\n\n'],
    ],
  ],
  [
    ['data: 1\n\ndata: 2', '\n\n'],
    [
      [10, 'data: 1\n\n'],
      [20, 'data: 2\n\n'],
    ],
  ],
  [
    ['data: 1\r\n\r\ndata: 2\r\n\r\n'],
    [
      [10, 'data: 1\r\n\r\n'],
      [10, 'data: 2\r\n\r\n'],
    ],
  ],
  [
    ['data: 1\n\nda', 'ta: 2'],
    [
      [10, 'data: 1\n\n'],
      [20, 'data: 2'],
    ],
  ],
  [['data: 1\n', 'id: 2\n', '\n'], [[30, 'data: 1\nid: 2\n\n']]],
])('the events of %j are %j', (texts, events) => {
  expect(toStreamEvents(answer(texts))).toEqual(events.map(([atMs, text]) => ({ atMs, text })));
});

it.each<[string, Exchange, boolean]>([
  ['its content type', answer([], { 'content-type': 'text/event-stream; charset=utf-8' }), true],
  ['its first line', answer(['da', 'ta: 1\n\n'], { 'content-type': 'text/plain' }), true],
  ['neither', answer(['{"a":"data:"}'], { 'content-type': 'application/json' }), false],
  ['nothing', answer([]), false],
])('a stream is known by %s', (_name, exchange, isStream) => {
  expect(isEventStream(exchange)).toBe(isStream);
});

it('bytes of a frame are read as UTF-8', () => {
  const exchange = {
    ...answer([]),
    frames: [
      { atMs: 1, base64: 'w6Q=' },
      { atMs: 2, text: 'b' },
    ],
  };
  expect(toBodyText(exchange)).toBe('äb');
});

it.each<[string, Exchange, number]>([
  ['the same end', withBody(answer(['a']), [{ atMs: 7, text: 'b' }], 'complete'), 99],
  ['another end', withBody(answer(['a']), [{ atMs: 7, text: 'b' }], 'reset'), 7],
  ['another end and no body', withBody(answer(['a']), [], 'reset'), 3],
])('an exchange with %s ends at its time', (_name, { endAtMs }, at) => {
  expect(endAtMs).toBe(at);
});
