/**
 * The name of an object of a module that functions of the module change, such as a `Map` that a handler fills: what one
 * trial leaves in it, the next one may find. `null` where there is none.
 *
 * It reads code without texts and comments. An object that is changed under another name is not seen; a local variable
 * of the same name counts as the module's.
 */
export function findKept(code: string): string | null {
  const { names, inside } = split(code);
  return names.find((name) => isChanged(name, inside)) ?? null;
}

/** Names that the module declares or imports, and its code without the statements at its top that begin with a name. */
function split(code: string): { readonly names: readonly string[]; readonly inside: string } {
  const names = new Set<string>();
  let inside = '';
  let depth = 0;
  let last = 0;
  const take = (end: number): void => {
    const piece = code.slice(last, end);
    if (depth === 0) for (const name of listNames(piece)) names.add(name);
    inside += depth === 0 ? withoutStarts(piece, code.slice(0, last)) : piece;
    last = end;
  };
  for (const { 0: brace, index } of code.matchAll(/[{}()[\]]/gu)) {
    take(index);
    depth += '{(['.includes(brace) ? 1 : -1;
  }
  take(code.length);
  for (const [, clause = ''] of code.matchAll(/\bimport\b([^"`;()=]*?)\bfrom\s*"/gu)) {
    // Types are no objects.
    const values = /^\s*type\b/u.test(clause) ? '' : clause.replace(/\btype\s+[\w$]+/gu, '');
    for (const [name] of values.matchAll(/[\w$]+(?=\s*(?:[,}]|$))/gu)) names.add(name);
  }
  return { names: [...names], inside };
}

/** What a statement at the top does happens once, when the module is loaded: `list.push(row);`. */
function withoutStarts(piece: string, before: string): string {
  const first = before.trim() === '' ? '(?:^\\s*|' : '(?:';
  const start = new RegExp(
    `${first}[;}]\\s*|(?<=[\\w"')\\]])\\s*\\n\\s*)[\\w$]+(?:\\s*\\.\\s*[\\w$]+)+`,
    'gu',
  );
  return piece.replace(start, ';');
}

function listNames(top: string): readonly string[] {
  return [...top.matchAll(/(?<![.\w$])(?:const|class)\s+([\w$]+)/gu)].map(([, name = '']) => name);
}

const changing =
  'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|append|next';
const part = String.raw`(?:\s*\??\.\s*[\w$]+|\s*\[[^\]\n]+\])`;
const assigning = String.raw`(?:=(?![=>])|(?:[-+*/%&|^]|\*\*|&&|\|\||\?\?|<<|>>>?)=|\+\+|--)`;

function isChanged(name: string, inside: string): boolean {
  const word = String.raw`(?<![.\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`;
  const patterns = [
    String.raw`${word}${part}*?\s*\??\.\s*(?:${changing})\s*\(`,
    String.raw`${word}${part}+\s*${assigning}`,
    String.raw`(?:\+\+|--|\bdelete\s)\s*${word}${part}`,
    String.raw`\bObject\s*\.\s*(?:assign|defineProperty|defineProperties|setPrototypeOf)\s*\(\s*${word}`,
  ];
  return patterns.some((pattern) => new RegExp(pattern, 'u').test(inside));
}
