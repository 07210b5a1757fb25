import type { ExpectedCallInput, ExpectedCallObject } from '../../input/expected-input.ts';

/** An expected call in full, whichever way it is written. */
export function toCallObject(input: ExpectedCallInput): ExpectedCallObject {
  if (typeof input === 'string') return { tool: input };
  if (isPair(input)) {
    const [tool, args] = input;
    return args === undefined ? { tool } : { tool, arguments: args };
  }
  if ('tool' in input) return input;
  const { name, ...rest } = input;
  return { tool: name, ...rest };
}

/** Where the arguments of an expected call are, below the call. */
export function toArgumentsStep(input: ExpectedCallInput): string | number {
  return typeof input === 'object' && isPair(input) ? 1 : 'arguments';
}

/** `Array.isArray` cannot narrow a readonly list. */
function isPair(
  input: Exclude<ExpectedCallInput, string>,
): input is Extract<ExpectedCallInput, readonly unknown[]> {
  return Array.isArray(input);
}
