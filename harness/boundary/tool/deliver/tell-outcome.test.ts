import { expect, it } from 'vitest';
import type { ToolErrorKind } from '../../../core/trial/tool-error.ts';
import { tool } from '../../../testing/loop-bench.ts';
import { tellOutcome } from './tell-outcome.ts';

const telling = { errors: 'structured', empty: 'meaning' } as const;

it.each<[ToolErrorKind, string | null]>([
  ['unavailable', 'Use "saved" instead: it answers the same'],
  ['timeout', 'Use "saved" instead: it answers the same'],
  ['bad_tool_result', 'Use "saved" instead: it answers the same'],
  ['invalid_arguments', null],
  ['denied', null],
])('%s names the fallback: %s', (kind, next) => {
  const error = { kind, message: 'm', retryable: false, recoverable: false };
  const told = tellOutcome(
    { status: 'error', error },
    tool('live', [], { fallback: 'saved' }),
    telling,
  );
  expect(told).toEqual({ error: { ...error, ...(next === null ? {} : { next }) } });
  const plain = tellOutcome({ status: 'error', error }, tool('live', []), telling);
  expect(plain).toEqual({ error });
});
