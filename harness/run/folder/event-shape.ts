import {
  amount,
  anyObject,
  anything,
  count,
  flag,
  list,
  nullable,
  object,
  oneOf,
  optional,
  pattern,
  type Shape,
  text,
  variant,
  wholeFrom,
} from '../../json/shape.ts';
import { effectGrades } from '../../core/suite/effect-grade.ts';
import type { CallEdit, Deviation, ModelError, Usage } from '../../core/talk/model.ts';
import type { CallRef, Finding } from '../../core/talk/call.ts';
import { judgeStages } from '../../core/talk/call.ts';
import { stopReasons } from '../../core/trial/stop-reason.ts';
import { toolErrorShape } from '../../core/trial/tool-error-shape.ts';
import type { ReplyCall, TranscriptEvent } from '../../core/trial/transcript.ts';

type EventType = TranscriptEvent['type'];
type EventOf<Type extends EventType> = Extract<TranscriptEvent, { readonly type: Type }>;

const callRef: Shape<CallRef> = pattern('a call such as "t1c0"', /^t[0-9]{1,7}c[0-9]{1,7}$/u);
const ordinal = wholeFrom(1);
const grade = oneOf(...effectGrades);
const confirm = oneOf('not_needed', 'preview', 'confirmed', 'missing', 'invalid', 'needs_human');
const edited = object<CallEdit>({ fault: text, part: oneOf('id', 'arguments') });
const deviations = list(object<Deviation>({ code: text, text }));
const provenance = oneOf('live', 'recorded', 'scripted', 'fault');
const tier = oneOf('exact', 'allowed', 'loose', 'position');

const replyCall = object<ReplyCall>({
  ref: callRef,
  id: nullable(text),
  name: text,
  argumentsText: nullable(text),
  injected: optional(text),
  edited: optional(edited),
  unreadable: optional(text),
});

const usage = object<Usage>({ inputTokens: count, outputTokens: count });

const finding = object<Finding>({
  stage: oneOf(...judgeStages),
  code: text,
  path: optional(text),
  text,
});

const modelError = object<ModelError>({
  kind: oneOf('http', 'timeout', 'network', 'protocol', 'truncated_stream', 'cancelled'),
  code: text,
  status: nullable(count),
  retryable: flag,
  retryAfterMs: nullable(amount),
  message: text,
  deviations,
});

/** The shape was chosen by the type, so the type needs no separate check. */
const place = { seq: count, atMs: amount, type: text as Shape<never> } as const;

const shapes: { readonly [Type in EventType]: Shape<EventOf<Type>> } = {
  user: object<EventOf<'user'>>({ ...place, text }),
  toolset: object<EventOf<'toolset'>>({ ...place, toolset: text }),
  request: object<EventOf<'request'>>({
    ...place,
    turn: ordinal,
    attempt: ordinal,
    messages: count,
    offered: list(text),
  }),
  reply: object<EventOf<'reply'>>({
    ...place,
    turn: ordinal,
    attempt: ordinal,
    from: provenance,
    tier: optional(tier),
    text: nullable(text),
    refusal: nullable(text),
    calls: list(replyCall),
    stop: oneOf(
      'stop',
      'tool_calls',
      'length',
      'content_filter',
      'refusal',
      'error',
      'malformed_call',
      'pause',
      'other',
      'none',
    ),
    finishReason: nullable(text),
    usage: nullable(usage),
    model: nullable(text),
    deviations,
    durationMs: amount,
  }),
  model_error: object<EventOf<'model_error'>>({
    ...place,
    turn: ordinal,
    attempt: ordinal,
    from: provenance,
    error: modelError,
    durationMs: amount,
  }),
  judged: object<EventOf<'judged'>>({
    ...place,
    call: callRef,
    name: text,
    known: flag,
    grade: nullable(grade),
    reading: oneOf('parsed', 'normalised', 'repaired', 'invalid'),
    arguments: nullable(anyObject),
    exact: optional(text),
    findings: list(finding),
    caughtBy: nullable(oneOf(...judgeStages)),
    confirm,
    key: nullable(text),
    injected: optional(text),
    edited: optional(edited),
    unsaid: optional(oneOf(true)),
  }),
  refused: object<EventOf<'refused'>>({ ...place, call: callRef, error: toolErrorShape }),
  human: object<EventOf<'human'>>({
    ...place,
    call: callRef,
    answer: oneOf('approve', 'deny', 'silent'),
  }),
  delivery: object<EventOf<'delivery'>>({
    ...place,
    call: callRef,
    tool: text,
    delivery: ordinal,
    preview: flag,
    confirm,
    arguments: anyObject,
    exact: optional(text),
    idempotencyKey: nullable(text),
    from: optional(oneOf('history')),
  }),
  effect: object<EventOf<'effect'>>({
    ...place,
    call: callRef,
    delivery: ordinal,
    tool: text,
    grade,
    key: text,
    confirmed: flag,
    detail: optional(anything),
  }),
  result: object<EventOf<'result'>>({
    ...place,
    call: callRef,
    delivery: count,
    status: oneOf('success', 'empty', 'denied', 'error', 'timeout'),
    value: nullable(anything),
    error: nullable(toolErrorShape),
    cached: flag,
    durationMs: amount,
    executed: nullable(anyObject),
    from: optional(oneOf('history')),
  }),
  observation: object<EventOf<'observation'>>({
    ...place,
    call: callRef,
    content: text,
    fullChars: count,
    truncated: flag,
  }),
  journal: object<EventOf<'journal'>>({
    ...place,
    call: callRef,
    key: text,
    state: oneOf('intent', 'committed', 'failed', 'unknown'),
  }),
  fault: object<EventOf<'fault'>>({
    ...place,
    fault: text,
    kind: text,
    on: oneOf('model', 'tool'),
    turn: optional(ordinal),
    attempt: optional(ordinal),
    call: optional(callRef),
    tool: optional(text),
    delivery: optional(ordinal),
  }),
  guard: object<EventOf<'guard'>>({ ...place, guard: text, text, call: optional(callRef) }),
  end: object<EventOf<'end'>>({
    ...place,
    stopReason: oneOf(...stopReasons),
    text: nullable(text),
  }),
  state: object<EventOf<'state'>>({ ...place, state: anyObject }),
};

/** One event of a transcript. */
export const eventShape: Shape<TranscriptEvent> = variant<TranscriptEvent, 'type'>('type', shapes);
