import type { BodyFrame } from '../core/talk/exchange.ts';
import type { JsonValue } from '../json/json.ts';
import { editFrames } from './edit-body.ts';
import { editJson, type EditRules } from './edit-text.ts';
import type { Tokens } from './tokens.ts';

/**
 * Finds out what the tokens of a recording stand for, from texts that are known: a model repeats what it was given. So the
 * replay of a reply says what the model said, though the recording does not.
 */
export interface TokenResolver {
  /** Takes in everything that a value says; nothing is looked at before a token asks for it. */
  learn(value: unknown): void;
  /** Says which token of the recording is which of the present ones, where nothing else leads back. */
  pair(recorded: string, now: string): void;
  resolveFrames(frames: readonly BodyFrame[]): readonly BodyFrame[];
  /** @param lost - tokens that stay. */
  resolveJson(value: JsonValue, lost: ReadonlySet<string>): JsonValue;
  /** Whether the tokens of the recording can be made here: their key is known. */
  readonly isReadable: boolean;
}

/** The parts of a resolver. */
export interface ResolverParts {
  /** Makes the tokens of the recording; `null` when its key is not known. */
  readonly recorded: Tokens | null;
  /** Makes the tokens of this process. */
  readonly own: Tokens;
  /** The secrets in a text, as they are written. */
  find(text: string): readonly string[];
}

/** The value that a token replaces. */
interface Meaning {
  readonly text: string;
  readonly isNumber: boolean;
}

const token = /\[secret:[0-9a-f]{8}\]/g;

/** Creates a resolver that knows nothing yet. */
export function createTokenResolver(parts: ResolverParts): TokenResolver {
  const makers = parts.recorded === null ? [parts.own] : [parts.recorded, parts.own];
  const meanings = new Map<string, Meaning>();
  const pairs = new Map<string, string>();
  const seen = new Set<unknown>();
  /** Texts that were not looked at yet: as a whole and for their secrets, then word by word. */
  const fresh: string[] = [];
  const wordless: string[] = [];

  const set = (name: string, meaning: Meaning): void => {
    if (!meanings.has(name)) meanings.set(name, meaning);
  };
  const keep = (text: string): void => {
    for (const maker of makers) {
      set(maker.ofText(text), { text, isNumber: false });
      if (/^-?[0-9]/.test(text)) set(maker.ofNumber(text), { text, isNumber: true });
    }
  };
  const find = (name: string): Meaning | undefined =>
    meanings.get(name) ?? meanings.get(pairs.get(name) ?? '');
  const lookUp = (name: string): Meaning | undefined => {
    for (const text of fresh.splice(0)) {
      for (const secret of [text, ...parts.find(text)]) toForms(secret).forEach(keep);
      wordless.push(text);
    }
    const found = find(name);
    if (found !== undefined) return found;
    for (const text of wordless.splice(0)) toWords(text).forEach(keep);
    return find(name);
  };

  return {
    learn: (value) => {
      collectTexts(value, { seen, add: (text) => fresh.push(text) });
    },
    pair: (recorded, now) => {
      pairs.set(recorded, now);
    },
    isReadable: parts.recorded !== null,
    resolveFrames: (frames) => editFrames(frames, createRules(lookUp)),
    resolveJson: (value, lost) =>
      editJson(
        value,
        createRules((name) => (lost.has(name) ? undefined : lookUp(name))),
      ),
  };
}

function createRules(lookUp: (name: string) => Meaning | undefined): EditRules {
  return {
    isClean: (text) => !text.includes('[secret:'),
    inText: (text) =>
      Array.from(text.matchAll(token), ({ index, 0: name }) => {
        const meaning = lookUp(name);
        return { start: index, end: index + name.length, text: meaning?.text ?? name, hidden: [] };
      }).filter((edit) => edit.text !== text.slice(edit.start, edit.end)),
    ofString: (_, text) => {
      if (!text.startsWith('[secret:')) return null;
      const meaning = lookUp(text);
      return meaning?.isNumber === true ? { json: meaning.text, hidden: [] } : null;
    },
    ofNumber: () => null,
  };
}

/** Longer texts are not secrets that a model would encode. */
const mostFormChars = 512;

/** A text as it is, and as a model may write it. */
function toForms(text: string): readonly string[] {
  if (text.length > mostFormChars || /\p{Surrogate}/u.test(text)) return [text];
  const url = encodeURIComponent(text);
  const json = JSON.stringify(text).slice(1, -1);
  const bytes = Buffer.from(text);
  return [
    text,
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    json,
    JSON.stringify(json).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

/** What is between spaces, without the punctuation around it, and what that is put together of. */
function toWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const run of text.split(/\s+/)) {
    for (const part of run.split(/["'`,;<>()[\]{}&?#|]+/)) {
      const word = part.replace(/[.:!]+$/, '');
      for (const piece of [part, word, ...word.split('='), ...word.split(/[=:/]/)])
        words.add(piece);
    }
  }
  return words;
}

/** All texts and numbers of a value, and of the JSON in its texts. What is no plain data has none. */
function collectTexts(
  value: unknown,
  { seen, add }: { readonly seen: Set<unknown>; readonly add: (text: string) => void },
): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === 'number') open.push(String(item));
    if ((typeof item !== 'string' && typeof item !== 'object') || item === null || seen.has(item)) {
      continue;
    }
    seen.add(item);
    if (typeof item === 'object') {
      if (!isPlain(item)) continue;
      for (const [name, inner] of Object.entries(item)) open.push(name, inner);
      continue;
    }
    add(item);
    if (/^\s*["{[]/.test(item)) open.push(parse(item));
  }
}

/** Values that are not plain data, such as a schema with methods, are ignored. */
function isPlain(item: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(item);
  return prototype === null || prototype === Object.prototype || Array.isArray(item);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
