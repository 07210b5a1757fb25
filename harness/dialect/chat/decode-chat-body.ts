import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { Deviation } from '../../core/talk/model.ts';
import { readStopWord } from '../../core/talk/read-stop-word.ts';
import { chatForm } from './chat-form.ts';
import { type BadBodyParts, toBadBody } from '../line/to-bad-body.ts';
import type { DecodeContext, Decoded, GoodBody } from '../decoded.ts';
import { finishReply } from '../reply/finish-reply.ts';
import { pickExtra } from '../message-extra.ts';
import { nameShape } from '../line/name-shape.ts';
import { nameDamage } from '../line/name-damage.ts';
import { parseBody } from '../line/parse-body.ts';
import { type ErrorObject, readErrorObject } from '../line/read-error-object.ts';
import { readRefusedCall } from '../read-refused-call.ts';
import { describe, readFunction, readSaidCalls, type SaidCalls } from '../reply/read-said-call.ts';

/** Reads a chat completion that came as one JSON body. */
export function decodeChatBody(body: GoodBody, context: DecodeContext): Decoded {
  const deviations = [...body.deviations];
  const fail = (parts: BadBodyParts): Decoded => toBadBody(body.status, deviations, parts);
  const parsed = parseBody(body.text, deviations);
  if (!parsed.ok) return fail(nameDamage(body.text));
  const { value } = parsed;
  const choices = isJsonObject(value) ? value['choices'] : undefined;
  if (!isJsonObject(value) || !Array.isArray(choices) || choices.length === 0) {
    const refused = readRefusedCall(value, body.status, context);
    return refused ?? fail(nameNoChoice(value, body.status));
  }
  const choice = pickChoice(choices, deviations);
  if (choice === null) return fail({ code: 'empty_choices', message: 'The reply has no choices' });
  const message = choice['message'] ?? standIn(choice, deviations);
  if (!isJsonObject(message))
    return fail({ code: 'no_message', message: `The message is ${describe(message)}` });
  const said = readCalls(message, deviations);
  return finishReply(
    {
      text: readText(message['content'], deviations),
      refusal: typeof message['refusal'] === 'string' ? message['refusal'] : null,
      calls: said.calls,
      unreadable: said.unreadable,
      finishReason: choice['finish_reason'],
      nativeReason: choice['native_finish_reason'],
      error: readOwnError(choice['error']) ?? readOwnError(value['error']),
      extra: pickExtra(message),
      usage: value['usage'],
      model: value['model'],
      fingerprint: value['system_fingerprint'],
      status: body.status,
      damaged: body.damaged,
      deviations,
    },
    context,
    chatForm,
  );
}

/** A filter or an error may leave the message out; its word says all there is. */
function standIn(choice: JsonObject, deviations: Deviation[]): JsonObject | null {
  const { finish_reason: finish, error } = choice;
  const stop = readStopWord(typeof finish === 'string' ? finish : null);
  const explains = !['none', 'stop', 'tool_calls', 'other'].includes(stop);
  if (!explains && readOwnError(error) === null) return null;
  deviations.push({ code: 'message_missing', text: 'The choice has no message' });
  return {};
}

/** Why a body without choices is not a completion. */
function nameNoChoice(value: unknown, status: number): ReturnType<typeof nameShape> {
  const isEmpty = isJsonObject(value) && Array.isArray(value['choices']);
  if (isEmpty && readErrorObject(value) === null)
    return { code: 'empty_choices', message: 'The reply has no choices' };
  return nameShape(value, status, 'chat');
}

/** The error beside or inside a choice. Some servers fill every field, so an empty error does not count. */
export function readOwnError(value: unknown): ErrorObject | null {
  const error =
    isJsonObject(value) || typeof value === 'string' ? readErrorObject({ error: value }) : null;
  if (error === null) return null;
  const { message, words, status } = error;
  return message !== null || words.length > 0 || status !== null ? error : null;
}

/** Message content as text: `null`, a string, or a list of text parts. */
export function readText(content: unknown, deviations: Deviation[]): string | null {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return null;
  if (Array.isArray(content)) {
    const texts = content.map((part: unknown) => (isJsonObject(part) ? part['text'] : part));
    const known = texts.filter((text) => typeof text === 'string');
    deviations.push({ code: 'content_in_parts', text: 'content is a list of parts' });
    return known.join('');
  }
  const text = `content is ${describe(content)}, not text`;
  deviations.push({ code: 'content_not_text', text });
  return null;
}

/** The choice with index 0, or the first. `null` when there is no readable one. */
export function pickChoice(
  choices: readonly unknown[],
  deviations: Deviation[],
): JsonObject | null {
  const readable = choices.filter(isJsonObject);
  if (readable.length < choices.length)
    deviations.push({ code: 'choice_malformed', text: 'A choice is not an object' });
  if (readable.length > 1) {
    const text = `${readable.length} choices came; the first counts`;
    deviations.push({ code: 'several_choices', text });
  }
  return readable.find((choice) => choice['index'] === 0) ?? readable[0] ?? null;
}

function readCalls(message: JsonObject, deviations: Deviation[]): SaidCalls {
  const said = readSaidCalls(message['tool_calls']);
  deviations.push(...said.deviations);
  const old = message['function_call'];
  if (isEmptyLegacy(old)) {
    if (isJsonObject(old)) deviations.push(emptyLegacy);
    return said;
  }
  if (said.calls.length > 0) return said;
  const call = readFunction(old, 'function_call', deviations);
  deviations.push({ code: 'legacy_function_call', text: 'The call came as function_call' });
  if (call === null) return { ...said, unreadable: said.unreadable + 1 };
  return { ...said, calls: [{ id: null, ...call }] };
}

/** Some servers fill every field of a reply; an entry without name and arguments is not a call. */
const emptyLegacy: Deviation = {
  code: 'function_call_empty',
  text: 'function_call is there and says nothing',
};

/** No `function_call`, or one that a server fills with empty text in every reply. */
export function isEmptyLegacy(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return isJsonObject(value) && value['name'] === '' && !value['arguments'];
}
