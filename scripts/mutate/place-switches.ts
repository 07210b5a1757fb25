import { parseSync } from 'vite';

import { type AstNode, childrenOf, isNode } from './ast-node.ts';
import type { Mutant } from './mutant.ts';

/** A mutant with the number by which the running process turns it on. */
export interface NumberedMutant {
  readonly id: number;
  readonly mutant: Mutant;
}

/** One source that holds all its mutants at once, and those that could not be put in. */
export interface SwitchedSource {
  readonly text: string;
  readonly left: readonly NumberedMutant[];
}

/** A piece of the source that is written as a choice between itself and its mutants. */
interface Anchor {
  readonly start: number;
  readonly end: number;
  readonly isStatement: boolean;
  readonly mutants: NumberedMutant[];
}

/**
 * Writes every mutant into the source, each behind its own switch: one process can try one after the other without
 * loading anything again. The state that the switches read is made by `switch-runner.ts`.
 */
export function placeSwitches(
  file: string,
  source: string,
  mutants: readonly NumberedMutant[],
): SwitchedSource {
  const program: unknown = parseSync(file, source).program;
  if (!isNode(program)) return { text: source, left: mutants };
  const anchors = new Map<string, Anchor>();
  const left: NumberedMutant[] = [];
  for (const one of mutants) {
    const found = findAnchor(program, one.mutant);
    if (found === null) {
      left.push(one);
      continue;
    }
    const key = `${found.start}:${found.end}`;
    const anchor = anchors.get(key) ?? { ...found, mutants: [] };
    anchors.set(key, anchor);
    anchor.mutants.push(one);
  }
  const text = addHead(render(source, [0, source.length], sortAnchors([...anchors.values()])));
  const isWhole = parseSync(file, text).errors.length === 0;
  return isWhole ? { text, left } : { text: source, left: mutants };
}

type Place = Omit<Anchor, 'mutants'>;

/** The smallest expression or statement around an edit that may be put into parentheses or braces. */
function findAnchor(program: AstNode, mutant: Mutant): Place | null {
  let found: Place | null = null;
  let step: Step | undefined = { node: program, parent: null, isInChain: false };
  while (step !== undefined) {
    const place = toPlace(step, mutant);
    // An expression that is a whole statement without its mark is the statement.
    if (place !== null && !(found?.isStatement === true && found.end === place.end)) found = place;
    step = stepInto(step, mutant);
  }
  return found;
}

interface Step {
  readonly node: AstNode;
  readonly parent: AstNode | null;
  /** A part of an optional chain, which loses its meaning in parentheses. */
  readonly isInChain: boolean;
}

/** The child that holds the edit. */
function stepInto({ node, isInChain }: Step, mutant: Mutant): Step | undefined {
  const child = childrenOf(node).find((one) => one.start <= mutant.start && one.end >= mutant.end);
  if (child === undefined) return undefined;
  const isPart =
    chained.has(child.type) &&
    (node.type === 'ChainExpression' ||
      (isInChain && (node['object'] === child || node['callee'] === child)));
  return { node: child, parent: node, isInChain: isPart };
}

function toPlace({ node, parent, isInChain }: Step, mutant: Mutant): Place | null {
  const { start, end } = node;
  if (!statements.has(node.type))
    return !isInChain && isWrappable(node, parent) ? { start, end, isStatement: false } : null;
  // All that is done to a whole statement is to leave it out.
  const isWhole = start === mutant.start && end === mutant.end;
  return isWhole && mutant.replacement === ';' ? { start, end, isStatement: true } : null;
}

function isWrappable(node: AstNode, parent: AstNode | null): boolean {
  // Names are only edited where they are a condition.
  if (node.type === 'Identifier' || node.type === 'MemberExpression')
    return parent?.['test'] === node;
  return expressions.has(node.type) && isFree(node, parent);
}

/** Not a name of a member, not what is assigned to, and not a method that needs its object. */
function isFree(node: AstNode, parent: AstNode | null): boolean {
  if (parent === null) return false;
  if (parent['computed'] !== true && (parent['key'] === node || parent['property'] === node))
    return false;
  if (parent['callee'] === node || parent['tag'] === node) return node.type === 'CallExpression';
  if (/Pattern$|^RestElement$|^For(?:In|Of)Statement$/u.test(parent.type))
    return parent['right'] === node;
  if (parent.type === 'AssignmentExpression') return parent['right'] === node;
  return !(parent.type === 'UnaryExpression' && parent['operator'] === 'delete');
}

const statements: ReadonlySet<string> = new Set([
  'ExpressionStatement',
  'ReturnStatement',
  'ThrowStatement',
]);
const chained: ReadonlySet<string> = new Set(['CallExpression', 'MemberExpression']);
const expressions: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'AwaitExpression',
  'BinaryExpression',
  'CallExpression',
  'ChainExpression',
  'ConditionalExpression',
  'Literal',
  'LogicalExpression',
  'NewExpression',
  'ObjectExpression',
  'ParenthesizedExpression',
  'UnaryExpression',
]);

function sortAnchors(anchors: readonly Anchor[]): readonly Anchor[] {
  return anchors.toSorted((left, right) => left.start - right.start || right.end - left.end);
}

/** The text of a range with its anchors, which are sorted, the outer before the inner. */
function render(
  source: string,
  [from, to]: readonly [number, number],
  anchors: readonly Anchor[],
): string {
  let text = '';
  let at = from;
  for (const [place, anchor] of anchors.entries()) {
    if (anchor.start < at) continue;
    const inner = anchors.slice(place + 1).filter((one) => one.end <= anchor.end);
    const own = render(source, [anchor.start, anchor.end], inner);
    text += source.slice(at, anchor.start) + choose(source, anchor, own);
    at = anchor.end;
  }
  return text + source.slice(at, to);
}

function choose(source: string, anchor: Anchor, own: string): string {
  const { start, end, mutants } = anchor;
  if (anchor.isStatement) {
    const isOn = mutants.map(({ id }) => test(id)).join('||');
    return `{if(!(${isOn})){${own}\n}}`;
  }
  const others = mutants.map(({ id, mutant }) => {
    const before = source.slice(start, mutant.start);
    return `${test(id)}?(${before}${mutant.replacement}${source.slice(mutant.end, end)}):`;
  });
  return `(${others.join('')}(${own}))`;
}

/** While the state is -1, every switch that is passed reports itself. */
function test(id: number): string {
  return `(toolrigSwitch.on===${id}||toolrigSwitch.on<0&&toolrigSwitch.hit(${id}))`;
}

function addHead(text: string): string {
  const head = 'const toolrigSwitch=globalThis.toolrigSwitch??={on:0,hit:()=>false};';
  if (!text.startsWith('#!')) return head + text;
  const end = text.indexOf('\n') + 1;
  return text.slice(0, end) + head + text.slice(end);
}
