import type { EventBody } from '../core/trial/transcript.ts';

/** The body of one kind of event. */
export type EventBodyOf<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

/** Events with usual contents, for tests that say only what matters. */
export const usualEvent = {
  delivery: (more: Partial<EventBodyOf<'delivery'>> = {}): EventBodyOf<'delivery'> => ({
    type: 'delivery',
    call: 't1c0',
    tool: 'send',
    delivery: 1,
    preview: false,
    confirm: 'not_needed',
    arguments: {},
    idempotencyKey: null,
    ...more,
  }),

  effect: (more: Partial<EventBodyOf<'effect'>> = {}): EventBodyOf<'effect'> => ({
    type: 'effect',
    call: 't1c0',
    delivery: 1,
    tool: 'send',
    grade: 'idempotent',
    key: 'a',
    confirmed: true,
    ...more,
  }),

  result: (more: Partial<EventBodyOf<'result'>> = {}): EventBodyOf<'result'> => ({
    type: 'result',
    call: 't1c0',
    delivery: 1,
    status: 'success',
    value: null,
    error: null,
    cached: false,
    durationMs: 5,
    executed: null,
    ...more,
  }),

  judged: (more: Partial<EventBodyOf<'judged'>> = {}): EventBodyOf<'judged'> => ({
    type: 'judged',
    call: 't1c0',
    name: 'look',
    known: true,
    grade: 'read',
    reading: 'parsed',
    arguments: {},
    findings: [],
    caughtBy: null,
    confirm: 'not_needed',
    key: null,
    ...more,
  }),

  request: (more: Partial<EventBodyOf<'request'>> = {}): EventBodyOf<'request'> => ({
    type: 'request',
    turn: 1,
    attempt: 1,
    messages: 1,
    offered: [],
    ...more,
  }),
};
