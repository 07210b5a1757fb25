import { expect, it } from 'vitest';

import type { JsonObject } from '../json/json.ts';
import { HandlerOutcome } from '../core/trial/tool-outcome.ts';
import { toEffectGrade } from './to-effect-grade.ts';
import { toToolResult } from './to-tool-result.ts';

const text = (value: string): JsonObject => ({ type: 'text', text: value });
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

it.each<[string, JsonObject, unknown]>([
  ['structured content', { content: [text('{"a":1}')], structuredContent: { a: 1 } }, { a: 1 }],
  ['one text', { content: [text('Done')] }, 'Done'],
  ['several texts', { content: [text('a'), text('b')] }, 'a\nb'],
  ['other parts', { content: [text('a'), image] }, [text('a'), image]],
  ['nothing', { content: [] }, []],
])('gives %s', (_, result, value) => {
  expect(toToolResult({ ok: true, result })).toEqual(value);
});

const failed = (message: string): Parameters<typeof toToolResult>[0] => ({
  ok: true,
  result: { isError: true, content: [text(message)] },
});

it.each<[string, Parameters<typeof toToolResult>[0], string, string]>([
  ['an error', failed('No such file\n at x'), 'failed', 'No such file'],
  ['a refusal', failed('Access denied - path outside'), 'denied', 'Access denied - path outside'],
  [
    'a refusal with a head',
    failed('Error: permission denied'),
    'denied',
    'Error: permission denied',
  ],
  [
    'an error that speaks of one',
    failed('The log says access denied'),
    'failed',
    'The log says access denied',
  ],
  [
    'wrong arguments',
    { ok: false, code: -32_602, message: 'a is missing' },
    'invalid_arguments',
    'a is missing',
  ],
  ['another error', { ok: false, code: -32_603, message: 'Oops' }, 'failed', 'Oops'],
])('an answer that is %s', (...[, answer, kind, message]) => {
  const made = toToolResult(answer);
  expect(made instanceof HandlerOutcome ? made.outcome : made).toMatchObject({
    error: { kind, message },
  });
});

it.each<[Readonly<Record<string, boolean>>, string, string | null]>([
  [{ readOnlyHint: true, destructiveHint: true }, 'read', 'readOnlyHint: true'],
  [{ idempotentHint: true, destructiveHint: true }, 'idempotent', 'idempotentHint: true'],
  [{ destructiveHint: false }, 'irreversible', 'destructiveHint: false'],
  [{ idempotentHint: false }, 'irreversible', 'idempotentHint: false'],
  [{ readOnlyHint: false, openWorldHint: true }, 'irreversible', null],
  [{}, 'irreversible', null],
])('the hints %j speak for the grade %s', (hints, grade, hint) => {
  expect(toEffectGrade({ hints })).toEqual({ grade, hint });
});
