import { expect, it } from 'vitest';
import type { Exchange } from '../../core/talk/exchange.ts';
import { findDeadline } from './find-deadline.ts';

const timeouts = { modelTimeoutMs: 1_000, headersTimeoutMs: 300, gapTimeoutMs: 200 };

function streamed(
  frames: readonly (readonly [number, string])[],
  end: Partial<Exchange>,
): Exchange {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    headersAtMs: 100,
    frames: frames.map(([atMs, text]) => ({ atMs, text })),
    end: 'complete',
    endAtMs: frames.at(-1)?.[0] ?? 100,
    ...end,
  };
}

const silence: Exchange = {
  status: 0,
  headers: {},
  headersAtMs: 0,
  frames: [],
  end: 'stalled',
  endAtMs: 0,
};

it.each([
  [
    'in time',
    streamed(
      [
        [150, 'data: a\n\n'],
        [300, 'data: b\n\n'],
      ],
      {},
    ),
    null,
  ],
  ['no answer', silence, [300, 'headers_timeout']],
  [
    'a late refusal',
    { ...silence, end: 'refused' as const, endAtMs: 400 },
    [300, 'headers_timeout'],
  ],
  ['an early refusal', { ...silence, end: 'refused' as const, endAtMs: 5 }, null],
  ['late headers', streamed([], { headersAtMs: 301, endAtMs: 301 }), [300, 'headers_timeout']],
  ['headers and nothing else', streamed([], { end: 'stalled' }), [300, 'body_timeout']],
  [
    'a gap',
    streamed(
      [
        [150, 'data: a\n\n'],
        [400, 'data: b\n\n'],
      ],
      {},
    ),
    [350, 'body_timeout'],
  ],
  [
    'a gap filled with keep-alives',
    streamed(
      [
        [150, 'data: a\n\n'],
        [250, ': ping\n\n'],
        [340, '\n\n'],
        [400, 'data: b\n\n'],
      ],
      {},
    ),
    [350, 'body_timeout'],
  ],
  [
    'a keep-alive in two pieces',
    streamed(
      [
        [150, 'data: a\n\n: pi'],
        [300, 'ng\n\n'],
        [349, 'data: b\n\n'],
      ],
      {},
    ),
    null,
  ],
  [
    'content without end',
    streamed(
      Array.from({ length: 12 }, (_, index) => [150 + 100 * index, 'data: a\n\n'] as const),
      {},
    ),
    [1_000, 'model_timeout'],
  ],
  ['a stall', streamed([[150, 'data: a\n\n']], { end: 'stalled' }), [350, 'body_timeout']],
  ['a reset', streamed([[150, 'data: a\n\n']], { end: 'reset' }), null],
] as const)('%s', (_name, exchange, want) => {
  const found = findDeadline(exchange, timeouts, false);
  expect(found === null ? null : [found.atMs, found.code]).toEqual(want);
});

it('blanks that keep a slow body alive are no content', () => {
  const body = streamed(
    [
      [250, ' '],
      [420, '\n'],
      [480, '{}'],
    ],
    {
      headers: { 'content-type': 'application/json' },
    },
  );
  expect(findDeadline(body, timeouts, false)).toEqual({
    atMs: 300,
    limitMs: 200,
    code: 'body_timeout',
  });
});

it('a reply that was whole before the line went bad is in time', () => {
  const stalled = streamed([[150, 'data: [DONE]\n\n']], { end: 'stalled', endAtMs: 9_000 });
  expect(findDeadline(stalled, timeouts, true)).toBeNull();
});

it('without deadlines of their own, headers and gaps have that of the whole', () => {
  expect(findDeadline(silence, { modelTimeoutMs: 700 }, false)).toEqual({
    atMs: 700,
    limitMs: 700,
    code: 'headers_timeout',
  });
});
