import { keepLimit } from './limits.ts';

/**
 * Refuses JSON that is nested deeper than the limit `depth`, before it is parsed: whatever walks it would run out of stack.
 *
 * @throws LimitError
 */
export function keepDepth(text: string, action: string): void {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isInString = !isInString;
    else if (isInString) at += sign === '\\' ? 1 : 0;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (sign === '}' || sign === ']') depth -= 1;
  }
  keepLimit('depth', deepest, action);
}

/** The same for a value that has been read; one that holds itself is as deep as can be. */
export function keepValueDepth(value: unknown, action: string): void {
  let level: readonly unknown[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    keepLimit('depth', depth, action);
    level = [...new Set(level.flatMap(innerOf))];
  }
}

function innerOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const items: readonly unknown[] = Object.values(value);
  return items.filter((item) => typeof item === 'object' && item !== null);
}
