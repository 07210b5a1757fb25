import { hasRiskyNumbers, writeLosslessJson } from '../core/lossless-json.ts';
import { stopReasons, type StopReason } from '../core/stop-reason.ts';
import type { Expected, ExpectedCall, ExpectedEffect, Matcher, OrderPair } from '../core/suite.ts';
import type { DocumentFields, DocumentNode, DocumentReader } from './document-reader.ts';

const expectedKeys = [
  'calls',
  'order',
  'arguments',
  'mayCall',
  'effects',
  'forbidden',
  'ask',
  'stopReasons',
  'says',
  'saysNot',
];

/** Reads what a document expects. Plain values mean equality. */
export function readDocumentExpected(node: DocumentNode, reader: DocumentReader): Expected {
  const fields: DocumentFields = reader.fields(node, expectedKeys) ?? new Map();
  const mode = reader.word(fields.get('arguments'), ['exact', 'partial']);
  const list = fields.get('calls');
  const calls = list === undefined ? null : readCalls(list, mode, reader);
  const stops = fields.get('stopReasons');
  return {
    calls,
    order: readOrder(fields.get('order'), calls ?? [], reader),
    mayCall:
      fields.get('mayCall')?.value === 'reads' ? 'reads' : reader.texts(fields.get('mayCall')),
    effects: readEffects(fields.get('effects'), reader),
    forbidden: reader.texts(fields.get('forbidden')),
    ask: reader.texts(fields.get('ask')),
    stopReasons: stops === undefined ? null : readStopReasons(stops, reader),
    state: null,
    says: reader.texts(fields.get('says')),
    saysNot: reader.texts(fields.get('saysNot')),
  };
}

function readCalls(
  node: DocumentNode,
  mode: ExpectedCall['mode'],
  reader: DocumentReader,
): readonly ExpectedCall[] {
  const counts = new Map<string, number>();
  return reader.items(node).map((item) => {
    const parts = readCall(item, reader);
    const tool = parts.tool === undefined ? '' : reader.text(parts.tool);
    const count = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, count);
    return {
      id: parts.id === undefined ? `${tool}#${count}` : reader.text(parts.id),
      tool,
      arguments: parts.arguments === undefined ? null : readMatchers(parts.arguments, reader),
      mode: parts.mode === undefined ? mode : reader.word(parts.mode, ['exact', 'partial']),
      group: parts.group === undefined ? null : reader.text(parts.group),
    };
  });
}

interface CallParts {
  readonly tool?: DocumentNode | undefined;
  readonly arguments?: DocumentNode | undefined;
  readonly id?: DocumentNode | undefined;
  readonly mode?: DocumentNode | undefined;
  readonly group?: DocumentNode | undefined;
}

/** `"name"`, `["name", {...}]` or `{ name, arguments, id, mode, group }`. */
function readCall(node: DocumentNode, reader: DocumentReader): CallParts {
  if (typeof node.value === 'string') return { tool: node };
  const parts = Array.isArray(node.value) ? readPair(node, reader) : readFields(node, reader);
  if (parts !== null && parts.tool === undefined) reader.refuse(node, 'a call with a name');
  return parts ?? {};
}

function readPair(node: DocumentNode, reader: DocumentReader): CallParts {
  const [tool, args, ...rest] = reader.items(node);
  if (rest.length > 0) reader.refuse(node, '[name, arguments]');
  return { tool, arguments: args };
}

function readFields(node: DocumentNode, reader: DocumentReader): CallParts | null {
  const fields = reader.fields(node, ['name', 'tool', 'arguments', 'id', 'mode', 'group']);
  if (fields === null) return null;
  return {
    tool: fields.get('name') ?? fields.get('tool'),
    arguments: fields.get('arguments'),
    id: fields.get('id'),
    mode: fields.get('mode'),
    group: fields.get('group'),
  };
}

function readMatchers(
  node: DocumentNode,
  reader: DocumentReader,
): Readonly<Record<string, Matcher>> | null {
  const fields = reader.fields(node, null);
  if (fields === null) return null;
  const matchers = [...fields].map(([name, field]): [string, Matcher] => {
    const text = writeLosslessJson(field.exact);
    const exact = hasRiskyNumbers(text) ? { text } : {};
    return [name, { match: 'equal', value: field.value, ...exact }];
  });
  return Object.fromEntries(matchers);
}

/** Pairs of positions or ids; `as_listed` = each before the next. */
function readOrder(
  node: DocumentNode | undefined,
  calls: readonly ExpectedCall[],
  reader: DocumentReader,
): readonly OrderPair[] {
  if (node === undefined) return [];
  if (node.value === 'as_listed') {
    return calls.slice(1).map((call, index) => toPair(calls[index]?.id ?? '', call.id));
  }
  return reader.items(node).flatMap((pair) => {
    const [first, then, ...rest] = reader.items(pair);
    if (first === undefined || then === undefined || rest.length > 0) {
      reader.refuse(pair, 'a pair [first, then]');
      return [];
    }
    return [toPair(toCallId(first, calls, reader), toCallId(then, calls, reader))];
  });
}

function toPair(first: string, then: string): OrderPair {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
  return { first, then };
}

function toCallId(
  node: DocumentNode,
  calls: readonly ExpectedCall[],
  reader: DocumentReader,
): string {
  const { value } = node;
  const call =
    typeof value === 'number' ? calls[value] : calls.find((candidate) => candidate.id === value);
  if (call === undefined) reader.refuse(node, 'the position or the id of an expected call');
  return call?.id ?? '';
}

function readEffects(
  node: DocumentNode | undefined,
  reader: DocumentReader,
): readonly ExpectedEffect[] | null {
  if (node === undefined) return null;
  if (!Array.isArray(node.value)) {
    const byTool = reader.fields(node, null) ?? [];
    return [...byTool].map(([tool, count]) => ({ tool, key: null, count: reader.count(count) }));
  }
  return reader.items(node).map((item) => {
    const fields = reader.fields(item, ['tool', 'key', 'count']);
    const tool = fields?.get('tool');
    if (fields !== null && tool === undefined) reader.refuse(item, 'an effect with its tool');
    const key = fields?.get('key');
    const count = fields?.get('count');
    return {
      tool: tool === undefined ? '' : reader.text(tool),
      key: key === undefined ? null : reader.text(key),
      count: count === undefined ? 1 : reader.count(count),
    };
  });
}

function readStopReasons(node: DocumentNode, reader: DocumentReader): readonly StopReason[] {
  return reader.items(node).map((item) => reader.word(item, stopReasons));
}
