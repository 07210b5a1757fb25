import { expect, it } from 'vitest';

import { readObservation } from './read-observation.ts';

const success = (value: unknown): object => ({ status: 'success', value });

it.each([
  ['{"id":"o-1"}', success({ id: 'o-1' })],
  ['[1]', success([1])],
  ['{"ok":true}', success({ ok: true })],
  ['{"cached":true,"note":"n","result":{"id":"r-1"}}', success({ id: 'r-1' })],
  ['{"status":"empty","meaning":"None","result":[]}', { status: 'empty', value: [] }],
  [
    '{"error":{"kind":"timeout","retryable":true,"message":"m"}}',
    { status: 'error', kind: 'timeout', retryable: true },
  ],
  [
    '{"error":{"kind":"unavailable","retryable":false,"next":"Use \\"other\\" instead: it answers the same"}}',
    { status: 'error', kind: 'unavailable', retryable: false, instead: 'other' },
  ],
  ['{"error":{"message":"m"}}', { status: 'bare', what: 'error' }],
  ['{"error":"failed"}', { status: 'bare', what: 'error' }],
  ['Error: the call failed', { status: 'bare', what: 'error' }],
  ['[an earlier result, left out]', { status: 'bare', what: 'error' }],
  ['{"id":"o-1","items":[1,2\n[cut: 20 of 90 characters shown]', success(null)],
  ['[{"id":1},\n[cut: 10 of 90 characters shown]', success(null)],
  ['', { status: 'bare', what: 'nothing' }],
  ['[]', { status: 'bare', what: 'nothing' }],
  ['null', { status: 'bare', what: 'nothing' }],
  ['{"orders":[],"total":0,"is_complete":true}', { status: 'bare', what: 'nothing' }],
])('%s', (content, expected) => {
  expect(readObservation(content)).toEqual(expected);
});
