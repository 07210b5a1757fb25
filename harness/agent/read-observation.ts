import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';

/** What an agent reads from the text that answered a call. */
export type Observation =
  | { readonly status: 'success'; readonly value: JsonValue }
  /** Nothing was found, and the text says what that means. */
  | { readonly status: 'empty'; readonly value: JsonValue }
  /** An error that says what it is. `kind` as in tool errors. */
  | {
      readonly status: 'error';
      readonly kind: string;
      readonly retryable: boolean;
      /** The call may have been done anyway. */
      readonly unknown?: true;
      /** The tool that the error names in place of the one that was called. */
      readonly instead?: string;
    }
  /** A text that only says that something went wrong, or is empty. */
  | { readonly status: 'bare'; readonly what: 'error' | 'nothing' };

/** Reads the text of a tool message, as the reference loop writes it. Any other JSON is a success; other text is an error that says nothing. */
export function readObservation(content: string): Observation {
  const text = content.trim();
  const value = parse(text);
  if (value === undefined) return readText(text);
  if (isNothing(value)) return { status: 'bare', what: 'nothing' };
  if (!isJsonObject(value)) return { status: 'success', value };
  return readError(value['error']) ?? readTold(value);
}

function readTold(value: JsonObject): Observation {
  if (value['status'] === 'empty' && typeof value['meaning'] === 'string') {
    return { status: 'empty', value: value['result'] ?? null };
  }
  // A repeated write is answered with its first result, in an envelope that says so.
  if (value['cached'] === true && 'result' in value) {
    return { status: 'success', value: value['result'] ?? null };
  }
  return { status: 'success', value };
}

function readError(error: JsonValue | undefined): Observation | null {
  if (typeof error === 'string') return { status: 'bare', what: 'error' };
  if (!isJsonObject(error)) return null;
  const { kind, retryable, unknown, next } = error;
  if (typeof kind !== 'string') return { status: 'bare', what: 'error' };
  const instead = typeof next === 'string' ? fallback.exec(next)?.groups?.['tool'] : undefined;
  return {
    status: 'error',
    kind,
    retryable: retryable === true,
    ...(unknown === true ? { unknown } : {}),
    ...(instead === undefined ? {} : { instead }),
  };
}

/** How an error names the fallback of a tool. */
const fallback = /^Use "(?<tool>[^"]+)" instead/u;

/** A result that was cut no longer parses, but it still begins as one. */
function readText(text: string): Observation {
  if (text === '') return { status: 'bare', what: 'nothing' };
  return /^(?:\{|\[[[{"\d])/u.test(text)
    ? { status: 'success', value: null }
    : { status: 'bare', what: 'error' };
}

/** Also an object around an empty list and nothing else, such as `{ "orders": [], "total": 0 }`. */
function isNothing(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  const fields = isJsonObject(value) ? Object.values(value) : [];
  return fields.some(isList) && fields.every(isEmptyField);
}

function isList(value: JsonValue | undefined): boolean {
  return Array.isArray(value);
}

function isEmptyField(value: JsonValue | undefined): boolean {
  return value === 0 || typeof value === 'boolean' || isNothing(value ?? null);
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
