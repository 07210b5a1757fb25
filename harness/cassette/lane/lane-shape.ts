import type { ServedLine, ToolLine } from '../../core/talk/cassette.ts';
import type { BodyFrame, Exchange } from '../../core/talk/exchange.ts';
import type { SideLine } from '../../core/talk/side.ts';
import type { Lane } from '../../core/suite/lane.ts';
import { isJsonObject } from '../../json/json.ts';
import {
  amount,
  anyObject,
  anything,
  count,
  list,
  type Misfit,
  nullable,
  object,
  oneOf,
  optional,
  pattern,
  record,
  type Shape,
  text,
  toShape,
  variant,
  wholeFrom,
} from '../../json/shape.ts';
import type { StoredFormat } from '../../json/stored-format.ts';
import { toolErrorShape } from '../../core/trial/tool-error-shape.ts';
import type { RequestShape, ToolShape } from '../match/request-shape.ts';
import type {
  CallKey,
  CallLine,
  EndLine,
  Fork,
  HeadLine,
  LaneLine,
  MessageLine,
} from './lane-line.ts';
import type { Part } from './part.ts';

const turn = wholeFrom(1);

const lane = object<Lane>({
  suite: text,
  scenario: text,
  variant: text,
  plan: text,
  repeat: wholeFrom(1),
});

const headShape = object<HeadLine>({
  type: oneOf('head'),
  version: oneOf(1),
  lane,
  recordedAt: pattern(
    'a time such as "2026-01-31T12:00:00Z"',
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$/u,
  ),
  protocol: count,
  salt: nullable(text),
  fork: nullable(object<Fork>({ lane, turn })),
  source: anyObject,
});

const partId: Shape<string> = pattern('16 hexadecimal digits', /^[0-9a-f]{16}$/u);

const request = object<RequestShape>({
  model: anything,
  system: list(partId),
  tools: nullable(
    list(
      object<ToolShape>({
        name: text,
        description: nullable(partId),
        parameters: nullable(partId),
        rest: anyObject,
      }),
    ),
  ),
  params: anyObject,
});

const textFrame = object<{ readonly atMs: number; readonly text: string }>({ atMs: amount, text });
const base64 = pattern(
  'base64',
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u,
);
const bytesFrame = object<{ readonly atMs: number; readonly base64: string }>({
  atMs: amount,
  base64,
});

const frame = toShape<BodyFrame>({ oneOf: [textFrame.schema, bytesFrame.schema] }, (value) => {
  const { text: said, base64: bytes } = isJsonObject(value) ? value : {};
  if (bytes === undefined) return textFrame(value);
  if (said === undefined) return bytesFrame(value);
  return { path: [], expected: 'either a text or base64', found: value };
});

const status = toShape<number>({ type: 'integer', minimum: 0, maximum: 599 }, (value) => {
  if (value === 0) return null;
  const fits = Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;
  return fits ? null : { path: [], expected: 'an HTTP status, or 0 for none', found: value };
});

const exchange = object<Exchange>({
  status,
  headers: record(text),
  headersAtMs: amount,
  frames: list(frame),
  end: oneOf('complete', 'reset', 'stalled', 'refused'),
  endAtMs: amount,
  notes: optional(
    list(object<{ readonly code: string; readonly text: string }>({ code: text, text })),
  ),
});

const attempts = list(object<CallLine['attempts'][number]>({ attempt: wholeFrom(1), exchange }));

/** One model call with its attempts. */
export const callShape = object<CallLine>({
  type: oneOf('call'),
  turn,
  request: optional(request),
  messages: text,
  key: object<CallKey>({ request: text, chain: text, decisions: text }),
  attempts: toShape(attempts.schema, (value) => attempts(value) ?? inOrder(value)),
});

/** A call holds at least one attempt, and each is later than the one before. */
function inOrder(value: unknown): Misfit | null {
  // The shape has just checked that each is an attempt.
  const found = value as CallLine['attempts'];
  if (found.length === 0) return { path: [], expected: 'at least one attempt', found };
  const index = found.findIndex(({ attempt }, at) => attempt <= (found[at - 1]?.attempt ?? 0));
  if (index < 0) return null;
  const before = found[index - 1]?.attempt ?? 0;
  return {
    path: [index, 'attempt'],
    expected: `a number above ${before}`,
    found: found[index]?.attempt,
  };
}

/** One tool result. */
export const toolShape = object<ToolLine & { readonly type: 'tool' }>({
  type: oneOf('tool'),
  call: text,
  delivery: wholeFrom(1),
  tool: text,
  arguments: anything,
  status: text,
  content: anything,
});

/** One answer of a live back end. */
export const servedShape = object<ServedLine & { readonly type: 'served' }>({
  type: oneOf('served'),
  tool: text,
  arguments: anything,
  status: oneOf('success', 'empty', 'denied', 'error', 'timeout'),
  value: anything,
  error: nullable(toolErrorShape),
  meaning: optional(text),
});

/** One request besides the conversation, with its answer. */
export const sideShape = object<SideLine & { readonly type: 'side' }>({
  type: oneOf('side'),
  method: text,
  path: text,
  body: anything,
  exchange,
});

/** The seal. */
export const endShape = object<EndLine>({
  type: oneOf('end'),
  calls: count,
  lines: count,
  hash: text,
  end: anyObject,
});

/** A message of a conversation, as far as replay reads it. */
export const messageShape = object<{ readonly role: string }>({ role: text });

const pieces = list(text);
const kinds: { readonly [Kind in Part['kind']]: Shape<Extract<Part, { readonly kind: Kind }>> } = {
  system: object({ kind: oneOf('system'), text: pieces }),
  system_message: object({ kind: oneOf('system_message'), message: anyObject }),
  tool_description: object({ kind: oneOf('tool_description'), tool: text, text: pieces }),
  tool_parameters: object({ kind: oneOf('tool_parameters'), tool: text, schema: anything }),
};

/** The first line of a lane, which states the version of the whole file. */
export const headFormat: StoredFormat<HeadLine> = {
  name: 'recording-head',
  about: 'The first line of a recording.',
  shape: headShape,
  field: 'version',
  upgrades: [],
};

/** The other lines. */
export const lineShape: Shape<Exclude<LaneLine, HeadLine>> = variant('type', {
  msg: object<MessageLine>({ type: oneOf('msg'), n: count, message: anyObject }),
  call: callShape,
  tool: toolShape,
  served: servedShape,
  side: sideShape,
  end: endShape,
});

/** A part in its file. */
export const partFormat: StoredFormat<Part> = {
  name: 'recording-part',
  about: 'A part of requests that many recordings share.',
  shape: variant<Part, 'kind'>('kind', kinds),
  field: 'version',
  isBeside: true,
  upgrades: [],
};
