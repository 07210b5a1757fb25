import { createHmac } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../core/json.ts';
import { createSecretFinder } from './find-secrets.ts';
import type { FoundSecret } from './found-secret.ts';
import { redactFrames, scanBody } from './redact-frames.ts';
import type { Redactor } from './redactor.ts';
import { isSecretName } from './named-secret.ts';
import { applyEdits } from './text-edit.ts';

/** What a redactor knows. */
export interface RedactorOptions {
  /** Literal values that must go, such as the keys in the environment. */
  readonly secrets: readonly string[];
  /** Secret key of the tokens; `null`: the salt makes them. */
  readonly key: string | null;
  /** Public salt, kept in the head of recordings. */
  readonly salt: string;
}

const token = /^\[secret:[0-9a-f]{8}\]$/;

/** Creates a redactor: the one sink for everything that leaves the process. */
export function createRedactor({ secrets, key, salt }: RedactorOptions): Redactor {
  const finder = createSecretFinder(secrets);
  const find = (text: string): readonly FoundSecret[] =>
    finder(text).filter((found) => !token.test(found.secret));
  const toToken = ({ secret }: Pick<FoundSecret, 'secret'>): string => {
    const mac = createHmac('sha256', key ?? salt).update(secret);
    return `[secret:${mac.digest('hex').slice(0, 8)}]`;
  };
  const redactText = (text: string): string => {
    const found = find(text);
    if (found.length === 0) return text;
    return applyEdits(
      text,
      found.map((secret) => ({ ...secret, text: toToken(secret) })),
    );
  };
  const redactField = (name: string, value: JsonValue): JsonValue =>
    typeof value === 'string' && value !== '' && isSecretName(name) && !token.test(value)
      ? toToken({ secret: value })
      : redactJson(value);
  const redactJson = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return redactText(value);
    if (Array.isArray(value)) return value.map(redactJson);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        redactText(name),
        item === undefined ? item : redactField(name, item),
      ]),
    );
  };
  return {
    salt: key === null ? salt : null,
    redactText,
    redactJson,
    redactFrames: (frames) => redactFrames(frames, { find, toToken }),
    scan: (text) =>
      scanBody(text, find).map(({ kind, start, secret }) => ({
        kind,
        start,
        token: toToken({ secret }),
      })),
  };
}
