import { toCanonicalJson } from '../../json/canonical-json.ts';
import {
  type LosslessValue,
  readLosslessJson,
  writeLosslessJson,
} from '../../json/lossless-json.ts';
import { fieldsOf, readRpcMessages, type RpcMessage, writeRpcAnswer } from './rpc-message.ts';
import type { Tape, TapeExchange } from './tape-line.ts';

/** JSON-RPC has no word for a recording without an answer; this is the code for a server that does not answer. */
const noAnswer = -32_001;

/**
 * Answers a client from a tape. Equal requests get their recorded answers in the order of the recording, different ones in any
 * order; a request without one is a miss.
 */
export class TapePlayer {
  readonly #tape: Tape;
  readonly #redact: (text: string) => string;
  readonly #left = new Map<string, TapeExchange[]>();
  /** One sentence for each request that had no answer. */
  readonly misses: string[] = [];
  count = 0;

  /** @param redact - as the recording was redacted: requests are compared as they are stored. */
  constructor(tape: Tape, redact: (text: string) => string) {
    this.#tape = tape;
    this.#redact = redact;
    for (const exchange of tape.exchanges) {
      const key = toKey(exchange.method, exchange.params);
      const known = this.#left.get(key);
      if (known === undefined) this.#left.set(key, [exchange]);
      else known.push(exchange);
    }
  }

  /** The answers to what a client sent, as one text; `null` where it expects none. */
  answer(text: string): string | null {
    const answers = readRpcMessages(text).flatMap((message) => this.#answerOne(message) ?? []);
    if (answers.length === 0) return null;
    return text.trimStart().startsWith('[') ? `[${answers.join(',')}]` : (answers[0] ?? null);
  }

  #answerOne({ id, method, params }: RpcMessage): string | null {
    if (id === null || method === null) return null;
    this.count += 1;
    const asked = this.#redacted(params);
    const found = this.#left.get(toKey(method, asked))?.shift();
    if (found !== undefined) return writeRpcAnswer(id, found.answer);
    if (method === 'ping') return writeRpcAnswer(id, { kind: 'result', value: emptyObject });
    const message = this.#describe(method, asked);
    this.misses.push(message);
    return JSON.stringify({
      jsonrpc: '2.0',
      id: JSON.parse(id) as unknown,
      error: { code: noAnswer, message },
    });
  }

  #redacted(params: LosslessValue): LosslessValue {
    if (params === null) return null;
    const read = readLosslessJson(this.#redact(writeLosslessJson(params)));
    return read.ok ? read.value.value : params;
  }

  #describe(method: string, params: LosslessValue): string {
    const name = fieldsOf(params)?.get('name');
    const what = typeof name === 'string' ? `${method} of "${name}"` : method;
    const same = this.#tape.exchanges.filter(
      (one) => one.method === method && fieldsOf(one.params)?.get('name') === name,
    );
    const head = `Cannot replay ${what} of the MCP server "${this.#tape.head.name}"`;
    const [first] = same;
    if (first === undefined) return `${head}: it was not recorded`;
    const times = same.filter((one) => toKey(method, one.params) === toKey(method, params)).length;
    if (times > 0)
      return `${head}: it was recorded ${times === 1 ? 'once' : `${times} times`}, and was asked once more`;
    return `${head}: recorded ${show(first.params)}, now ${show(params)}`;
  }
}

const emptyObject: LosslessValue = { type: 'object', fields: new Map() };

const mostShown = 200;

function show(params: LosslessValue): string {
  const text = writeLosslessJson(fieldsOf(params)?.get('arguments') ?? params);
  return text.length > mostShown ? `${text.slice(0, mostShown)}...` : text;
}

/** What a client says of itself, and tokens of progress, do not tell requests apart. */
function toKey(method: string, params: LosslessValue): string {
  if (method === 'initialize') return method;
  const fields = [...(fieldsOf(params) ?? [])].filter(([name]) => name !== '_meta');
  return `${method} ${toCanonicalJson(toSortable({ type: 'object', fields: new Map(fields) }))}`;
}

/** Numbers as their text, so that none is rounded. */
function toSortable(value: LosslessValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = fieldsOf(value);
  if (fields !== null) {
    return Object.fromEntries([...fields].map(([name, item]) => [name, toSortable(item)]));
  }
  if (Array.isArray(value)) return (value as readonly LosslessValue[]).map(toSortable);
  return { $number: writeLosslessJson(value) };
}
