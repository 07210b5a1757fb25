import { createHmac } from 'node:crypto';
import type { BodyFrame } from '../core/exchange.ts';
import { isJsonObject, type JsonValue } from '../core/json.ts';
import type { Redactor } from './redactor.ts';

/** What a redactor knows. */
export interface RedactorOptions {
  /** Literal values that must go, such as the API keys of the environment. */
  readonly secrets: readonly string[];
  /** Secret key of the tokens; `null`: the salt makes them. */
  readonly key: string | null;
  /** Public salt, kept in the head of recordings. */
  readonly salt: string;
}

const shapes =
  /(?<![A-Za-z0-9])(?:sk-(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{8,}|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20,})/g;

/** Creates a redactor. */
export function createRedactor(options: RedactorOptions): Redactor {
  const toToken = (secret: string): string =>
    `[secret:${createHmac('sha256', options.key ?? options.salt)
      .update(secret)
      .digest('hex')
      .slice(0, 8)}]`;
  const literals = options.secrets.filter((secret) => secret.length >= 6);
  const redactText = (text: string): string => {
    let safe = text;
    for (const secret of literals) safe = safe.replaceAll(secret, toToken(secret));
    return safe.replace(shapes, toToken);
  };
  const redactJson = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return redactText(value);
    if (Array.isArray(value)) return value.map(redactJson);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        redactText(key),
        item === undefined ? item : redactJson(item),
      ]),
    );
  };
  return {
    salt: options.key === null ? options.salt : null,
    redactText,
    redactJson,
    redactFrames: (frames) =>
      frames.map((frame): BodyFrame =>
        'text' in frame ? { ...frame, text: redactText(frame.text) } : frame,
      ),
  };
}
