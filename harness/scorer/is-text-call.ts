import { isJsonObject } from '../core/json.ts';

const markup =
  /^(?:<(?<tag>tool_call|function_call|tool_use)>\s*(?<body>\{[^]*?\})\s*<\/\k<tag>>\s*)+$/u;

/**
 * Whether a whole text is a call written out: `<tool_call>{"name": ...}</tool_call>`, or a JSON object with a name and
 * arguments. Prose that shows such a call as an example is none.
 */
export function isTextCall(text: string): boolean {
  const whole = text.trim();
  const body = markup.exec(whole)?.groups?.['body'];
  return isCallObject(body ?? whole);
}

function isCallObject(text: string): boolean {
  if (!text.startsWith('{')) return false;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (!isJsonObject(value)) return false;
  const named = typeof value['name'] === 'string' && value['name'] !== '';
  return named && ['arguments', 'input', 'parameters'].some((field) => Object.hasOwn(value, field));
}
