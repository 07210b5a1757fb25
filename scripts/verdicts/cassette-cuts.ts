import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../harness/core/talk/exchange.ts';
import type { ApiName } from '../../harness/core/talk/wire-form.ts';
import { toBodyText } from '../../harness/dialect/line/body-text.ts';
import { dialectOfPath, dialects } from '../../harness/dialect/registry.ts';
import type { DataSet, Verdict } from './data-set.ts';
import { readRecordings } from './read-recordings.ts';

/** Longer bodies are cut at every hundredth byte: the time grows with the square of the length. */
const everyByteUpTo = 6_000;

const apis = ['chat', 'responses', 'messages'] as const;

const shared = {
  about: 'a body that is cut is an error, or has the calls of the whole',
  needs: ['cassettes/pydantic-ai.tar.gz', 'cassettes/docker-cagent'],
};

/** Real traffic, cut: an error, or the same calls as of the whole. */
export const cutSets: readonly DataSet[] = [
  ...apis.map((api) => ({
    ...shared,
    name: `cassettes: cut bodies, ${api}`,
    sampled: 7,
    judge: (paths: readonly string[], every: number) =>
      judgeCuts(api, paths, { wholeUpTo: everyByteUpTo, every }),
  })),
  ...apis.map((api) => ({
    ...shared,
    name: `cassettes: bodies cut at every byte, ${api}`,
    isLong: true as const,
    judge: (paths: readonly string[]) => judgeCuts(api, paths, { wholeUpTo: Infinity, every: 1 }),
  })),
];

/** How many of the cuts are made: all of bodies up to a length, one of 97 of longer ones, and of these one of `every`. */
interface CutOptions {
  readonly wholeUpTo: number;
  readonly every: number;
}

function judgeCuts(
  api: ApiName,
  recordings: readonly string[],
  { wholeUpTo, every }: CutOptions,
): Verdict {
  const dialect = dialects[api];
  const different: string[] = [];
  let cases = 0;
  for (const { place, url, exchange } of recordings.flatMap(readRecordings)) {
    const isHere = URL.canParse(url) && dialectOfPath(new URL(url).pathname) === dialect;
    const whole = isHere ? dialect.decode(exchange) : null;
    if (whole === null || !whole.ok) continue;
    const bytes = Buffer.from(toBodyText(exchange));
    const step = (bytes.length > wholeUpTo ? 97 : 1) * every;
    for (let length = 0; length < bytes.length; length += step) {
      cases += 1;
      const decoded = dialect.decode(cut(exchange, bytes, length));
      if (!decoded.ok || isDeepStrictEqual(decoded.reply.calls, whole.reply.calls)) continue;
      different.push(`${place}, cut after ${length} bytes`);
    }
  }
  return { cases, equal: cases - different.length, different };
}

function cut(exchange: Exchange, bytes: Buffer, length: number): Exchange {
  return { ...exchange, frames: [{ atMs: 0, text: bytes.subarray(0, length).toString('utf8') }] };
}
