import { expect, it } from 'vitest';

import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { Transcript, type LateEffect } from './transcript.ts';

const effect: LateEffect = {
  type: 'effect',
  call: 't1c0',
  delivery: 1,
  tool: 'pay',
  grade: 'irreversible',
  key: 'A1',
  confirmed: true,
};

/** A clock that gives these times, one after the other. */
function createClock(...times: readonly number[]): ConstructorParameters<typeof Transcript>[0] {
  const left = [...times];
  return {
    nowMs: () => left.shift() ?? 0,
    sleep: () => Promise.resolve(),
    hold: (work) => work(),
    drain: () => Promise.resolve(),
  };
}

it('events are numbered from 0 and have the time of the trial in thousandths', () => {
  const transcript = new Transcript(createClock(0, 1.0004, 2.34567));
  const seqs = [1, 2, 3].map((part) => transcript.emit({ type: 'user', text: String(part) }));
  expect(seqs).toEqual([0, 1, 2]);
  expect(transcript.events).toEqual([
    { seq: 0, atMs: 0, type: 'user', text: '1' },
    { seq: 1, atMs: 1, type: 'user', text: '2' },
    { seq: 2, atMs: 2.346, type: 'user', text: '3' },
  ]);
});

it('a listener hears every event from then on, until the transcript is closed', () => {
  const heard: TranscriptEvent[] = [];
  const transcript = new Transcript(createClock());
  transcript.emit({ type: 'user', text: 'before' });
  transcript.listen((event) => void heard.push(event));
  transcript.emit({ type: 'user', text: 'heard' });
  transcript.close();
  transcript.emit({ type: 'user', text: 'after' });
  expect(heard).toEqual([{ seq: 1, atMs: 0, type: 'user', text: 'heard' }]);
});

it('what comes when the trial is over is no part of it; only effects are reported', () => {
  const late: LateEffect[] = [];
  const transcript = new Transcript(createClock(), (found) => void late.push(found));
  transcript.emit(effect);
  expect(late).toEqual([]);
  transcript.close();
  expect(transcript.emit({ type: 'user', text: 'late' })).toBe(1);
  expect(transcript.emit(effect)).toBe(1);
  expect(transcript.events.map(({ type }) => type)).toEqual(['effect']);
  expect(late).toEqual([effect]);
});

it('late effects that are not listened for are passed over', () => {
  const transcript = new Transcript(createClock());
  transcript.close();
  expect(transcript.emit(effect)).toBe(0);
});
