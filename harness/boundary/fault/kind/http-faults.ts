import { Buffer } from 'node:buffer';

import type { Exchange } from '../../../core/talk/exchange.ts';
import type { WireForm } from '../../../core/talk/wire-form.ts';
import { toBodyText, toFirstHalf, withBody } from '../../../dialect/line/body-text.ts';
import type { ModelFaultKind } from '../fault-kind.ts';
import { makeExchange } from './make-exchange.ts';

const base = {
  on: 'model',
  layer: 'network',
  decides: ['termination.clean', 'effects.double'],
  trace: 'error',
  costs: 'attempt',
} as const;

const json = { 'content-type': 'application/json' };
/** From this wait on, the fault may exceed the deadline of a loop. */
const longWaitMs = 60_000;

const retries = 'Retries a bounded number of times; never treats an invalid answer as a reply';

/** Error answers of a provider, and answers that are not valid replies. */
export const httpFaults: readonly ModelFaultKind[] = [
  {
    ...base,
    kind: 'http',
    phase: 'before',
    about: 'The provider answers with a 5xx',
    correct: 'Retries a bounded number of times, after the wait that the answer asks for',
    parameters: [
      {
        name: 'status',
        type: 'number',
        default: 503,
        values: [500, 502, 503, 504, 529],
        about: 'Status of the answer',
      },
    ],
    strike: ({ values }) => {
      const status = values.number('status');
      const kind = status === 529 ? 'overloaded' : 'server';
      const message = `The server answered ${status}`;
      // 1 ms, so that agents that sleep in real time do not wait.
      const headers = { ...json, 'retry-after-ms': '1' };
      return {
        type: 'replace',
        toExchange: (wire) =>
          makeExchange(status, wire.toErrorBody({ status, kind, message }), headers),
      };
    },
  },
  {
    ...base,
    kind: 'rate_limited',
    costs: (values) => (values.number('retryAfterMs') >= longWaitMs ? 'task' : 'attempt'),
    ends: ['model_error'],
    phase: 'before',
    about: 'The provider answers 429 with a wait time',
    correct: 'Waits as asked if that fits into its deadline; otherwise gives up and reports it',
    decides: ['termination.clean'],
    parameters: [
      {
        name: 'retryAfterMs',
        type: 'number',
        default: 1,
        min: 0,
        about:
          'The wait asked for, in milliseconds; 3600000 is an hour, which no agent should sleep',
      },
    ],
    strike: ({ values }) => {
      const waitMs = values.number('retryAfterMs');
      const wait =
        waitMs < 1_000
          ? { 'retry-after-ms': String(waitMs) }
          : { 'retry-after': String(Math.ceil(waitMs / 1_000)) };
      const error = { status: 429, kind: 'rate_limit', message: 'Too many requests' } as const;
      return {
        type: 'replace',
        toExchange: (wire) => makeExchange(429, wire.toErrorBody(error), { ...json, ...wait }),
      };
    },
  },
  {
    ...base,
    kind: 'context_length',
    costs: 'task',
    ends: ['model_error'],
    phase: 'before',
    about: 'The provider rejects the conversation as too long (400)',
    correct: 'Does not resend the same request: shortens it, or ends and reports why',
    decides: ['termination.clean', 'effects.double', 'effects.half_batch'],
    parameters: [],
    strike: () => ({
      type: 'replace',
      toExchange: (wire) =>
        makeExchange(
          400,
          wire.toErrorBody({
            status: 400,
            kind: 'context_length',
            message: 'The conversation is longer than the model can read',
          }),
        ),
    }),
  },
  {
    ...base,
    kind: 'html_with_200',
    phase: 'before',
    about: 'A proxy answers 200 with a web page',
    correct: retries,
    parameters: [],
    strike: () => ({
      type: 'replace',
      toExchange: () =>
        makeExchange(200, '<!doctype html><title>Welcome</title><p>Sign in to go on</p>', {
          'content-type': 'text/html; charset=utf-8',
        }),
    }),
  },
  {
    ...base,
    kind: 'empty_body',
    phase: 'before',
    about: 'The answer is 200 without a body',
    correct: retries,
    parameters: [],
    strike: () => ({ type: 'replace', toExchange: () => makeExchange(200, '') }),
  },
  {
    ...base,
    kind: 'error_object_with_200',
    phase: 'before',
    about: 'The answer is 200 and its body is an error object',
    correct: retries,
    parameters: [],
    strike: () => ({
      type: 'replace',
      toExchange: (wire) =>
        makeExchange(
          200,
          wire.toErrorBody({ status: 200, kind: 'overloaded', message: 'The model is overloaded' }),
        ),
    }),
  },
  {
    ...base,
    kind: 'truncated_json',
    phase: 'during',
    about: 'The body is cut off, but the transfer ends normally',
    correct: `${retries}; runs no call of the partial answer`,
    parameters: [],
    strike: () => ({
      type: 'transform',
      apply: (exchange) => withBody(exchange, toFirstHalf(exchange)),
    }),
  },
  {
    ...base,
    kind: 'invalid_utf8',
    phase: 'during',
    about: 'The body contains bytes that are not valid UTF-8',
    correct: 'Reports the damage; never passes a broken character to a tool call',
    parameters: [],
    trace: 'reply',
    strike: () => ({ type: 'transform', apply: spoilBytes }),
  },
];

/** Puts the two bytes C3 28 (a lead byte without its second) into the first text value. */
function spoilBytes(exchange: Exchange, wire: WireForm): Exchange {
  const text = toBodyText(exchange);
  const at = wire.findText(text) ?? Math.floor(text.length / 2);
  const bytes = Buffer.concat([
    Buffer.from(text.slice(0, at)),
    Buffer.from([0xc3, 0x28]),
    Buffer.from(text.slice(at)),
  ]);
  const atMs = exchange.frames.at(-1)?.atMs ?? exchange.headersAtMs;
  return { ...exchange, frames: [{ atMs, base64: bytes.toString('base64') }] };
}
