import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import { toFingerprint } from './fingerprint.ts';

/** A large piece of a request that many lanes share, stored once under its fingerprint. */
export type Part =
  | { readonly kind: 'system'; readonly text: readonly string[] }
  /** A system message that is more than a text. */
  | { readonly kind: 'system_message'; readonly message: JsonObject }
  | { readonly kind: 'tool_description'; readonly tool: string; readonly text: readonly string[] }
  | { readonly kind: 'tool_parameters'; readonly tool: string; readonly schema: JsonValue };

/** A part and its id. */
export interface NamedPart {
  readonly id: string;
  readonly part: Part;
}

/** Names a part by its content. */
export function toNamedPart(part: Part): NamedPart {
  return { id: toFingerprint(toCanonicalJson(part)), part };
}

/** Cuts a text after each sentence and line, so that an edit is a small diff. Joined, the pieces are the text. */
export function toPieces(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n|[.;!?] )/);
}

/** A part as its file: sorted keys, two spaces, a version. */
export function toPartFile(part: Part): string {
  const sorted: unknown = JSON.parse(toCanonicalJson({ ...part, version: 1 }));
  return `${JSON.stringify(sorted, null, 2)}\n`;
}

/** The content of a part: a text, or the value of its schema or message. */
export function toPartValue(part: Part): JsonValue {
  if (part.kind === 'tool_parameters') return part.schema;
  if (part.kind === 'system_message') return part.message;
  return part.text.join('');
}
