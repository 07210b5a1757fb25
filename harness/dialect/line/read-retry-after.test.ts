import { expect, it } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const nowMs = Date.UTC(2026, 0, 1, 12, 0, 0);

it.each([
  ['soon', null, 'retry_after_unreadable'],
  ['-5', null, 'retry_after_unreadable'],
  ['', null, 'retry_after_unreadable'],
  ['1e9', null, 'retry_after_unreadable'],
  ['NaN', null, 'retry_after_unreadable'],
  ['Infinity', null, 'retry_after_unreadable'],
  ['2026-01-01', null, 'retry_after_unreadable'],
  ['999999999', null, 'retry_after_absurd'],
  ['0', 0, null],
  ['2', 2_000, null],
  [' 2 ', 2_000, null],
  ['0.5', 500, null],
  ['3600', 3_600_000, null],
  ['Wed, 21 Oct 2099 07:28:00 GMT', null, 'retry_after_absurd'],
  ['Thu, 01 Jan 2026 12:00:02 GMT', 2_000, null],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0, null],
])('B104 B105 Retry-After "%s" waits %s ms', (value, ms, code) => {
  const wait = readRetryAfter({ 'retry-after': value }, nowMs);
  expect([wait.ms, wait.deviations[0]?.code ?? null]).toEqual([ms, code]);
});

it.each([
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after-ms': 'x', 'retry-after': '9' }, 9_000],
  [{ 'retry-after-ms': 'x' }, null],
  [{}, null],
])('%j waits %s ms', (headers, ms) => {
  expect(readRetryAfter(headers).ms).toBe(ms);
});

it('a date means nothing without a time to hold it against', () => {
  expect(readRetryAfter({ 'retry-after': 'Thu, 01 Jan 2026 12:00:02 GMT' })).toMatchObject({
    ms: null,
    deviations: [{ code: 'retry_after_unreadable' }],
  });
});
