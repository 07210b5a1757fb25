import { isJsonObject } from '../../json/json.ts';
import { readJsonPath } from '../../json/read-json-path.ts';

const kinds: Readonly<Record<string, readonly [string, string]>> = {
  tools: ['tool', 'name'],
  toolsets: ['toolset', 'id'],
  models: ['model', 'name'],
  variants: ['variant', 'name'],
  scenarios: ['scenario', 'id'],
  plans: ['plan', 'name'],
};

/** The innermost named entry of a suite that a path lies in: `tool "refund"`; `undefined` when in none. */
export function nameOwner(suite: unknown, path: string): string | undefined {
  let owner: string | undefined;
  let current = suite;
  let list = '';
  for (const step of readJsonPath(path)) {
    current = (current as Readonly<Record<string | number, unknown>> | null | undefined)?.[step];
    const kind = typeof step === 'number' && Object.hasOwn(kinds, list) ? kinds[list] : undefined;
    const name = kind !== undefined && isJsonObject(current) ? current[kind[1]] : undefined;
    if (kind !== undefined && typeof name === 'string')
      owner = `${kind[0]} ${JSON.stringify(name)}`;
    list = String(step);
  }
  return owner;
}
