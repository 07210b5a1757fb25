import type { ScriptedReply } from '../../core/suite/suite.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import {
  about,
  anyText,
  anyValue,
  as,
  fields,
  flag,
  type Format,
  type InputOf,
  list,
  need,
  object,
  oneOf,
  record,
  refer,
} from './format.ts';

export const saidCallFormat = about(
  'A call that a scripted model makes.',
  object({
    name: need(anyText),
    arguments: about(
      'A text is sent as it is; `null` leaves the arguments out. Default `{}`.',
      anyValue,
    ),
    id: as<string | null>({
      type: ['string', 'null'],
      description: 'Default `call_<n>`; `null` leaves it out.',
    }),
  }),
);

/** A call that a scripted model makes. */
export type CallInput = InputOf<typeof saidCallFormat>;

export const streamEndFormat = about(
  '`done`: [DONE] is sent; `eof`: it ends without; `reset`; `stall`.',
  oneOf(['done', 'eof', 'reset', 'stall']),
);

const streamEnd: Format<InputOf<typeof streamEndFormat>> = refer('streamEnd');
const chunks: Format<readonly JsonValue[]> = as({ type: 'array' });

const stream = fields({ chunks: need(chunks), end: streamEnd });
const said = fields({
  calls: list(refer<CallInput>('saidCall')),
  text: about('What the model says.', anyText),
  finish: about('Default `tool_calls` with calls, else `stop`.', anyText),
  stream: about('Sent as a stream.', flag),
});

/** One `if` after another, so that a finding speaks of the form that was meant. */
export function choose(condition: JsonObject, yes: JsonValue, no: JsonValue): JsonObject {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then: yes, else: no };
}

const plainHttp = fields({
  type: anyValue,
  status: need(as<number>({ type: 'integer', minimum: 100, maximum: 599 })),
  headers: record(anyText),
  body: anyValue,
  text: anyText,
});

const anyHttp: JsonObject = {
  properties: { type: { enum: ['body', 'text', 'stream'] } },
  ...choose(
    { properties: { type: { const: 'stream' } } },
    fields({ type: anyValue, chunks: need(chunks), end: need(streamEnd) }).schema,
    {
      ...plainHttp.schema,
      ...choose(
        { properties: { type: { const: 'body' } } },
        { required: ['body'] },
        { required: ['text'] },
      ),
    },
  ),
};

export const replyFormat: Format<ReplyInput> = as({
  type: ['string', 'object'],
  description: 'A text; calls; a whole body or one choice; chunks of a stream; or plain HTTP.',
  if: { type: 'object' },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: choose(
    { required: ['type'] },
    anyHttp,
    choose(
      { required: ['chunks'] },
      stream.schema,
      choose({ anyOf: [{ required: ['choices'] }, { required: ['message'] }] }, true, {
        ...said.schema,
        minProperties: 1,
      }),
    ),
  ),
});

export const repliesFormat = about('Replies in order.', list(refer<ReplyInput>('reply')));

/**
 * A reply of a scripted model: a text; calls with or without a text; a whole chat-completion body
 * (`{ choices }` or one choice as `{ message, finish_reason }`); chunks of a stream; or plain HTTP.
 */
export type ReplyInput =
  | string
  | CallsReplyInput
  | ChoiceReplyInput
  | InputOf<typeof stream>
  | ScriptedReply;

/** A reply that calls tools (or only says something). */
export type CallsReplyInput = InputOf<typeof said>;

/** One choice of a chat completion, or a whole body. */
export interface ChoiceReplyInput {
  readonly message?: JsonValue;
  readonly finish_reason?: string | null;
  readonly usage?: JsonValue;
  readonly choices?: JsonValue;
  readonly [field: string]: JsonValue | undefined;
}
