import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { ApiName } from '../../harness/core/talk/wire-form.ts';
import { parseJson } from '../../harness/dialect/line/parse-json.ts';
import { dialects } from '../../harness/dialect/registry.ts';
import type { DataSet, Verdict } from './data-set.ts';
import { readVcr, type VcrExchange } from './read-vcr.ts';

interface KnownCalls {
  readonly file: string;
  readonly interaction: number;
  readonly api: string;
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
}

const needs = [
  'cassettes/expected_calls.jsonl.gz',
  'cassettes/pydantic-ai.tar.gz',
  'cassettes/docker-cagent',
] as const;

/** How the data calls the APIs that are spoken here. */
const names: Readonly<Record<ApiName, string>> = {
  chat: 'chat.completions',
  responses: 'responses',
  messages: 'anthropic.messages',
};

/** Real traffic: the calls of each exchange that has any. */
export const callSets: readonly DataSet[] = (['chat', 'responses', 'messages'] as const).map(
  (api) => ({
    name: `cassettes: calls, ${api}`,
    about: 'names and arguments of the calls, in order',
    needs,
    judge: (paths) => judgeCalls(api, paths),
  }),
);

function judgeCalls(api: ApiName, [known = '', ...recordings]: readonly string[]): Verdict {
  const byPlace = new Map<string, VcrExchange>();
  for (const found of recordings.flatMap(readVcr)) byPlace.set(toPlace(found), found);
  const expected = gunzipSync(readFileSync(known))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KnownCalls)
    .filter((entry) => entry.api === names[api]);
  const different = expected.flatMap((entry) => {
    const place = toPlace(entry);
    const found = byPlace.get(place);
    if (found === undefined) return [`${place}: the recording is absent`];
    const decoded = dialects[api].decode(found.exchange);
    if (!decoded.ok) return [`${place}: ${decoded.error.code}`];
    const said = decoded.reply.calls.map(({ name, argumentsText }) => {
      const parsed = parseJson(argumentsText ?? '');
      return [name, parsed.ok ? parsed.value : argumentsText];
    });
    // The data counts a `function_call` with an empty name, which some servers send with every reply: it is not a call.
    const named = entry.calls.filter(({ name }) => name !== '');
    const wanted = named.map((call) => [call.name, call.arguments]);
    return isDeepStrictEqual(said, wanted)
      ? []
      : [`${place}: ${JSON.stringify(said)}, expected ${JSON.stringify(wanted)}`];
  });
  return { cases: expected.length, equal: expected.length - different.length, different };
}

function toPlace({ file, interaction }: Pick<KnownCalls, 'file' | 'interaction'>): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.gz$/u, '');
  return `${name}#${interaction}`;
}
