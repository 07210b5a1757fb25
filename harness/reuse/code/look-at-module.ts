import { builtinModules } from 'node:module';

import type { FileLook } from '../file/file-index.ts';
import { findReach, ownFile } from './find-outside.ts';
import { type LexedCode, lexCode } from './lex-code.ts';

/** Looks at a module of a suite: what it imports, the files beside it that it reads, and what else it depends on. */
export const moduleLook: FileLook = {
  name: 'module 3',
  find(content) {
    const source = content.toString('utf8');
    const lexed = lexCode(source);
    const { problems, isLocal } = findReach(source, lexed);
    const imports = listImports(lexed);
    const isBuiltIn = (name: string): boolean => toBuiltIn(name) !== null;
    return {
      imports: [...new Set(imports.map(({ name }) => name))].filter((name) => !isBuiltIn(name)),
      files: listOwnFiles(lexed),
      problems: [...new Set([...problems, ...imports.flatMap((one) => judge(one, lexed) ?? [])])],
      isLocal: isLocal || imports.some(({ name }) => /^(?:node:)?path\b/u.test(name)),
    };
  },
};

interface Import {
  readonly name: string;
  /** What is imported of it, as it is written; `null` where that cannot be said. */
  readonly clause: string | null;
}

const withClause = /\b(?:import|export)\b\s*([^"`;()=]*?)\bfrom\s*"(\d+)"/gu;
const withoutClause = /\b(?:import|require)\s*\(?\s*"(\d+)"/gu;

function listImports({ code, texts }: LexedCode): readonly Import[] {
  const named = [...code.matchAll(withClause)].map(([, clause = '', place]) => ({
    name: texts[Number(place)] ?? '',
    clause,
  }));
  const plain = [...code.matchAll(withoutClause)].map(([, place]) => ({
    name: texts[Number(place)] ?? '',
    clause: null,
  }));
  // What is between the words may hold other things than a clause; then it is at least known that it is imported.
  const other = [...code.matchAll(/\bfrom\s*"(\d+)"/gu)].map(([, place]) => ({
    name: texts[Number(place)] ?? '',
    clause: null,
  }));
  const known = new Set(named.map(({ name }) => name));
  return [...named, ...plain, ...other.filter(({ name }) => !known.has(name))];
}

function listOwnFiles({ code, texts }: LexedCode): readonly string[] {
  return [...code.matchAll(ownFile)].map(([, place]) => texts[Number(place)] ?? '');
}

/** Modules of Node that do nothing but compute. */
const pure = new Set(
  'assert assert/strict buffer events path path/posix punycode querystring stream stream/promises stream/web string_decoder url util util/types zlib'.split(
    ' ',
  ),
);

/** What of other modules does nothing but compute. */
const pureParts: Readonly<Record<string, readonly string[]>> = {
  crypto: ['createHash', 'createHmac', 'hash', 'timingSafeEqual'],
  async_hooks: ['AsyncLocalStorage'],
};

/** Why what is imported makes results unfit for reuse; `null` when it does not. */
function judge({ name, clause }: Import, lexed: LexedCode): string | null {
  // A scheme; one letter is a drive.
  if (/^(?!node:)[a-z][a-z+]+:/u.test(name)) return `imports "${name}"`;
  if (name.startsWith('#')) return `imports "${name}", which its package resolves`;
  const builtIn = toBuiltIn(name);
  if (builtIn === null || pure.has(builtIn)) return null;
  const parts = clause === null ? null : toParts(clause);
  if (builtIn === 'fs' && parts !== null) return judgeReads(parts, lexed);
  const known = pureParts[builtIn];
  if (parts !== null && known !== undefined && parts.every((part) => known.includes(part))) {
    return null;
  }
  return `imports "${name}"`;
}

/** Reading a file that is named where it is read makes it a part of the code; any other access does not show what is read. */
function judgeReads(parts: readonly string[], { code }: LexedCode): string | null {
  if (parts.length !== 1 || parts[0] !== 'readFileSync')
    return 'imports more of "node:fs" than reading';
  const reads = code.match(/\breadFileSync\b/gu)?.length ?? 0;
  const imports = [...code.matchAll(withClause)].filter(([, clause = '']) =>
    /\breadFileSync\b/u.test(clause),
  );
  const own = code.match(new RegExp(`\\breadFileSync\\s*\\(\\s*${ownFile.source}`, 'gu'));
  const isPlain = imports.length === 1 && reads === (own?.length ?? 0) + 1;
  return isPlain
    ? null
    : "reads files that are not named as `readFileSync(new URL('name', import.meta.url))`";
}

/** The names in `{ a, b }`; `null` for anything else, and where one is renamed. */
function toParts(clause: string): readonly string[] | null {
  const inside = /^\s*(?:type\s+)?\{([^{}]*)\}\s*$/u.exec(clause)?.[1];
  if (inside === undefined) return null;
  const parts = inside
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.every((part) => /^\w+$/u.test(part)) ? parts : null;
}

/** The name of a module of Node without its scheme; `null` for any other module. */
function toBuiltIn(name: string): string | null {
  const bare = name.replace(/^node:/u, '');
  return name.startsWith('node:') || builtinModules.includes(bare) ? bare : null;
}

/** What of a package reaches outside of it: it is not known what it reads. */
export const packageLook: FileLook = {
  name: 'package 2',
  find(content) {
    const text = content.toString('latin1');
    const found = outside.exec(text);
    return found === null ? null : (found[1] ?? found[0]);
  },
};

const reaching =
  'fs|fs/promises|child_process|cluster|dgram|dns|dns/promises|http|http2|https|inspector|net|os|process|readline|repl|sqlite|tls|tty|v8|vm|wasi|worker_threads';
const outside = new RegExp(
  `(?:\\b(?:from|import|require)\\s*\\(?\\s*['"](?:node:)?|['"]node:)(${reaching})['"]`,
  'u',
);
