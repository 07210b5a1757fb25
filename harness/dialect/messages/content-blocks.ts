import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Deviation, SaidCall } from '../../core/talk/model.ts';
import { parseJson } from '../line/parse-json.ts';
import type { CallToWrite } from '../reply/to-written-calls.ts';

/** The content of an assistant message in neutral form. */
export interface ReadContent {
  readonly text: string | null;
  readonly calls: readonly SaidCall[];
  /** Entries that say something and yet cannot be read. */
  readonly unreadable: number;
  /** What is to be sent back as it came; empty where text and calls say it all. */
  readonly extra: JsonObject;
  /** What the model thought, as far as it is shown. */
  readonly reasoning: string | null;
}

/**
 * The field of a message that keeps its blocks in their order: thinking with its signature, calls of the provider's own tools
 * and their results, citations. A call of the agent's has its place there and is itself in `tool_calls`.
 */
export const blocksField = 'content_blocks';

/** Reads content blocks; `inputs` are the arguments of its calls as text, in order. */
export function readContent(
  blocks: readonly JsonValue[],
  inputs: readonly (string | null)[],
  deviations: Deviation[],
): ReadContent {
  const known = blocks.filter(isJsonObject);
  if (known.length < blocks.length)
    deviations.push({ code: 'block_malformed', text: 'A content block is no object' });
  const calls: SaidCall[] = [];
  const kept: JsonObject[] = [];
  let toolUses = 0;
  for (const block of known) {
    if (block['type'] !== 'tool_use') {
      kept.push(block);
      continue;
    }
    const call = readToolUse(block, inputs[toolUses] ?? null, deviations);
    toolUses += 1;
    if (call === null) continue;
    const { id: _id, name: _name, input: _input, ...rest } = block;
    calls.push(call);
    kept.push(rest);
  }
  return {
    text: joinTexts(known, 'text'),
    calls,
    unreadable: toolUses - calls.length,
    extra: isPlain(kept) ? {} : { [blocksField]: kept },
    reasoning: joinTexts(known, 'thinking'),
  };
}

/** The texts of all blocks of a kind, whose field has the name of the kind. */
function joinTexts(blocks: readonly JsonObject[], kind: 'text' | 'thinking'): string | null {
  const texts = blocks
    .filter(({ type }) => type === kind)
    .map((block) => block[kind])
    .filter((text) => typeof text === 'string');
  return texts.length === 0 ? null : texts.join('');
}

function readToolUse(
  block: JsonObject,
  argumentsText: string | null,
  deviations: Deviation[],
): SaidCall | null {
  const { id, name, input } = block;
  if (typeof name !== 'string' || name === '') {
    deviations.push({ code: 'call_malformed', text: 'A tool_use block has no name' });
    return null;
  }
  const hasId = typeof id === 'string' && id !== '';
  if (!hasId) deviations.push({ code: 'call_id_missing', text: `The call of "${name}" has no id` });
  if (input !== undefined && !isJsonObject(input)) {
    const text = `The input of "${name}" is no object`;
    deviations.push({ code: 'input_not_an_object', text });
  }
  return { id: hasId ? id : null, name, argumentsText };
}

/** At most one text, and then nothing but calls, with no field of their own: text and calls say it all. */
function isPlain(kept: readonly JsonObject[]): boolean {
  return kept.every((block, index) => {
    const fields = Object.entries(block).filter(([, value]) => value !== null);
    if (block['type'] === 'tool_use') return fields.length === 1;
    return index === 0 && block['type'] === 'text' && fields.length === 2;
  });
}

/** An input as argument text. A text that is no JSON is what could not be sent as JSON; any other text was encoded twice. */
export function toArgumentsText(input: JsonValue | undefined): string | null {
  if (input === undefined || input === null) return null;
  if (typeof input === 'string' && !parseJson(input).ok) return input;
  return JSON.stringify(input);
}

/** The blocks of an assistant message as JSON texts. Numbers of arguments keep their digits. */
export function writeContent(
  text: string | null,
  calls: readonly CallToWrite[],
  kept: unknown,
): readonly string[] {
  const left = [...calls];
  const blocks = Array.isArray(kept) ? kept.filter(isJsonObject) : [];
  const isSame = (joinTexts(blocks, 'text') ?? '') === (text ?? '');
  const written = blocks.flatMap((block): readonly string[] => {
    if (block['type'] === 'text') return isSame ? [JSON.stringify(block)] : [];
    if (block['type'] !== 'tool_use') return [JSON.stringify(block)];
    const call = left.shift();
    return call === undefined ? [] : [writeToolUse(block, call)];
  });
  const others = left.map((call) => writeToolUse({ type: 'tool_use' }, call));
  const isUnsaid = !isSame && text !== null && text !== '';
  return [...written, ...(isUnsaid ? [JSON.stringify({ type: 'text', text })] : []), ...others];
}

function writeToolUse(rest: JsonObject, { id, name, argumentsText }: CallToWrite): string {
  const head = JSON.stringify({ ...rest, type: 'tool_use', id: id ?? undefined, name });
  const input = toRawInput(argumentsText);
  return input === null ? head : `${head.slice(0, -1)},"input":${input}}`;
}

/** Argument text as JSON; a text that is none becomes a JSON text. */
function toRawInput(text: string | null): string | null {
  if (text === null) return null;
  return parseJson(text).ok ? text : JSON.stringify(text);
}
