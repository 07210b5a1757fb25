import { isJsonObject, type JsonObject } from '../../json/json.ts';

/** Fields in which servers give what a model thought, apart from its answer. */
const textFields: readonly string[] = [
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'thinking',
];
const listFields: readonly string[] = ['reasoning_details', 'thinking_blocks'];
const partFields: readonly string[] = ['text', 'thinking', 'summary', 'content'];

/** What a message says apart from its answer; `null` when nothing. */
export function readReasoning(message: JsonObject): string | null {
  for (const field of textFields) {
    const value = message[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  for (const field of listFields) {
    const parts = message[field];
    if (!Array.isArray(parts)) continue;
    const texts = parts.flatMap((part: unknown) => readPart(part));
    if (texts.length > 0) return texts.join('');
  }
  return null;
}

function readPart(part: unknown): readonly string[] {
  if (!isJsonObject(part)) return [];
  return partFields.map((field) => part[field]).filter((text) => typeof text === 'string');
}
