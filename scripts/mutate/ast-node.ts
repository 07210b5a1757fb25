/** A node of the syntax tree (ESTree with TypeScript), read by field name. */
export interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is AstNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value &&
    'end' in value
  );
}

/** The node in a field, or null. */
export function nodeAt(node: AstNode, field: string): AstNode | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** The nodes in a field that holds a list. */
export function nodesAt(node: AstNode, field: string): readonly AstNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter((one: unknown) => isNode(one)) : [];
}

/** The child nodes in source order of their fields. */
export function childrenOf(node: AstNode): readonly AstNode[] {
  return Object.values(node).flatMap((value): readonly AstNode[] => {
    if (isNode(value)) return [value];
    return Array.isArray(value) ? value.filter((one: unknown) => isNode(one)) : [];
  });
}
