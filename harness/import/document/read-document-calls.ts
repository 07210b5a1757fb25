import { writeLosslessJson } from '../../json/lossless-json.ts';
import type { DocumentCall, DocumentStep } from './document-events.ts';
import type { DocumentFields, DocumentNode, DocumentReader } from './document-reader.ts';

/** Reads `repeat` and `calls`: each call is a turn of its own, those of `repeat` come first. */
export function readDocumentCalls(
  fields: DocumentFields,
  reader: DocumentReader,
): readonly DocumentStep[] {
  const repeat = fields.get('repeat');
  const list = fields.get('calls');
  const repeated =
    repeat === undefined ? [] : reader.items(repeat).flatMap((item) => readRepeat(item, reader));
  const calls =
    list === undefined ? [] : reader.items(list).flatMap((item) => readDocumentCall(item, reader));
  return [...repeated, ...calls].map((call) => ({ type: 'reply', text: null, calls: [call] }));
}

/**
 * `[name, text]`, `{ name, arguments }` or the call of an OpenAI message. Text is raw; an object is written as JSON. What a
 * logged call carries besides (`extra_content`, ...) is left aside; in a call that is written by hand it is a mistake.
 */
export function readDocumentCall(
  node: DocumentNode,
  reader: DocumentReader,
  origin: 'written' | 'logged' = 'written',
): readonly DocumentCall[] {
  if (Array.isArray(node.value)) {
    const [name, args, ...rest] = reader.items(node);
    if (name === undefined || rest.length > 0) {
      reader.refuse(node, '[name, arguments]');
      return [];
    }
    return [{ id: null, name: reader.text(name), argumentsText: readArguments(args, reader) }];
  }
  const isLogged = origin === 'logged';
  const fields = reader.fields(node, isLogged ? null : callKeys);
  if (fields === null) return [];
  if (isLogged) refuseOtherCall(fields, reader);
  return readFields({ node, fields, functionKeys: isLogged ? null : functionKeys }, reader);
}

function readFields(
  call: {
    readonly node: DocumentNode;
    readonly fields: DocumentFields;
    readonly functionKeys: readonly string[] | null;
  },
  reader: DocumentReader,
): readonly DocumentCall[] {
  const { node, fields } = call;
  const wrapped = fields.get('function');
  const inner = wrapped === undefined ? fields : reader.fields(wrapped, call.functionKeys);
  const name = inner?.get('name');
  if (name === undefined) {
    reader.refuse(node, 'a function call with a name');
    return [];
  }
  const id = fields.get('id')?.value;
  return [
    {
      id: typeof id === 'string' ? id : null,
      name: reader.text(name),
      argumentsText: readArguments(inner?.get('arguments'), reader),
    },
  ];
}

const callKeys: readonly string[] = ['id', 'type', 'function', 'index', 'name', 'arguments'];
const functionKeys: readonly string[] = ['name', 'arguments'];

/** A call of another kind, such as `custom`, keeps what it says elsewhere. */
function refuseOtherCall(fields: DocumentFields, reader: DocumentReader): void {
  const type = fields.get('type');
  const kinds: readonly unknown[] = ['function', 'tool_call', '', null];
  if (type === undefined || kinds.includes(type.value)) return;
  reader.refuse(type, 'function: other kinds of calls are not read');
}

/** The most that one entry of `repeat` may ask for. */
const mostRepeats = 100_000;

function readRepeat(node: DocumentNode, reader: DocumentReader): readonly DocumentCall[] {
  const [name, args, times, ...rest] = reader.items(node);
  if (name === undefined || args === undefined || times === undefined || rest.length > 0) {
    reader.refuse(node, '[name, arguments, times]');
    return [];
  }
  const count = reader.count(times);
  if (count > mostRepeats) {
    reader.refuse(times, `at most ${mostRepeats} times`);
    return [];
  }
  const call = { id: null, name: reader.text(name), argumentsText: readArguments(args, reader) };
  return Array.from({ length: count }, () => call);
}

function readArguments(node: DocumentNode | undefined, reader: DocumentReader): string | null {
  if (node === undefined || node.value === null) return null;
  if (typeof node.value === 'string') return node.value;
  if (typeof node.value === 'object') return writeLosslessJson(node.exact);
  reader.refuse(node, 'raw text, or an object');
  return null;
}
