import { expect, it } from 'vitest';

import { makeHostileRun } from '../../../testing/hostile-run.ts';
import { toTimeline } from './timeline.ts';

const place = { scenario: 's', variant: 'v', plan: 'none', repeat: 1 };

it('each moment is a bar on its line, named and linked to its event', () => {
  const events = makeHostileRun().results[0]?.trial.events ?? [];
  const picture = toTimeline(events, place)?.source ?? '';
  const bars = [...picture.matchAll(/event=(\d+)"\s*aria-label="(\w+): /gu)].map(
    ([, event, line]) => `${line} ${events[Number(event)]?.type}`,
  );
  expect(new Set(bars)).toEqual(
    new Set(['user user', 'model reply', 'tool result', 'effect effect']),
  );
});

const base = {
  type: 'reply',
  attempt: 1,
  from: 'live',
  text: null,
  refusal: null,
  calls: [],
  stop: 'stop',
  finishReason: null,
  usage: null,
  model: null,
  deviations: [],
} as const;

it('time runs to the right, within the picture, and what takes none can still be seen', () => {
  const picture = toTimeline(
    [
      { type: 'user', text: 'x', seq: 0, atMs: 0 },
      { ...base, turn: 1, durationMs: 400, seq: 1, atMs: 400 },
      { ...base, turn: 2, durationMs: 600, seq: 2, atMs: 1000 },
    ],
    place,
  );
  const bars = (picture?.source ?? '').matchAll(/\sx="([\d.]+)"\s*y="\d+"\s*width="([\d.]+)"/gu);
  expect([...bars].map(([, x, width]) => [Number(x), Number(width)])).toEqual([
    [80, 5],
    [80, 325.2],
    [405.2, 487.8],
  ]);
});

it('nothing happened: no picture', () => {
  expect(toTimeline([], place)).toBeNull();
});
