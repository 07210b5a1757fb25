import { nullable, object, oneOf, text } from '../../json/shape.ts';
import { isJsonObject } from '../../json/json.ts';
import {
  type LosslessValue,
  readLosslessJson,
  writeLosslessJson,
} from '../../json/lossless-json.ts';
import { RigError } from '../../core/rig-error.ts';
import { fieldsOf, type RpcAnswer } from './rpc-message.ts';

/** The first line of a tape. */
export interface TapeHead {
  readonly version: 1;
  readonly kind: 'mcp';
  readonly name: string;
  /** Of the tokens in place of secrets; `null` where a key of the user made them. */
  readonly salt: string | null;
}

/** One request of a client and what the server answered. */
export interface TapeExchange {
  readonly method: string;
  readonly params: LosslessValue;
  readonly answer: RpcAnswer;
}

/** What was said to one server, from its start to its end. */
export interface Tape {
  readonly head: TapeHead;
  readonly exchanges: readonly TapeExchange[];
}

const headShape = object<TapeHead>({
  version: oneOf(1),
  kind: oneOf('mcp'),
  name: text,
  salt: nullable(text),
});

export function writeTapeHead(head: TapeHead): string {
  return `${JSON.stringify(head)}\n`;
}

/** @param redact - applied to each part on its own, as to what is asked in a replay. */
export function writeTapeExchange(
  { method, params, answer }: TapeExchange,
  redact: (text: string) => string,
): string {
  const asked = params === null ? '' : `"params":${redact(writeLosslessJson(params))},`;
  const said = redact(writeLosslessJson(answer.value));
  return `{"method":${JSON.stringify(method)},${asked}"${answer.kind}":${said}}\n`;
}

/**
 * Reads a tape.
 *
 * @throws RigError `TAPE_UNREADABLE` with the line that does not fit.
 */
export function parseTape(content: string, name: string): Tape {
  const [first = '', ...rest] = content.split('\n').filter((line) => line !== '');
  const refuse = (line: number, what: string): RigError =>
    new RigError('TAPE_UNREADABLE', `Cannot replay "${name}:${line}": ${what}. Record it again`);
  const head: unknown = parseJson(first);
  if (!isJsonObject(head) || headShape(head) !== null) {
    throw refuse(1, 'it does not begin as a recording of an MCP server');
  }
  const exchanges = rest.map((line, index) => {
    const exchange = readExchange(line);
    if (exchange === null) throw refuse(index + 2, 'it is not a request with its answer');
    return exchange;
  });
  // Its shape was just checked.
  return { head: head as unknown as TapeHead, exchanges };
}

function readExchange(line: string): TapeExchange | null {
  const read = readLosslessJson(line);
  const fields = read.ok ? fieldsOf(read.value.value) : null;
  if (fields === null) return null;
  const method = fields.get('method');
  const error = fields.get('error');
  const result = fields.get('result');
  if (typeof method !== 'string') return null;
  const params = fields.get('params') ?? null;
  if (error !== undefined) return { method, params, answer: { kind: 'error', value: error } };
  return result === undefined
    ? null
    : { method, params, answer: { kind: 'result', value: result } };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
