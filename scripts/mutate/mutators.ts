import { type AstNode, nodeAt, nodesAt } from './ast-node.ts';

/** An edit before its place in the file is known by line. */
export interface Edit {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

type Mutator = (node: AstNode, source: string) => readonly Edit[];

/** What may be done to a node, by its type. */
export const mutators: Readonly<Record<string, Mutator>> = {
  ArrayExpression: editArray,
  BinaryExpression: editBinary,
  CallExpression: editCall,
  ConditionalExpression: editConditional,
  ExpressionStatement: removeStatement,
  IfStatement: editIf,
  Literal: editLiteral,
  LogicalExpression: editLogical,
  ReturnStatement: editReturn,
  ThrowStatement: (node) => [replace(node, 'swallowed error', ';')],
  UnaryExpression: editUnary,
};

const boundaries: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);
const opposites: ReadonlyMap<string, string> = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['==', '!='],
  ['!=', '=='],
]);
const swappable: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '-', '/']);
const otherArithmetic: ReadonlyMap<string, string> = new Map([
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
]);

function editBinary(node: AstNode, source: string): readonly Edit[] {
  const left = nodeAt(node, 'left');
  const right = nodeAt(node, 'right');
  const operator = String(node['operator']);
  if (left === null || right === null) return [];
  const [a, b] = [cut(source, left), cut(source, right)];
  const edits: Edit[] = [];
  const other = boundaries.get(operator);
  if (other !== undefined) edits.push(replace(node, 'boundary', `${a} ${other} ${b}`));
  const opposite = opposites.get(operator);
  if (opposite !== undefined)
    edits.push(replace(node, 'negated condition', `${a} ${opposite} ${b}`));
  if (swappable.has(operator))
    edits.push(replace(node, 'swapped operands', `${b} ${operator} ${a}`));
  const arithmetic = otherArithmetic.get(operator);
  if (arithmetic !== undefined) edits.push(replace(node, 'arithmetic', `${a} ${arithmetic} ${b}`));
  if ((operator === '+' || operator === '-') && b === '1')
    edits.push(replace(node, 'off by one', a));
  return edits;
}

function editLogical(node: AstNode, source: string): readonly Edit[] {
  const left = nodeAt(node, 'left');
  const right = nodeAt(node, 'right');
  if (left === null || right === null) return [];
  const [a, b] = [cut(source, left), cut(source, right)];
  if (node['operator'] === '??') {
    return b === 'null' ? [replace(right, 'n/a as 0', '0')] : [replace(node, 'dropped default', a)];
  }
  return [replace(node, 'dropped condition', a), replace(node, 'dropped condition', b)];
}

function editIf(node: AstNode, source: string): readonly Edit[] {
  const test = nodeAt(node, 'test');
  if (test === null) return [];
  return [
    replace(test, 'condition never', 'false'),
    replace(test, 'condition always', 'true'),
    ...(test.type === 'BinaryExpression' || test.type === 'UnaryExpression'
      ? []
      : [replace(test, 'negated condition', `!(${cut(source, test)})`)]),
  ];
}

function editConditional(node: AstNode, source: string): readonly Edit[] {
  const test = nodeAt(node, 'test');
  const yes = nodeAt(node, 'consequent');
  const no = nodeAt(node, 'alternate');
  if (test === null || yes === null || no === null) return [];
  const [condition, a, b] = [cut(source, test), cut(source, yes), cut(source, no)];
  return [
    replace(node, 'swapped side', `${condition} ? ${b} : ${a}`),
    ...[yes, no]
      .filter((one) => cut(source, one) === 'null')
      .map((one) => replace(one, 'n/a as 0', '0')),
  ];
}

function editReturn(node: AstNode, source: string): readonly Edit[] {
  const argument = nodeAt(node, 'argument');
  if (argument === null) return [replace(node, 'dropped return', ';')];
  return cut(source, argument) === 'null' ? [replace(argument, 'n/a as 0', '0')] : [];
}

const otherMethods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['max', 'min'],
  ['min', 'max'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
]);
const droppable: ReadonlySet<string> = new Set([
  'filter',
  'toSorted',
  'toReversed',
  'slice',
  'trim',
]);

function editCall(node: AstNode, source: string): readonly Edit[] {
  const callee = nodeAt(node, 'callee');
  if (callee?.type !== 'MemberExpression' || callee['computed'] === true) return [];
  const object = nodeAt(callee, 'object');
  const property = nodeAt(callee, 'property');
  if (object === null || property === null) return [];
  const name = cut(source, property);
  const other = otherMethods.get(name);
  return [
    ...(other === undefined ? [] : [replace(property, 'other method', other)]),
    ...(droppable.has(name) ? [replace(node, `dropped ${name}`, cut(source, object))] : []),
  ];
}

/** A list loses all it holds, and each of its written-out members once. */
function editArray(node: AstNode): readonly Edit[] {
  const elements = nodesAt(node, 'elements');
  if (elements.length === 0) return [];
  const members = elements.map((element, at): Edit => {
    const next = elements[at + 1];
    const before = elements[at - 1];
    const start = next === undefined && before !== undefined ? before.end : element.start;
    return { kind: 'dropped member', start, end: next?.start ?? element.end, replacement: '' };
  });
  return [replace(node, 'emptied list', '[]'), ...(elements.length < 2 ? [] : members)];
}

function editLiteral(node: AstNode): readonly Edit[] {
  const value = node['value'];
  if (typeof value === 'boolean') return [replace(node, 'flipped boolean', String(!value))];
  if (typeof value === 'number') return [replace(node, 'off by one', String(value + 1))];
  return [];
}

function editUnary(node: AstNode, source: string): readonly Edit[] {
  const argument = nodeAt(node, 'argument');
  if (argument === null || node['operator'] !== '!') return [];
  return [replace(node, 'negated condition', cut(source, argument))];
}

function removeStatement(node: AstNode): readonly Edit[] {
  return [replace(node, 'removed statement', ';')];
}

function replace(node: AstNode, kind: string, replacement: string): Edit {
  return { kind, start: node.start, end: node.end, replacement };
}

function cut(source: string, node: AstNode): string {
  return source.slice(node.start, node.end);
}
