import { isPattern } from '../core/match-pattern.ts';
import { hasRiskyNumbers, writeLosslessJson } from '../core/lossless-json.ts';
import type { ScoredTool } from '../core/scorer.ts';
import { stopReasons, type StopReason } from '../core/stop-reason.ts';
import { callOutcomes } from '../core/suite.ts';
import type { Expected, ExpectedCall, ExpectedEffect, Matcher, OrderPair } from '../core/suite.ts';
import { isExplosivePattern } from '../schema/is-explosive-pattern.ts';
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
export function readDocumentExpected(
  node: DocumentNode,
  tools: readonly Pick<ScoredTool, 'name'>[],
  reader: DocumentReader,
): Expected {
  const names: ToolNames = { known: tools.map((tool) => tool.name), reader };
  const fields: DocumentFields = reader.fields(node, expectedKeys) ?? new Map();
  const mode = reader.word(fields.get('arguments'), ['exact', 'partial']);
  const list = fields.get('calls');
  const calls = list === undefined ? null : readCalls(list, mode, names);
  const stops = fields.get('stopReasons');
  return {
    calls,
    order: readOrder(fields.get('order'), calls ?? [], reader),
    mayCall:
      fields.get('mayCall')?.value === 'reads' ? 'reads' : readTools(fields.get('mayCall'), names),
    effects: readEffects(fields.get('effects'), names),
    forbidden: readTools(fields.get('forbidden'), names),
    ask: reader.texts(fields.get('ask')),
    stopReasons: stops === undefined ? null : readStopReasons(stops, reader),
    state: null,
    says: readPatterns(fields.get('says'), reader),
    saysNot: readPatterns(fields.get('saysNot'), reader),
  };
}

interface ToolNames {
  readonly known: readonly string[];
  readonly reader: DocumentReader;
}

/** The name of a tool of the document: of another one nothing could be expected. */
function readTool(node: DocumentNode | undefined, names: ToolNames): string {
  if (node === undefined) return '';
  const name = names.reader.text(node);
  if (typeof node.value === 'string' && !names.known.includes(name)) refuseTool(node, names);
  return name;
}

function refuseTool(node: DocumentNode, { known, reader }: ToolNames): void {
  reader.refuse(
    node,
    known.length === 0 ? 'a tool of `tools`' : `one of the tools ${known.join(', ')}`,
  );
}

function readTools(node: DocumentNode | undefined, names: ToolNames): readonly string[] {
  return node === undefined ? [] : names.reader.items(node).map((item) => readTool(item, names));
}

function readCalls(
  node: DocumentNode,
  mode: ExpectedCall['mode'],
  names: ToolNames,
): readonly ExpectedCall[] {
  const { reader } = names;
  const counts = new Map<string, number>();
  return reader.items(node).map((item) => {
    const parts = readCall(item, reader);
    const tool = readTool(parts.tool, names);
    const count = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, count);
    return {
      id: parts.id === undefined ? `${tool}#${count}` : reader.text(parts.id),
      tool,
      arguments: parts.arguments === undefined ? null : readMatchers(parts.arguments, reader),
      mode: parts.mode === undefined ? mode : reader.word(parts.mode, ['exact', 'partial']),
      group: parts.group === undefined ? null : reader.text(parts.group),
      ...(parts.outcome === undefined ? {} : { outcome: reader.word(parts.outcome, callOutcomes) }),
    };
  });
}

interface CallParts {
  readonly tool?: DocumentNode | undefined;
  readonly arguments?: DocumentNode | undefined;
  readonly id?: DocumentNode | undefined;
  readonly mode?: DocumentNode | undefined;
  readonly group?: DocumentNode | undefined;
  readonly outcome?: DocumentNode | undefined;
}

/** `"name"`, `["name", {...}]` or `{ name, arguments, id, mode, group, outcome }`. */
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
  const fields = reader.fields(node, [
    'name',
    'tool',
    'arguments',
    'id',
    'mode',
    'group',
    'outcome',
  ]);
  if (fields === null) return null;
  return {
    tool: fields.get('name') ?? fields.get('tool'),
    arguments: fields.get('arguments'),
    id: fields.get('id'),
    mode: fields.get('mode'),
    group: fields.get('group'),
    outcome: fields.get('outcome'),
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
  const pairs: OrderPair[] = [];
  for (const item of reader.items(node)) {
    const pair = readOrderPair(item, calls, reader);
    if (pair === null) continue;
    if (leadsTo(pair.then, pair.first, pairs)) {
      reader.refuse(item, 'a pair that closes no circle: what comes later is before it already');
    }
    pairs.push(pair);
  }
  return pairs;
}

function readOrderPair(
  node: DocumentNode,
  calls: readonly ExpectedCall[],
  reader: DocumentReader,
): OrderPair | null {
  const [first, then, ...rest] = reader.items(node);
  if (first === undefined || then === undefined || rest.length > 0) {
    reader.refuse(node, 'a pair [first, then]');
    return null;
  }
  const [before, after] = [toCallId(first, calls, reader), toCallId(then, calls, reader)];
  return before === null || after === null ? null : toPair(before, after);
}

/** Whether one call has to come before another, over however many pairs. */
function leadsTo(start: string, goal: string, pairs: readonly OrderPair[]): boolean {
  const reached = new Set([start]);
  // What is put into a set while it is walked is walked too.
  for (const id of reached) {
    for (const pair of pairs) if (pair.first === id) reached.add(pair.then);
  }
  return reached.has(goal);
}

function toPair(first: string, then: string): OrderPair {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
  return { first, then };
}

function toCallId(
  node: DocumentNode,
  calls: readonly ExpectedCall[],
  reader: DocumentReader,
): string | null {
  const { value } = node;
  const call =
    typeof value === 'number' ? calls[value] : calls.find((candidate) => candidate.id === value);
  if (call === undefined) reader.refuse(node, 'the position or the id of an expected call');
  return call?.id ?? null;
}

function readEffects(
  node: DocumentNode | undefined,
  names: ToolNames,
): readonly ExpectedEffect[] | null {
  if (node === undefined) return null;
  const { reader } = names;
  if (!Array.isArray(node.value)) {
    const byTool = reader.fields(node, null) ?? [];
    return [...byTool].map(([tool, count]) => {
      if (!names.known.includes(tool)) refuseTool(count, names);
      return { tool, key: null, count: reader.count(count) };
    });
  }
  return reader.items(node).map((item) => {
    const fields = reader.fields(item, ['tool', 'key', 'count']);
    const tool = fields?.get('tool');
    if (fields !== null && tool === undefined) reader.refuse(item, 'an effect with its tool');
    const key = fields?.get('key');
    const count = fields?.get('count');
    return {
      tool: readTool(tool, names),
      key: key === undefined ? null : reader.text(key),
      count: count === undefined ? 1 : reader.count(count),
    };
  });
}

function readPatterns(node: DocumentNode | undefined, reader: DocumentReader): readonly string[] {
  if (node === undefined) return [];
  return reader.items(node).map((item) => {
    const pattern = reader.text(item);
    if (!isPattern(pattern)) reader.refuse(item, 'a regular expression that JavaScript can read');
    else if (isExplosivePattern(pattern)) {
      reader.refuse(item, 'a regular expression that reads each text in one way, unlike (a+)+');
    }
    return pattern;
  });
}

function readStopReasons(node: DocumentNode, reader: DocumentReader): readonly StopReason[] {
  return reader.items(node).map((item) => reader.word(item, stopReasons));
}
