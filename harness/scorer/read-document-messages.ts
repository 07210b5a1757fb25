import { isJsonObject, type JsonValue } from '../core/json.ts';
import type { DocumentStep } from './document-events.ts';
import type { DocumentFields, DocumentNode, DocumentReader } from './document-reader.ts';
import { readDocumentCall } from './read-document-calls.ts';

/** A conversation in OpenAI chat form, as steps; one step for each message. */
export interface DocumentConversation {
  readonly steps: readonly DocumentStep[];
  /** What the system (or developer) said. */
  readonly knownText: string;
}

const keys = [
  'role',
  'content',
  'name',
  'refusal',
  'tool_calls',
  'tool_call_id',
  'annotations',
  'audio',
];

/** Reads messages. Those of the system are no steps, but keep their place. */
export function readDocumentMessages(
  node: DocumentNode,
  reader: DocumentReader,
): DocumentConversation {
  const known: string[] = [];
  const steps = reader.items(node).map((item): DocumentStep | null => {
    const fields = reader.fields(item, keys);
    if (fields === null) return null;
    const text = readContent(fields.get('content'), reader);
    switch (fields.get('role')?.value) {
      case 'system':
      case 'developer':
        known.push(text ?? '');
        return null;
      case 'user':
        return { type: 'user', text: text ?? '' };
      case 'assistant':
        return readReply(fields, text, reader);
      case 'tool':
        return readResult(item, fields, { text: text ?? '', reader });
      default:
        reader.refuse(item, 'a message with the role system, developer, user, assistant or tool');
        return null;
    }
  });
  return { steps: steps.map((step) => step ?? nothing), knownText: known.join('\n') };
}

/** Keeps the place of a message that is no step, so that steps are counted as messages are. */
const nothing: DocumentStep = { type: 'none' };

function readReply(
  fields: DocumentFields,
  text: string | null,
  reader: DocumentReader,
): DocumentStep {
  const list = fields.get('tool_calls');
  const calls =
    list === undefined || list.value === null
      ? []
      : reader.items(list).flatMap((item) => readDocumentCall(item, reader));
  return { type: 'reply', text: text ?? readContent(fields.get('refusal'), reader), calls };
}

function readResult(
  node: DocumentNode,
  fields: DocumentFields,
  said: { readonly text: string; readonly reader: DocumentReader },
): DocumentStep {
  const id = fields.get('tool_call_id');
  if (id === undefined) {
    said.reader.refuse(node, 'a tool message with its tool_call_id');
    return nothing;
  }
  return {
    type: 'result',
    id: said.reader.text(id),
    text: said.text,
    failed: isFailure(said.text),
  };
}

/** Parts that say something, and those that hold what no scorer reads. */
const textParts: readonly unknown[] = ['text', 'refusal'];
const silentParts: readonly unknown[] = ['image_url', 'input_audio', 'file'];

/** A part of another kind belongs to another protocol: leaving it out could make a call into no call. */
function readContent(node: DocumentNode | undefined, reader: DocumentReader): string | null {
  if (node === undefined || node.value === null) return null;
  if (!Array.isArray(node.value)) return reader.text(node);
  const texts = reader.items(node).flatMap((part) => {
    const { type, text, refusal } = isJsonObject(part.value) ? part.value : {};
    const isText = textParts.includes(type);
    if (!isText && !silentParts.includes(type)) reader.refuse(part, 'a part of type text');
    const said = text ?? refusal;
    return isText && typeof said === 'string' ? [said] : [];
  });
  return texts.join('\n');
}

/** A result that says itself that it is an error: `{ "error": ... }` or `{ "isError": true }`. */
function isFailure(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  let value: JsonValue;
  try {
    // JSON.parse gives JSON values only.
    value = JSON.parse(text) as JsonValue;
  } catch {
    return false;
  }
  if (!isJsonObject(value)) return false;
  const { error = null, isError = null } = value;
  return isError === true || (error !== null && error !== false && error !== '');
}
