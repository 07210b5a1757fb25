import type { FoundSecret } from './found-secret.ts';

const names =
  '(?:access|refresh|id|auth|session|bearer)[_-]?token|client[_-]?secret|secret[_-]?(?:access[_-]?)?key|private[_-]?key|api[_-]?key|authorization|set-cookie|cookie';
const wholeName = new RegExp(`^(?:x-|x-goog-|proxy-)?(?:${names})$`, 'i');
const nameAtEnd = new RegExp(`(?:${names})$`, 'i');

const nameAndSeparator = new RegExp(
  `(?:token|secret|key|ization|cookie)[\\\\"' ]*[:=](?<=(?:${names})[\\\\"' ]*[:=])`,
  'i',
);

/** A quick look: whether a name of a secret stands before a `:` or `=` anywhere. */
export function mayNameSecret(text: string): boolean {
  return nameAndSeparator.test(text);
}

/** Whether a field or header holds a secret by its name, whatever its value looks like. */
export function isSecretName(name: string): boolean {
  return wholeName.test(name);
}

/** The scheme before a credential stays, and is never taken for the credential itself. */
const schemes = String.raw`(?:(?:[Bb]earer|[Bb]asic|[Tt]oken)\s+)?(?!(?:[Bb]earer|[Bb]asic|[Tt]oken)\s)`;
const quoted = new RegExp(String.raw`[:=]\s*\\*["']${schemes}(?<secret>[^"'\\[\]]{4,})`, 'y');
/** Without quotes a word alone is no secret: a digit, a capital or an underscore is asked for. */
const bare = new RegExp(
  String.raw`[:=]\s*${schemes}(?<secret>(?=[^\s"']*[0-9A-Z_])[^\s"'\\,;&{}<>[\]]{6,})`,
  'y',
);
const cookie = /[:=]\s*\\*["']?(?<secret>[^\s;"'\\[\]]+=[^\s;"'\\[\]]*)/y;

/** The value behind a `:` or `=` when the word before it names a secret, as in `api_key: ...`. */
export function findNamedSecret(text: string, separator: number): FoundSecret | null {
  let end = separator;
  while (end > 0 && isFiller(text.charCodeAt(end - 1))) end -= 1;
  if (!isLastLetter(text.charCodeAt(end - 1))) return null;
  const name = nameAtEnd.exec(text.slice(Math.max(0, end - 24), end))?.[0];
  if (name === undefined) return null;
  const patterns = /cookie$/i.test(name) ? [cookie] : [quoted, bare];
  for (const pattern of patterns) {
    pattern.lastIndex = separator;
    const match = pattern.exec(text);
    const secret = match?.groups?.['secret'];
    if (match === null || secret === undefined) continue;
    const stop = match.index + match[0].length;
    return { kind: 'named_secret', start: stop - secret.length, end: stop, secret };
  }
  return null;
}

/** Quotes, backslashes and spaces may stand between a name and its separator. */
function isFiller(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x5c || code === 0x20;
}

/** Names end in `token`, `secret`, `key`, `authorization` or `cookie`; most other words fall out here. */
function isLastLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower === 0x6e || lower === 0x74 || lower === 0x79 || lower === 0x65;
}
