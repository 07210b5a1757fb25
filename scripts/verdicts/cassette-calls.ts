import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Exchange } from '../../harness/core/talk/exchange.ts';
import type { ApiName } from '../../harness/core/talk/wire-form.ts';
import { parseJson } from '../../harness/dialect/line/parse-json.ts';
import { dialects } from '../../harness/dialect/registry.ts';
import type { DataSet, Verdict } from './data-set.ts';
import { readRecordings } from './read-recordings.ts';

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
  const byPlace = new Map<string, Exchange>();
  for (const { place, exchange } of recordings.flatMap(readRecordings))
    byPlace.set(toBaseName(place), exchange);
  const expected = gunzipSync(readFileSync(known))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KnownCalls)
    .filter((entry) => entry.api === names[api]);
  const different = expected.flatMap((entry) => {
    const place = `${toBaseName(entry.file)} interactions[${entry.interaction}]`;
    const found = byPlace.get(place);
    if (found === undefined) return [`${place}: the recording is absent`];
    const decoded = dialects[api].decode(found);
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

/** Archives and the data name the same file with and without its folders and its packing. */
function toBaseName(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1).replace(/\.gz(?= |$)/u, '');
}
