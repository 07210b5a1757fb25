import { maskSource } from '../../harness/testing/house/mask-source.ts';

/** One statement of a module's declarations (`.d.ts`). */
export interface Declaration {
  readonly name: string;
  /** As emitted, without comments. */
  readonly text: string;
  /** Types that it mentions. */
  readonly mentions: readonly string[];
  /** Values whose types it takes. */
  readonly takes: readonly string[];
}

/** A name that a module takes from, or hands on from, another. */
export interface Borrowed {
  readonly name: string;
  readonly specifier: string;
}

/** What a module declares, imports and hands on, by name. */
export interface ModuleDeclarations {
  readonly declared: ReadonlyMap<string, Declaration>;
  readonly imported: ReadonlyMap<string, Borrowed>;
  readonly reexported: ReadonlyMap<string, Borrowed>;
}

/** Reads declarations as `tsc` emits them: each statement begins at the start of a line. */
export function readDeclarations(source: string): ModuleDeclarations {
  const declared = new Map<string, Declaration>();
  const imported = new Map<string, Borrowed>();
  const reexported = new Map<string, Borrowed>();
  for (const statement of splitStatements(dropComments(source))) {
    const lists = /^(import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+['"]([^'"]+)['"]/u.exec(
      statement,
    );
    if (lists !== null) {
      const into = lists[1] === 'import' ? imported : reexported;
      addNames(into, lists[2] ?? '', lists[3] ?? '');
      continue;
    }
    const local = /^export\s+(?:type\s+)?\{([^}]*)\};?$/u.exec(statement)?.[1];
    if (local !== undefined) {
      handOn({ imported, reexported }, local);
      continue;
    }
    const name =
      /^(?:export )?(?:declare )?(?:abstract )?(?:function|interface|type|class|const) ([\w$]+)/u.exec(
        statement,
      )?.[1];
    if (name === undefined) continue;
    const before = declared.get(name);
    const text = before === undefined ? statement : `${before.text}\n${statement}`;
    declared.set(name, { name, text, ...listMentions(text, name) });
  }
  return { declared, imported, reexported };
}

/** Names that a module imports and exports in two statements. */
function handOn(
  {
    imported,
    reexported,
  }: {
    readonly imported: ReadonlyMap<string, Borrowed>;
    readonly reexported: Map<string, Borrowed>;
  },
  list: string,
): void {
  const names = new Map<string, Borrowed>();
  addNames(names, list, '');
  for (const [as, { name }] of names) {
    const from = imported.get(name);
    if (from !== undefined) reexported.set(as, from);
  }
}

function addNames(into: Map<string, Borrowed>, list: string, specifier: string): void {
  for (const item of list.split(',')) {
    const names = /^(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?$/u.exec(item.trim());
    if (names === null) continue;
    const [, name = '', as = name] = names;
    into.set(as, { name, specifier });
  }
}

const opening = /^(?:export|import|declare|abstract|interface|type|class|function|const)\b/u;

function splitStatements(source: string): readonly string[] {
  const statements: string[] = [];
  for (const line of source.split('\n').filter((text) => text.trim() !== '')) {
    if (opening.test(line)) statements.push(line);
    else statements.push(`${statements.pop() ?? ''}\n${line}`);
  }
  return statements;
}

function listMentions(text: string, own: string): Pick<Declaration, 'mentions' | 'takes'> {
  const { code } = maskSource(text);
  const takes = [...code.matchAll(/\btypeof\s+([\w$]+)/gu)].map(([, name]) => name ?? '');
  const types = [...code.matchAll(/(?<!typeof |[.\w$])[A-Z][\w$]*/gu)].map(([name]) => name);
  return { mentions: sortNames(types, own), takes: sortNames(takes, own) };
}

function sortNames(names: readonly string[], own: string): readonly string[] {
  return [...new Set(names)].filter((name) => name !== own).toSorted();
}

function dropComments(source: string): string {
  const { texts } = maskSource(source);
  let kept = '';
  let at = 0;
  while (at < source.length) {
    const quoted = texts.get(at);
    const end = quoted === undefined ? endOfComment(source, at) : at + quoted.length + 2;
    if (quoted !== undefined) kept += source.slice(at, end);
    else if (end === at) kept += source.charAt(at);
    at = Math.max(end, at + 1);
  }
  return kept.replace(/[ \t]+$/gmu, '');
}

function endOfComment(source: string, at: number): number {
  if (source.startsWith('/*', at)) return source.indexOf('*/', at) + 2;
  if (source.startsWith('//', at)) return `${source}\n`.indexOf('\n', at);
  return at;
}
