import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { BodyFrame } from '../../core/talk/exchange.ts';
import { toBodyText } from '../../redact/edit-body.ts';
import type { Redactor } from '../../redact/redactor.ts';
import { storedHeaders } from '../lane/to-stored-exchange.ts';

/** A secret in a file, reported without showing it. */
export interface Leak {
  readonly line: number;
  readonly text: string;
}

/** Secrets in a file of any kind, by line of the file where they can be placed. */
export function findLeaks(text: string, redactor: Redactor): readonly Leak[] {
  return unique(
    redactor.scan(text).map(({ kind, token }) => ({ line: 1, text: describe(kind, token) })),
  );
}

/** Secrets in a lane: in its lines, in what its streams add up to, and in headers that must not be stored. */
export function findLineLeaks(text: string, redactor: Redactor): readonly Leak[] {
  return text.split('\n').flatMap((line, index) => {
    const bodies = findExchanges(parseLine(line));
    const texts = [line, ...bodies.map((exchange) => toBodyText(exchange.frames))];
    const found = texts.flatMap((body) => redactor.scan(body));
    const headers = bodies.flatMap((exchange) =>
      exchange.headers.filter((name) => !storedHeaders.has(name.toLowerCase())),
    );
    return unique([
      ...found.map(({ kind, token }) => ({ line: index + 1, text: describe(kind, token) })),
      ...headers.map((name) => ({
        line: index + 1,
        text: `header "${name}" is not one of those that may be stored`,
      })),
    ]);
  });
}

function describe(kind: string, token: string): string {
  return `a secret by its looks or its name (${kind}), which redaction would call ${token}`;
}

function unique(leaks: readonly Leak[]): readonly Leak[] {
  const seen = new Map(leaks.map((leak) => [`${leak.line} ${leak.text}`, leak]));
  return [...seen.values()];
}

interface StoredBody {
  readonly headers: readonly string[];
  readonly frames: readonly BodyFrame[];
}

/** The exchanges of a line. A torn or foreign line has none, and is scanned as text. */
function findExchanges(line: JsonValue): readonly StoredBody[] {
  if (!isJsonObject(line)) return [];
  const { attempts } = line;
  const holders: readonly JsonValue[] = Array.isArray(attempts) ? attempts : [line];
  return holders.flatMap((holder) => {
    const exchange = isJsonObject(holder) ? holder['exchange'] : null;
    if (!isJsonObject(exchange) || !Array.isArray(exchange['frames'])) return [];
    const { headers } = exchange;
    const frames = exchange['frames'].filter(isFrame);
    return [{ headers: isJsonObject(headers) ? Object.keys(headers) : [], frames }];
  });
}

function isFrame(frame: unknown): frame is BodyFrame {
  return (
    isJsonObject(frame) &&
    (typeof frame['text'] === 'string' || typeof frame['base64'] === 'string')
  );
}

function parseLine(line: string): JsonValue {
  try {
    return JSON.parse(line) as JsonValue;
  } catch {
    return null;
  }
}
