import { isJsonObject, type JsonValue } from '../../json/json.ts';
import {
  hasRiskyNumbers,
  type LosslessValue,
  readLosslessJson,
  writeLosslessJson,
} from '../../json/lossless-json.ts';
import type { Decoded, DecodeContext, GoodBody } from '../decoded.ts';
import { type BadBodyParts, toBadBody } from '../line/to-bad-body.ts';
import { nameDamage } from '../line/name-damage.ts';
import { nameShape } from '../line/name-shape.ts';
import { parseJson } from '../line/parse-json.ts';
import { finishReply } from '../reply/finish-reply.ts';
import { readContent, toArgumentsText } from './content-blocks.ts';
import { messagesForm } from './messages-form.ts';

/** Reads a message that came as one JSON body. */
export function decodeMessagesBody(body: GoodBody, context: DecodeContext): Decoded {
  const deviations = [...body.deviations];
  const fail = (parts: BadBodyParts): Decoded => toBadBody(body.status, deviations, parts);
  const parsed = parseJson(body.text);
  if (!parsed.ok) return fail(nameDamage(body.text));
  const { value } = parsed;
  if (!isJsonObject(value) || !Array.isArray(value['content']) || value['type'] === 'error')
    return fail(nameShape(value, body.status, 'messages'));
  // The value came out of JSON.
  const blocks: readonly JsonValue[] = value['content'];
  const content = readContent(blocks, readInputs(body.text, blocks), deviations);
  return finishReply(
    {
      ...content,
      refusal: null,
      finishReason: value['stop_reason'],
      nativeReason: null,
      error: null,
      usage: value['usage'],
      model: value['model'],
      fingerprint: null,
      status: body.status,
      damaged: body.damaged,
      deviations,
    },
    context,
    messagesForm,
  );
}

/** The inputs of the calls as text; numbers that `JSON.parse` would change are written as they came. */
function readInputs(text: string, blocks: readonly JsonValue[]): readonly (string | null)[] {
  const plain = blocks.filter(isToolUse).map((block) => toArgumentsText(block['input']));
  if (!hasRiskyNumbers(text)) return plain;
  const reading = readLosslessJson(text);
  const content = reading.ok ? field(reading.value.value, 'content') : undefined;
  if (!Array.isArray(content)) return plain;
  // A lossless list is the one lossless value that is an array.
  const uses = (content as readonly LosslessValue[]).filter(
    (block) => field(block, 'type') === 'tool_use',
  );
  return plain.map((given, index) => {
    const input = field(uses[index], 'input');
    return typeof input === 'object' && input !== null ? writeLosslessJson(input) : given;
  });
}

function isToolUse(block: JsonValue): block is { readonly [field: string]: JsonValue } {
  return isJsonObject(block) && block['type'] === 'tool_use';
}

function field(value: LosslessValue | undefined, name: string): LosslessValue | undefined {
  const isObject = typeof value === 'object' && value !== null && 'type' in value;
  return isObject && value.type === 'object' ? value.fields.get(name) : undefined;
}
