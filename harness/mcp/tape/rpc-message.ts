import {
  type LosslessValue,
  readLosslessJson,
  writeLosslessJson,
} from '../../json/lossless-json.ts';

/** A message of JSON-RPC, with numbers as they were written. */
export interface RpcMessage {
  /** As JSON text; `null` for a notification. */
  readonly id: string | null;
  /** `null` for an answer. */
  readonly method: string | null;
  readonly params: LosslessValue;
  /** The value, or the error of an answer; `null` for a request. */
  readonly answer: RpcAnswer | null;
}

/** How a server answered. */
export type RpcAnswer =
  | { readonly kind: 'result'; readonly value: LosslessValue }
  | { readonly kind: 'error'; readonly value: LosslessValue };

/** The messages of a text: one, or a batch; none where it is not JSON-RPC. */
export function readRpcMessages(text: string): readonly RpcMessage[] {
  const read = readLosslessJson(text);
  if (!read.ok) return [];
  const { value } = read.value;
  const items: readonly LosslessValue[] = isList(value) ? value : [value];
  return items.flatMap((item) => toMessage(item) ?? []);
}

function toMessage(value: LosslessValue): RpcMessage | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const id = fields.get('id') ?? null;
  const method = fields.get('method');
  const result = fields.get('result');
  const error = fields.get('error');
  return {
    id: id === null ? null : writeLosslessJson(id),
    method: typeof method === 'string' ? method : null,
    params: fields.get('params') ?? null,
    answer:
      error !== undefined
        ? { kind: 'error', value: error }
        : result === undefined
          ? null
          : { kind: 'result', value: result },
  };
}

/** The fields of an object; `null` for anything else. */
export function fieldsOf(value: LosslessValue): ReadonlyMap<string, LosslessValue> | null {
  const isObject = typeof value === 'object' && value !== null && !isList(value);
  return isObject && value.type === 'object' ? value.fields : null;
}

function isList(value: LosslessValue): value is readonly LosslessValue[] {
  return Array.isArray(value);
}

/** The text of an answer to a request. */
export function writeRpcAnswer(id: string, { kind, value }: RpcAnswer): string {
  return `{"jsonrpc":"2.0","id":${id},"${kind}":${writeLosslessJson(value)}}`;
}
