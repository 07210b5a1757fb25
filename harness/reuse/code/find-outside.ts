import { findKept } from './find-kept.ts';
import type { LexedCode } from './lex-code.ts';

/** What code depends on besides its own text. */
export interface CodeReach {
  /** Why its results cannot be reused, as the rest of "it ..."; none: they can. */
  readonly problems: readonly string[];
  /** It may depend on the time zone or the language of the machine. */
  readonly isLocal: boolean;
}

interface Rule {
  readonly pattern: RegExp;
  readonly problem: string;
}

/** Ways out of a module that leave no trace in its imports. Patterns are for code without texts and comments. */
const rules: readonly Rule[] = [
  { pattern: /(?<![.\w$])process\b(?!\s*:)/u, problem: 'uses `process`' },
  { pattern: /(?<![.\w$])globalThis\b/u, problem: 'uses `globalThis`' },
  { pattern: /(?<![.\w$])global\s*[.[]/u, problem: 'uses `global`' },
  {
    pattern: /\bDate\s*\??\.\s*now\b|\bDate\s*\[(?!\s*\])/u,
    problem: 'reads the clock (`Date.now`)',
  },
  { pattern: /\bnew\s+Date\s*(?:\(\s*\)|(?![\s(<]))/u, problem: 'reads the clock (`new Date()`)' },
  { pattern: /(?<!\bnew\s+|[.\w$])Date\s*\(/u, problem: 'reads the clock (`Date()`)' },
  {
    pattern: /(?:[=(,?&[]|\|\||\breturn|\bextends)\s*Date\b(?!\s*(?:\?\.|[.(>[|&]))/u,
    problem: 'hands `Date` on',
  },
  { pattern: /(?<![.\w$])performance\b(?!\s*:)/u, problem: 'reads the clock (`performance`)' },
  { pattern: /\bMath\s*(?:\??\.\s*random\b|\[)/u, problem: 'uses `Math.random`' },
  { pattern: /[=(,]\s*Math\s*[,;)\n]/u, problem: 'hands `Math` on' },
  { pattern: /(?<![.\w$])crypto\s*[.[]/u, problem: 'uses `crypto`' },
  {
    pattern: /(?<![.\w$])(?:setTimeout|setInterval|setImmediate)\b(?!\s*:)/u,
    problem: 'waits in real time',
  },
  { pattern: /\bAbortSignal\s*\.\s*timeout\b/u, problem: 'waits in real time' },
  { pattern: /(?<![.\w$])eval\s*\(|(?<![.\w$])Function\s*\(/u, problem: 'makes code of text' },
  { pattern: /\bimport\s*\(\s*(?!"\d+"\s*[,)])/u, problem: 'imports a module by a computed name' },
  {
    pattern: /(?<![.\w$])require\b(?!\s*(?:\(\s*"\d+"\s*\)|:))/u,
    problem: 'requires a module by a computed name',
  },
  { pattern: /(?<![.\w$])__(?:dirname|filename)\b/u, problem: 'uses the place of its file' },
  { pattern: /\bimport\s*\.\s*meta\b/u, problem: 'uses `import.meta`' },
  { pattern: /(?<![.\w$])WebAssembly\b/u, problem: 'runs WebAssembly' },
];

/** The same in the text as it is, where parts that are text and parts that are code may have been mistaken. */
const certain: readonly Rule[] = [
  { pattern: /\bprocess\s*\.\s*(?:env|cwd|argv|platform|hrtime)\b/u, problem: 'uses `process`' },
  { pattern: /\bDate\.now\(|\bnew Date\(\)/u, problem: 'reads the clock' },
  { pattern: /\bMath\.random\(/u, problem: 'uses `Math.random`' },
  { pattern: /\bcrypto\.random/u, problem: 'uses `crypto`' },
];

const local = /\bDate\b|\bIntl\b|\.\s*toLocale|\.\s*localeCompare\b/u;

/** Finds what code reaches besides what it imports. Text that only may be code counts as code. */
export function findReach(source: string, lexed: LexedCode): CodeReach {
  const code = withoutOwnFiles(lexed);
  const found = new Set<string>();
  if (hasState(code)) found.add('keeps a variable (`let`) from one trial to the next');
  const kept = findKept(code);
  if (kept !== null) found.add(`changes \`${kept}\`, which is kept from one trial to the next`);
  for (const { pattern, problem } of rules) if (pattern.test(code)) found.add(problem);
  if (lexed.isUnsure) {
    for (const { pattern, problem } of certain) if (pattern.test(source)) found.add(problem);
    for (const { pattern, problem } of rules) if (pattern.test(source)) found.add(problem);
  }
  return { problems: [...found], isLocal: local.test(lexed.isUnsure ? source : code) };
}

/** Whether a variable of the module, and not of one of its functions, can change. */
function hasState(code: string): boolean {
  let depth = 0;
  for (const [found] of code.matchAll(/[{}()[\]]|(?<![.\w$])(?:let|var)\s+[\w${[]/gu)) {
    if (found.length > 1) {
      if (depth === 0) return true;
    } else depth += '{(['.includes(found) ? 1 : -1;
  }
  return false;
}

/** `new URL('data.json', import.meta.url)`, which names a file beside the module. */
export const ownFile = /\bnew\s+URL\s*\(\s*"(\d+)"\s*,\s*import\s*\.\s*meta\s*\.\s*url\s*,?\s*\)/gu;

/** A file beside a module is a part of the code when it is read where it is named, and only read. */
function withoutOwnFiles({ code }: LexedCode): string {
  return code.replace(
    new RegExp(`\\breadFileSync\\s*\\(\\s*${ownFile.source}`, 'gu'),
    ' ownFile("$1"',
  );
}
