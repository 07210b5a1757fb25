import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Decoded, DecodeContext, GoodBody } from '../decoded.ts';
import { type BadBodyParts, toBadBody } from '../line/to-bad-body.ts';
import { nameDamage } from '../line/name-damage.ts';
import { nameShape } from '../line/name-shape.ts';
import { parseBody } from '../line/parse-body.ts';
import { readErrorObject } from '../line/read-error-object.ts';
import { finishReply } from '../reply/finish-reply.ts';
import { readItems } from './output-items.ts';
import { responsesForm } from './responses-form.ts';

/** Reads a response that came as one JSON body. */
export function decodeResponsesBody(body: GoodBody, context: DecodeContext): Decoded {
  const deviations = [...body.deviations];
  const fail = (parts: BadBodyParts): Decoded => toBadBody(body.status, deviations, parts);
  const parsed = parseBody(body.text, deviations);
  if (!parsed.ok) return fail(nameDamage(body.text));
  const { value } = parsed;
  if (!isJsonObject(value) || !Array.isArray(value['output']))
    return fail(nameShape(value, body.status, 'responses'));
  return finishResponse(
    { response: value, items: value['output'] },
    { ...body, deviations },
    context,
  );
}

/** A response, and its items, which may have come apart from it. */
export interface WholeResponse {
  readonly response: JsonObject;
  readonly items: readonly JsonValue[];
}

/** Turns a response into a reply. */
export function finishResponse(
  { response, items }: WholeResponse,
  body: GoodBody,
  context: DecodeContext,
): Decoded {
  const deviations = [...body.deviations];
  const content = readItems(items, deviations);
  const decoded = finishReply(
    {
      ...content,
      finishReason: readReason(response),
      nativeReason: null,
      error: readOwnError(response),
      usage: response['usage'],
      model: response['model'],
      fingerprint: null,
      status: body.status,
      damaged: body.damaged,
      deviations,
    },
    context,
    responsesForm,
  );
  const { id } = response;
  if (!decoded.ok || typeof id !== 'string' || id === '') return decoded;
  return { ok: true, reply: { ...decoded.reply, responseId: id } };
}

/** Why it is incomplete, where it is; else its status. */
function readReason({ status, incomplete_details: details }: JsonObject): JsonValue {
  const reason = isJsonObject(details) ? details['reason'] : null;
  return status === 'incomplete' && typeof reason === 'string' ? reason : (status ?? null);
}

function readOwnError({ status, error }: JsonObject): ReturnType<typeof readErrorObject> {
  if (isJsonObject(error) || typeof error === 'string') return readErrorObject({ error });
  return status === 'failed' ? readErrorObject({ error: 'no reason was given' }) : null;
}
