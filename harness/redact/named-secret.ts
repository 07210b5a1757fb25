import type { FoundSecret } from './redactor.ts';

const standardNames =
  '(?:access|refresh|id|auth|session|bearer)[_-]?token|client[_-]?secret|secret[_-]?(?:access[_-]?)?key|private[_-]?key|(?:shared[_-]?access|account|api)[_-]?key|authorization|set-cookie|cookie';

/** The longest name that is looked for in front of a separator. */
const mostNameChars = 64;

/** What a name says of the value behind it. */
export interface NamedSecrets {
  /** A quick look: whether the name of a secret comes before a `:` or `=` anywhere. */
  mayName(text: string): boolean;
  /** Values behind a `:` or `=` when the word before it names a secret, as in `api_key: ...`. */
  find(text: string): readonly FoundSecret[];
  /** Whether a field or header holds a secret by its name, whatever its value looks like. */
  isName(name: string): boolean;
  /** Whether a name ends in that of a secret, as `openai_api_key` does. */
  endsInName(name: string): boolean;
}

/** The scheme before a credential stays, and is never taken for the credential itself. */
const schemes = String.raw`(?:(?:[Bb]earer|[Bb]asic|[Tt]oken)\s+)?(?!(?:[Bb]earer|[Bb]asic|[Tt]oken)\s)`;
const quoted = new RegExp(String.raw`[:=]\s*\\*["']${schemes}(?<secret>[^"'\\[\]]{4,})`, 'y');
/** Without quotes a word alone is no secret: a digit, a capital or an underscore is asked for. */
const bare = new RegExp(
  String.raw`[:=]\s*${schemes}(?<secret>(?=[^\s"'0-9A-Z_]{0,256}[0-9A-Z_])[^\s"'\\,;&{}<>[\]]{6,})`,
  'y',
);
const cookie = /[:=]\s*\\*["']?(?<secret>[^\s;"'\\[\]=]{1,256}=[^\s;"'\\[\]]*)/y;

/**
 * Creates the finder of secrets by name.
 *
 * @param fields - names that count besides the standard ones, such as `password`.
 */
export function createNamedSecrets(fields: readonly string[]): NamedSecrets {
  const own = fields.map((field) => field.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  const names = [standardNames, ...own].join('|');
  const wholeName = new RegExp(`^(?:x-|x-goog-|proxy-)?(?:${names})$`, 'i');
  const nameAtEnd = new RegExp(`(?:${names})$`, 'i');
  const lastWords = ['token', 'secret', 'key', 'ization', 'cookie', ...own].join('|');
  const nameAndSeparator = new RegExp(
    `(?:${lastWords})[\\\\"' ]*[:=](?<=(?:${names})[\\\\"' ]*[:=])`,
    'i',
  );
  const mayName = (text: string): boolean => nameAndSeparator.test(text);
  return {
    mayName,
    find: (text) => (mayName(text) ? findNamed(text, nameAtEnd) : []),
    isName: (name) => wholeName.test(name),
    endsInName: (name) => nameAtEnd.test(name),
  };
}

const separator = /[:=]/g;

function findNamed(text: string, nameAtEnd: RegExp): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  let resumeAt = 0;
  for (const { index } of text.matchAll(separator)) {
    if (index < resumeAt) continue;
    let end = index;
    while (end > 0 && isFiller(text.charCodeAt(end - 1))) end -= 1;
    const name = nameAtEnd.exec(text.slice(Math.max(0, end - mostNameChars), end))?.[0];
    if (name === undefined) continue;
    const secret = readValue(text, index, /cookie$/i.test(name));
    if (secret === null) continue;
    resumeAt = secret.end;
    found.push(secret);
  }
  return found;
}

function readValue(text: string, at: number, isCookie: boolean): FoundSecret | null {
  for (const pattern of isCookie ? [cookie] : [quoted, bare]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const secret = match?.groups?.['secret'];
    if (match === null || secret === undefined) continue;
    const stop = match.index + match[0].length;
    return { kind: 'named_secret', start: stop - secret.length, end: stop, secret };
  }
  return null;
}

/** Quotes, backslashes and spaces may come between a name and its separator. */
function isFiller(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x5c || code === 0x20;
}
