import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Deviation, SaidCall } from '../../core/talk/model.ts';
import { readArgumentsText } from '../reply/read-said-call.ts';
import type { CallToWrite } from '../reply/to-written-calls.ts';

/** The items of one reply in neutral form. */
export interface ReadItems {
  readonly text: string | null;
  readonly refusal: string | null;
  readonly calls: readonly SaidCall[];
  readonly unreadable: number;
  /** What is to be sent back as it came; empty where text and calls say it all. */
  readonly extra: JsonObject;
  readonly reasoning: string | null;
}

/**
 * The field of a message that keeps its items in their order: reasoning, with or without its encrypted content, and calls of
 * the provider's own tools. A call of the agent's has its place there and is itself in `tool_calls`.
 */
export const itemsField = 'output_items';

/** Reads output items, or those that an agent sends back. */
export function readItems(items: readonly JsonValue[], deviations: Deviation[]): ReadItems {
  const known = items.filter(isJsonObject);
  if (known.length < items.length)
    deviations.push({ code: 'item_malformed', text: 'An item of the output is no object' });
  const calls: SaidCall[] = [];
  const kept: JsonObject[] = [];
  let made = 0;
  for (const item of known) {
    if (item['type'] === 'custom_tool_call') {
      const text = 'A call is of type "custom_tool_call"; only functions are supported';
      deviations.push({ code: 'call_unsupported', text });
    }
    if (item['type'] !== 'function_call') {
      kept.push(item);
      continue;
    }
    made += 1;
    const call = readCall(item, deviations);
    if (call === null) continue;
    const { call_id: _call, name: _name, arguments: _arguments, ...rest } = item;
    calls.push(call);
    kept.push(rest);
  }
  const parts = known.filter(isMessage).flatMap(({ content }) => toParts(content));
  return {
    text: joinParts(parts, ['output_text', 'text', 'input_text'], 'text'),
    refusal: joinParts(parts, ['refusal'], 'refusal'),
    calls,
    unreadable: made - calls.length,
    extra: isPlain(kept) ? {} : { [itemsField]: kept },
    reasoning: readReasoning(known),
  };
}

/** Whether an item is a message; those of an input may leave their type out. */
export function isMessage({ type, role }: JsonObject): boolean {
  return type === 'message' || (type === undefined && role !== undefined);
}

function readCall(item: JsonObject, deviations: Deviation[]): SaidCall | null {
  const { call_id: id, name, arguments: text } = item;
  if (typeof name !== 'string' || name === '') {
    deviations.push({ code: 'call_malformed', text: 'A function_call item has no name' });
    return null;
  }
  const hasId = typeof id === 'string' && id !== '';
  if (!hasId) deviations.push({ code: 'call_id_missing', text: `The call of "${name}" has no id` });
  return {
    id: hasId ? id : null,
    name,
    argumentsText: readArgumentsText(text, `The call of "${name}"`, deviations),
  };
}

function toParts(content: JsonValue | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'output_text', text: content }];
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}

function joinParts(
  parts: readonly JsonObject[],
  types: readonly string[],
  field: 'text' | 'refusal',
): string | null {
  const texts = parts
    .filter(({ type }) => typeof type === 'string' && types.includes(type))
    .map((part) => part[field])
    .filter((text) => typeof text === 'string');
  return texts.length === 0 ? null : texts.join('');
}

/** What the model thought, as far as it is shown. */
function readReasoning(items: readonly JsonObject[]): string | null {
  const texts = items
    .filter(({ type }) => type === 'reasoning')
    .flatMap(({ summary, content }) => [...toParts(summary), ...toParts(content)])
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string');
  return texts.length === 0 ? null : texts.join('');
}

/** At most one message of plain text, and then nothing but calls: text and calls say it all. Ids of items do not count. */
function isPlain(kept: readonly JsonObject[]): boolean {
  return kept.every((item, index) => {
    if (item['type'] === 'function_call') return true;
    return index === 0 && isMessage(item) && toParts(item['content']).every(isPlainPart);
  });
}

function isPlainPart(part: JsonObject): boolean {
  return Object.entries(part).every(([field, value]) => {
    if (field === 'type' || field === 'text' || field === 'refusal') return true;
    return value === null || (Array.isArray(value) && value.length === 0);
  });
}

/** The items of an assistant message: those that were kept with the calls in their places, then what is said besides. */
export function writeItems(
  { text, refusal }: { readonly text: string | null; readonly refusal: string | null },
  calls: readonly CallToWrite[],
  kept: unknown,
): readonly JsonObject[] {
  const left = [...calls];
  const items = Array.isArray(kept) ? kept.filter(isJsonObject) : [];
  const parts = items.filter(isMessage).flatMap(({ content }) => toParts(content));
  const isSame = (joinParts(parts, ['output_text', 'text'], 'text') ?? '') === (text ?? '');
  const written = items.flatMap((item): readonly JsonObject[] => {
    if (isMessage(item)) return isSame ? [item] : [];
    if (item['type'] !== 'function_call') return [item];
    const call = left.shift();
    return call === undefined ? [] : [toCallItem(item, call)];
  });
  const said = isSame ? [] : toSaidParts(text, null);
  const refused = parts.some(({ type }) => type === 'refusal') ? [] : toSaidParts(null, refusal);
  const content = [...said, ...refused];
  const message = { type: 'message', role: 'assistant', content };
  const others = left.map((call) => toCallItem({ type: 'function_call' }, call));
  return [...written, ...(content.length === 0 ? [] : [message]), ...others];
}

function toSaidParts(text: string | null, refusal: string | null): readonly JsonObject[] {
  return [
    ...(text === null || text === '' ? [] : [{ type: 'output_text', text, annotations: [] }]),
    ...(refusal === null ? [] : [{ type: 'refusal', refusal }]),
  ];
}

function toCallItem(rest: JsonObject, { id, name, argumentsText }: CallToWrite): JsonObject {
  return {
    ...rest,
    type: 'function_call',
    call_id: id ?? undefined,
    name,
    arguments: argumentsText ?? undefined,
  };
}
