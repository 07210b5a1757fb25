import { hash } from 'node:crypto';

/** Secrets that are known when results are stored, and when they are taken again. */
export interface KnownSecrets {
  /**
   * Four hex digits: equal for the same secrets. Too few to find a secret by them, enough to see that the secrets are
   * others than when a result was stored.
   */
  readonly mark: string;
  /** Whether a text holds one of them, as it is or encoded. */
  isIn(text: string): boolean;
}

/** Shorter values are not taken for secrets. */
const minChars = 6;

/** @param values - the secrets that redaction takes out of what a run writes. */
export function createKnownSecrets(values: readonly string[]): KnownSecrets {
  const secrets = [...new Set(values)].filter(({ length }) => length >= minChars).toSorted();
  const forms = [...new Set(secrets.flatMap(toForms))];
  return {
    mark: hash('sha256', JSON.stringify(secrets)).slice(0, 4),
    isIn: (text) => forms.some((form) => text.includes(form)),
  };
}

function toForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    secret.replaceAll(' ', '+'),
    bytes.toString('latin1'),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => toBase64(bytes, offset)),
  ];
}

/** What base64 makes of a secret with bytes before it; the characters at both ends depend on what is around it. */
function toBase64(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  return (['base64', 'base64url'] as const).map((form) =>
    padded
      .toString(form)
      .replace(/=+$/u, '')
      .slice(offset === 0 ? 0 : offset + 1, -1),
  );
}
