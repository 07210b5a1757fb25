import { toFirstHalf, withBody } from '../../../dialect/line/body-text.ts';
import type { ModelFaultKind } from '../fault-kind.ts';
import { makeSilence } from './make-exchange.ts';

const base = {
  on: 'model',
  layer: 'network',
  decides: ['termination.clean', 'effects.double'],
  costs: 'attempt',
} as const;

const retries = 'Retries a bounded number of times; repeats nothing that was already done';

/** Network faults between the loop and the model. */
export const networkFaults: readonly ModelFaultKind[] = [
  {
    ...base,
    kind: 'timeout',
    phase: 'before',
    about: 'The provider never answers',
    correct: retries,
    trace: 'error',
    parameters: [],
    strike: () => ({ type: 'replace', toExchange: () => makeSilence('stalled') }),
  },
  {
    ...base,
    kind: 'refused',
    phase: 'before',
    about: 'The connection is refused',
    correct: retries,
    trace: 'error',
    parameters: [],
    strike: () => ({ type: 'replace', toExchange: () => makeSilence('refused') }),
  },
  {
    ...base,
    kind: 'reset_before_body',
    phase: 'before',
    about: 'The connection is reset before the response line',
    correct: retries,
    trace: 'error',
    parameters: [],
    strike: () => ({ type: 'replace', toExchange: () => makeSilence('reset') }),
  },
  {
    ...base,
    kind: 'reset_in_body',
    phase: 'during',
    about: 'The connection is reset in the middle of the body',
    correct: `${retries}; runs no call of the partial answer`,
    trace: 'error',
    parameters: [],
    strike: () => ({
      type: 'transform',
      apply: (exchange) => withBody(exchange, toFirstHalf(exchange), 'reset'),
    }),
  },
  {
    ...base,
    kind: 'stalled_body',
    phase: 'during',
    about: 'The body stops in the middle and the connection stays open',
    correct: `${retries}; the deadline covers the body too, not only the headers`,
    trace: 'error',
    parameters: [],
    strike: () => ({
      type: 'transform',
      apply: (exchange) => withBody(exchange, toFirstHalf(exchange), 'stalled'),
    }),
  },
  {
    ...base,
    kind: 'slow_first_byte',
    phase: 'before',
    about: 'The answer is complete but starts late',
    correct: 'Waits as long as its deadline allows, then retries',
    trace: 'delay',
    parameters: [
      { name: 'delayMs', type: 'number', default: 20_000, min: 1, about: 'Milliseconds of delay' },
    ],
    strike: ({ values }) => ({
      type: 'transform',
      apply: (exchange) => {
        const delayMs = values.number('delayMs');
        return {
          ...exchange,
          headersAtMs: exchange.headersAtMs + delayMs,
          frames: exchange.frames.map((frame) => ({ ...frame, atMs: frame.atMs + delayMs })),
          endAtMs: exchange.endAtMs + delayMs,
        };
      },
    }),
  },
];
