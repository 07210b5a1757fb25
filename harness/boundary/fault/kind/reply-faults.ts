import type { ModelFaultKind } from '../fault-kind.ts';

const base = {
  on: 'model',
  layer: 'output',
  phase: 'after',
  trace: 'reply',
  costs: 'nothing',
} as const;

/** Faults in a reply's finish reason and in the form of its calls. */
export const replyFaults: readonly ModelFaultKind[] = [
  {
    ...base,
    kind: 'contradicting_finish',
    about: 'The finish reason contradicts the reply: calls with "stop", or none with "tool_calls"',
    correct: 'Acts on the calls that are present and reports the contradiction',
    decides: ['effects.missing', 'termination.clean'],
    parameters: [],
    strike: () => ({ type: 'transform', apply: (exchange, wire) => wire.contradict(exchange) }),
  },
  {
    ...base,
    kind: 'call_as_text',
    costs: 'attempt',
    spoils: true,
    about: 'The calls are written as text instead of being made',
    correct:
      'Runs nothing from text and does not treat it as an answer: asks the model to make the call',
    decides: ['task.success'],
    parameters: [],
    strike: () => ({ type: 'transform', apply: (exchange, wire) => wire.writeCalls(exchange) }),
  },
];
