import { parseSync } from 'vite';

import { type AstNode, childrenOf, isNode } from './ast-node.ts';
import type { Mutant } from './mutant.ts';
import { mutators } from './mutators.ts';

/** Every mutant of one TypeScript source, in the order of the text. */
export function findMutants(file: string, source: string): readonly Mutant[] {
  const program: unknown = parseSync(file, source).program;
  if (!isNode(program)) return [];
  const found: Mutant[] = [];
  walk(program, (node) => {
    for (const edit of mutators[node.type]?.(node, source) ?? []) {
      found.push({
        file,
        ...edit,
        lineNumber: source.slice(0, edit.start).split('\n').length,
        line: lineAt(source, edit.start),
        was: toOneLine(source.slice(edit.start, edit.end)),
      });
    }
  });
  return found
    .filter((one) => one.was !== toOneLine(one.replacement))
    .toSorted((left, right) => left.start - right.start || left.end - right.end);
}

/** On one line, with single spaces. */
export function toOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** Types, imports and the words of messages decide nothing: they are not mutated. */
function walk(node: AstNode, visit: (node: AstNode) => void): void {
  if (node.type === 'ImportDeclaration' || node.type === 'TemplateLiteral') return;
  if (node.type.startsWith('TS') && !expressionTypes.has(node.type)) return;
  visit(node);
  if (node.type === 'ThrowStatement') return;
  for (const child of childrenOf(node)) if (!isSign(child, node)) walk(child, visit);
}

/** One of `a < b ? -1 : 1`: of what a comparison gives, only the sign counts. */
function isSign(child: AstNode, { type, consequent, alternate }: AstNode): boolean {
  if (type !== 'ConditionalExpression' || (child !== consequent && child !== alternate))
    return false;
  return [consequent, alternate].every((one) => isNode(one) && isOne(one));
}

function isOne(node: AstNode): boolean {
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].every((one) => isNode(one) && isOne(one));
  const { argument } = node;
  return node['value'] === 1 || (node['operator'] === '-' && isNode(argument) && isOne(argument));
}

const expressionTypes: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
]);

function lineAt(source: string, offset: number): string {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const end = source.indexOf('\n', offset);
  return source.slice(start, end === -1 ? source.length : end).trim();
}
