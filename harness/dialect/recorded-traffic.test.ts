import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { findSharedData } from '../testing/find-shared-data.ts';
import { decodeExchanges, type DecodedExchange } from './decode-exchanges.ts';

interface Traffic {
  readonly cassette: string;
  readonly interactions: readonly {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  }[];
}

interface KnownCalls {
  readonly file: string;
  readonly interaction: number;
  readonly api: string;
  readonly calls: readonly { readonly name: string; readonly arguments_raw: string }[];
}

/** What a reader of good will, with no thought for faults, makes of an exchange. */
interface PlainReading {
  readonly calls: readonly string[];
  readonly text: string;
  readonly finish: string;
}

const trafficPath = findSharedData('cassettes/pydantic-ai-chat-completions.jsonl.gz');
const knownPath = findSharedData('cassettes/expected_calls.jsonl.gz');
const serverPath = findSharedData('llama-server/captures.jsonl');

function unzip(path: string): string {
  return gunzipSync(readFileSync(path)).toString();
}

function parseLines<T>(text: string): readonly T[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as T);
}

function normalise(name: string): string {
  return name
    .replace(/^tests\//, '')
    .replace(/^pydantic-ai\//, '')
    .replace(/\.gz$/, '')
    .replace(/cassettes\//, '')
    .replaceAll('/', '_');
}

/** Exchanges at the beginning of a recording that went to another API and are not in the file. */
const skipped = new Map([['models_test_openai_test_multiple_agent_tool_calls.yaml', 2]]);

function toKey(file: string, interaction: number): string {
  return `${normalise(file)}#${interaction}`;
}

/** Walks into a parsed value; it shares no line with the decoder. */
function dig(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const step of path) here = (here as Record<string, unknown> | null | undefined)?.[step];
  return here;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readPlainly(status: number, body: unknown): PlainReading | null {
  if (status !== 200) return null;
  if (typeof body === 'string') return readPlainStream(body);
  const choice = dig(body, 'choices', 0);
  if (choice === undefined) return null;
  const calls = list(dig(choice, 'message', 'tool_calls')).map((call) =>
    [dig(call, 'id'), dig(call, 'function', 'name'), dig(call, 'function', 'arguments')].join(' '),
  );
  const content = dig(choice, 'message', 'content');
  const parts = list(content).map((part) => word(dig(part, 'text')));
  return {
    calls,
    text: word(content) + parts.join(''),
    finish: word(dig(choice, 'finish_reason')),
  };
}

function readPlainStream(body: string): PlainReading | null {
  const lines = body.split(/\r?\n/).filter((line) => /^data:(?! ?\[DONE\])/.test(line));
  const chunks = lines.map((line) => JSON.parse(line.slice(5)) as unknown);
  if (chunks.length === 0 || chunks.some((chunk) => dig(chunk, 'error') !== undefined)) return null;
  const slots = new Map<unknown, [string, string, string]>();
  let [text, finish] = ['', ''];
  for (const choice of chunks.map((chunk) => dig(chunk, 'choices', 0))) {
    text += word(dig(choice, 'delta', 'content'));
    finish = word(dig(choice, 'finish_reason')) || finish;
    for (const call of list(dig(choice, 'delta', 'tool_calls'))) {
      const [id, name, said] = slots.get(dig(call, 'index')) ?? ['', '', ''];
      slots.set(dig(call, 'index'), [
        id || word(dig(call, 'id')),
        name + word(dig(call, 'function', 'name')),
        said + word(dig(call, 'function', 'arguments')),
      ]);
    }
  }
  return { calls: [...slots.values()].map((slot) => slot.join(' ')), text, finish };
}

function toReading(decoded: DecodedExchange): PlainReading | null {
  // A plain reader sees an error where the provider says what the model wrote.
  const isRefused = decoded.deviations.some(({ code }) => code === 'tool_use_failed');
  if (decoded.error !== null || isRefused) return null;
  const calls = decoded.calls.map((call) => [call.id, call.name, call.argumentsText].join(' '));
  return { calls, text: decoded.text ?? '', finish: decoded.stopReason ?? '' };
}

it.skipIf(trafficPath === null || knownPath === null)(
  'real traffic: the calls that are known are equal, the rest agrees with a plain reader',
  () => {
    const text = unzip(trafficPath ?? '');
    const decoded = decodeExchanges(text);
    const known = new Map(
      parseLines<KnownCalls>(unzip(knownPath ?? ''))
        .filter((entry) => entry.api === 'chat.completions')
        .map((entry) => [toKey(entry.file, entry.interaction), entry.calls]),
    );
    let [next, matched, agreed, errors, withCalls, hollow] = [0, 0, 0, 0, 0, 0];
    for (const line of parseLines<Traffic>(text)) {
      for (const [index, exchange] of line.interactions.entries()) {
        const one = decoded[next];
        next += 1;
        if (one === undefined) throw new Error('An exchange is missing');
        const key = toKey(line.cassette, index + (skipped.get(normalise(line.cassette)) ?? 0));
        const calls = known.get(key);
        if (calls !== undefined) {
          const want = calls
            .filter((call) => call.name !== '' || call.arguments_raw !== '')
            .map((call) => [call.name, call.arguments_raw]);
          hollow += calls.length - want.length;
          expect([key, one.calls.map((call) => [call.name, call.argumentsText ?? 'null'])]).toEqual(
            [key, want],
          );
          matched += 1;
        }
        const plain = readPlainly(exchange.status, exchange.body);
        expect([key, toReading(one)]).toEqual([key, plain]);
        agreed += 1;
        if (one.calls.length > 0) withCalls += 1;
        if (one.error === null) continue;
        errors += 1;
        expect(one.error).toMatchObject({ code: expect.any(String), status: exchange.status });
      }
    }
    console.log(
      `Compared ${agreed} exchanges with a plain reader (${withCalls} with calls, ${errors} errors) and ${matched} with known calls (${hollow} of those are an empty function_call, which is no call)`,
    );
    expect([decoded.length, agreed, matched, hollow]).toEqual([514, 514, 105, 4]);
  },
);

it.skipIf(serverPath === null)(
  'captures of a real server: each is a reply or a named error',
  () => {
    const text = readFileSync(serverPath ?? '', 'utf8');
    const statuses = parseLines<{ readonly status: number }>(text).map((line) => line.status);
    const decoded = decodeExchanges(text);
    expect(decoded.map((one) => one.error?.status ?? 200)).toEqual(statuses);
    expect(decoded.find((one) => one.error?.code === 'context_length_exceeded')).toBeDefined();
    console.log(`Read ${decoded.length} captures`);
  },
);
