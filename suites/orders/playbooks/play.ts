import type { JsonObject, JsonValue, Playbook, PlayStep, PlayTurn, Seen } from 'toolrig';

import { requests, type ScenarioName } from '../requests.ts';

/** What an agent does about one text of the customer; the text itself comes from `requests`. */
export type Play = Omit<PlayTurn, 'user'>;

/** A playbook for a scenario, one play for each of its texts. */
export function toPlaybook(name: ScenarioName, plays: readonly Play[]): Playbook {
  const texts: readonly string[] = requests[name];
  return {
    name,
    language: name.endsWith('-zh') ? 'zh' : 'en',
    turns: texts.map((user, index) => ({ user, ...(plays[index] ?? talk('')) })),
  };
}

/** An answer without any call. */
export function talk(text: string): Play {
  return { steps: [], say: () => text };
}

/** A step of one call. */
export function call(tool: string, args: JsonObject): PlayStep {
  return { calls: () => [{ tool, arguments: args }] };
}

/** A preview, then the same call with the token that the preview gave. */
export function previewAndDo(tool: string, args: JsonObject): readonly PlayStep[] {
  return [call(tool, args), confirm(tool, args)];
}

/** The call again with the latest token. */
export function confirm(tool: string, args: JsonObject): PlayStep {
  return {
    calls: (seen) => [{ tool, arguments: { ...args, confirm_token: readToken(seen, tool) } }],
  };
}

function readToken(seen: Seen, tool: string): string {
  const tokens = seen.results(tool).map((result) => result['confirm_token']);
  const last = tokens.filter((token) => typeof token === 'string').at(-1);
  return last ?? 'none';
}

/** Texts of a field over a list in the latest result; empty when there is no such list. */
export function listField(
  seen: Seen,
  path: readonly [string, string],
  field: string,
): readonly string[] {
  const [tool, list] = path;
  return readItems(seen.field(tool, list), field);
}

/** Texts of a field over a list. */
export function readItems(items: JsonValue | undefined, field: string): readonly string[] {
  if (!Array.isArray(items)) return [];
  return (items as readonly JsonObject[]).map((item) => {
    const value = item[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}
