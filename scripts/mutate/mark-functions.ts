import { createHash } from 'node:crypto';
import { parseSync } from 'vite';

import { type AstNode, childrenOf, isNode, nodeAt } from './ast-node.ts';

/** A function of a source: its body from `start` to `end`. Number 0 is the module itself. */
export interface MarkedFunction {
  readonly start: number;
  readonly end: number;
  readonly isBlock: boolean;
}

/** The functions of a source, in the order of the text; the first is the whole module. */
export function listFunctions(file: string, source: string): readonly MarkedFunction[] {
  const program: unknown = parseSync(file, source).program;
  if (!isNode(program)) return [];
  const found: MarkedFunction[] = [];
  collect(program, found);
  return [
    { start: 0, end: source.length, isBlock: true },
    ...found.toSorted((left, right) => left.start - right.start || right.end - left.end),
  ];
}

/** The number of the innermost function around a place. */
export function functionAt(functions: readonly MarkedFunction[], offset: number): number {
  return functions.findLastIndex((one) => one.start <= offset && offset < one.end);
}

/** A function's name in the map of tests: its number holds only for the very same text. */
export function nameFunction(file: string, source: string, number: number): string {
  return `${file}#${hashOf(source)}#${number}`;
}

export function hashOf(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

/** The source with a statement at the start of each function that reports its name in the map of tests. */
export function markFunctions(file: string, source: string): string {
  const inserts = listFunctions(file, source).flatMap((one, number) => {
    const mark = `globalThis.toolrigHits?.add(${JSON.stringify(nameFunction(file, source, number))})`;
    if (number === 0) return [{ at: source.length, text: `\n${mark};\n` }];
    if (one.isBlock) return [{ at: one.start + 1, text: `${mark};` }];
    return [
      { at: one.start, text: `(${mark},(` },
      { at: one.end, text: '))' },
    ];
  });
  // From the end, so that no place moves; at one place, what closes comes before what opens.
  return inserts
    .map((insert, order) => ({ ...insert, order }))
    .toSorted((left, right) => right.at - left.at || left.order - right.order)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source);
}

function collect(node: AstNode, found: MarkedFunction[]): void {
  const body = /Function/u.test(node.type) ? nodeAt(node, 'body') : null;
  if (body !== null) {
    found.push({
      start: body.start,
      end: body.end,
      isBlock: /Block|FunctionBody/u.test(body.type),
    });
  }
  for (const child of childrenOf(node)) collect(child, found);
}
