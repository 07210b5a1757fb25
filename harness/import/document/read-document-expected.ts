import { isJsonObject } from '../../json/json.ts';
import type { ScoredTool } from '../../core/score/scorer.ts';
import { stopReasons, type StopReason } from '../../core/trial/stop-reason.ts';
import type { Matcher } from '../../core/suite/matcher.ts';
import { callOutcomes } from '../../core/suite/suite.ts';
import type { Expected, ExpectedCall, ExpectedEffect, OrderPair } from '../../core/suite/suite.ts';
import { checkPattern } from '../../expectation/check-pattern.ts';
import { readMatcher } from '../../expectation/read-matcher.ts';
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

/** Reads what a document expects, in the language of expectations. */
export function readDocumentExpected(
  node: DocumentNode,
  tools: readonly Pick<ScoredTool, 'name'>[],
  reader: DocumentReader,
): Expected {
  const names: ToolNames = { known: tools.map((tool) => tool.name), reader };
  const fields: DocumentFields = reader.fields(node, expectedKeys) ?? new Map();
  const mode = reader.word(fields.get('arguments'), ['exact', 'partial']);
  const list = fields.get('calls');
  const entries = list === undefined ? null : readCalls(list, mode, names);
  const stops = fields.get('stopReasons');
  return {
    calls: entries?.flat() ?? null,
    order: readOrder(fields.get('order'), entries ?? [], reader),
    mayCall:
      fields.get('mayCall')?.value === 'reads' ? 'reads' : reader.texts(fields.get('mayCall')),
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
  return node === undefined
    ? []
    : names.reader.oneOrMore(node).map((item) => readTool(item, names));
}

/** One entry of `calls`: a call, or several that exclude each other. */
type CallEntry = readonly ExpectedCall[];

function readCalls(
  node: DocumentNode,
  mode: ExpectedCall['mode'],
  names: ToolNames,
): readonly CallEntry[] {
  const { reader } = names;
  const counts = new Map<string, number>();
  const add = (item: DocumentNode, group: string | null): ExpectedCall => {
    const parts = readCall(item, reader);
    const tool = readTool(parts.tool, names);
    const count = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, count);
    return {
      id: parts.id === undefined ? `${tool}#${count}` : reader.text(parts.id),
      tool,
      arguments: parts.arguments === undefined ? null : readMatchers(parts.arguments, reader),
      mode: parts.mode === undefined ? mode : reader.word(parts.mode, ['exact', 'partial']),
      group: parts.group === undefined ? group : reader.text(parts.group),
      ...(parts.outcome === undefined ? {} : { outcome: reader.word(parts.outcome, callOutcomes) }),
    };
  };
  return reader.items(node).map((item, index) => {
    const either = readEither(item, reader);
    if (either === null) return [add(item, null)];
    return either.map((one) => add(one, `either#${index + 1}`));
  });
}

/** `{ either: [...] }`: calls of which exactly one is wanted; `null` for any other entry. */
function readEither(node: DocumentNode, reader: DocumentReader): readonly DocumentNode[] | null {
  const { value } = node;
  if (!isJsonObject(value) || !Object.hasOwn(value, 'either')) return null;
  const list = reader.fields(node, ['either'])?.get('either');
  const items = list === undefined ? [] : reader.items(list);
  if (items.length === 0 && list !== undefined) reader.refuse(list, 'at least one call');
  return items;
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
    const { matcher, problems } = readMatcher(field.exact, { path: field.path, use: 'argument' });
    reader.refuseExpectations(problems);
    return [name, matcher];
  });
  return Object.fromEntries(matchers);
}

/** Pairs of positions, ids or tools that are expected once; `as_listed` = each before the next. */
function readOrder(
  node: DocumentNode | undefined,
  entries: readonly CallEntry[],
  reader: DocumentReader,
): readonly OrderPair[] {
  if (node === undefined) return [];
  if (node.value === 'as_listed') {
    return entries.slice(1).flatMap((entry, index) => pairUp(entries[index] ?? [], entry));
  }
  const pairs: OrderPair[] = [];
  for (const item of reader.items(node)) {
    const found = readOrderPair(item, entries, reader);
    if (found.some((pair) => leadsTo(pair.then, pair.first, pairs))) {
      reader.refuse(item, 'a pair that closes no circle: what comes later is before it already');
    }
    pairs.push(...found);
  }
  return pairs;
}

function readOrderPair(
  node: DocumentNode,
  entries: readonly CallEntry[],
  reader: DocumentReader,
): readonly OrderPair[] {
  const [first, then, ...rest] = reader.items(node);
  if (first === undefined || then === undefined || rest.length > 0) {
    reader.refuse(node, 'a pair [first, then]');
    return [];
  }
  return pairUp(findCalls(first, entries, reader), findCalls(then, entries, reader));
}

/** Each of the first before each of the others. */
function pairUp(first: CallEntry, then: CallEntry): readonly OrderPair[] {
  return first.flatMap((before) => then.map((after) => toPair(before.id, after.id)));
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

function findCalls(
  node: DocumentNode,
  entries: readonly CallEntry[],
  reader: DocumentReader,
): CallEntry {
  const { value } = node;
  const calls = entries.flat();
  const named = calls.filter((call) => call.id === value);
  const ofTool = calls.filter((call) => call.tool === value);
  const found = named.length > 0 ? named.slice(0, 1) : ofTool.length === 1 ? ofTool : null;
  const meant = typeof value === 'number' ? entries[value] : found;
  if (meant === undefined || meant === null) {
    reader.refuse(node, 'the position or the id of an expected call');
  }
  return meant ?? [];
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
  return reader.oneOrMore(node).map((item) => {
    const pattern = reader.text(item);
    if (typeof item.value === 'string') {
      reader.refuseExpectations(checkPattern(pattern, item.path));
    }
    return pattern;
  });
}

function readStopReasons(node: DocumentNode, reader: DocumentReader): readonly StopReason[] {
  return reader.oneOrMore(node).map((item) => reader.word(item, stopReasons));
}
