import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { ChatMessage, ChatRequest, ChatTool } from '../../core/talk/chat.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { countLeadingSystem } from './message-track.ts';
import { type NamedPart, type Part, toNamedPart, toPieces } from '../lane/part.ts';
import type { Redactor } from '../../redact/redactor.ts';

/** A tool in a request, its big parts by id. */
export interface ToolShape {
  readonly name: string;
  readonly description: string | null;
  readonly parameters: string | null;
  /** All other fields, such as `strict`. */
  readonly rest: JsonObject;
}

/** All fields of a request except its conversation. */
export interface RequestShape {
  readonly model: JsonValue;
  /** Ids of the leading system messages. */
  readonly system: readonly string[];
  /** In the order they were offered; `null` when the request has no `tools`. */
  readonly tools: readonly ToolShape[] | null;
  readonly params: JsonObject;
}

/** A shape with its canonical text and the parts it names. */
export interface ShapedRequest {
  readonly shape: RequestShape;
  /** Canonical text: equal shapes have equal keys. */
  readonly key: string;
  readonly parts: ReadonlyMap<string, Part>;
  /** How many messages at the head are in `system`. */
  readonly leading: number;
}

/** Reads the shape of requests, each distinct piece once. */
export type Shaper = (request: ChatRequest) => ShapedRequest;

const keptShapes = 256;

/** Creates a shaper. Parts are redacted before they are named, so a secret never decides an id. */
export function createShaper(redactor: Redactor): Shaper {
  const systemIds = createTextIds();
  const toolIds = createTextIds();
  const toolLists = new WeakMap<object, number>();
  const shapes = new Map<string, ShapedRequest>();
  const toolParts = createToolReader(redactor);

  const toolsId = (tools: readonly ChatTool[]): number => {
    const id = toolLists.get(tools) ?? toolIds(toCanonicalJson(tools));
    toolLists.set(tools, id);
    return id;
  };

  let last: SeenRequest | null = null;
  return (request) => {
    if (last !== null && hasSameShape(request, last)) return last.shaped;
    const shaped = shape(request);
    const { messages, ...fields } = request;
    last = { fields, system: messages.slice(0, shaped.leading).map(toPlainSystem), shaped };
    return shaped;
  };

  function shape(request: ChatRequest): ShapedRequest {
    const leading = countLeadingSystem(request.messages);
    const params = toParams(request);
    let key = JSON.stringify([request.model, params]);
    for (let index = 0; index < leading; index += 1) {
      const message = request.messages[index];
      if (message === undefined) continue;
      // Two letters, so that no text can be mistaken for the JSON of another message.
      if (isPlainSystem(message)) key += `/t${systemIds(String(message.content))}`;
      else key += `/m${systemIds(toCanonicalJson(message))}`;
    }
    if (Array.isArray(request.tools)) key += `#${toolsId(request.tools)}`;
    const known = shapes.get(key);
    if (known !== undefined) return known;
    if (shapes.size >= keptShapes) shapes.clear();
    const shaped = shapeRequest(request, { leading, params, redactor, toolParts });
    shapes.set(key, shaped);
    return shaped;
  }
}

/** The remembered fields of a request; none of them can be changed in place. */
interface SeenRequest {
  /** All fields but the messages. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly system: readonly (string | null)[];
  readonly shaped: ShapedRequest;
}

/** A fast path: most requests differ from the previous one only in their conversation. `false` when this is not certain. */
function hasSameShape(request: ChatRequest, { fields, system }: SeenRequest): boolean {
  const names = Object.keys(request);
  if (names.length !== Object.keys(fields).length + 1) return false;
  const isSameField = (name: string): boolean => {
    if (name === 'messages') return true;
    const value = request[name];
    // An object may have been changed in place; a list of tools is known by its identity anyway.
    return value === fields[name] && (typeof value !== 'object' || name === 'tools');
  };
  if (!names.every(isSameField) || countLeadingSystem(request.messages) !== system.length) {
    return false;
  }
  return system.every((text, index) => {
    const message = request.messages[index];
    return text !== null && message !== undefined && toPlainSystem(message) === text;
  });
}

function toPlainSystem(message: ChatMessage): string | null {
  return isPlainSystem(message) ? String(message.content) : null;
}

/** Gives each distinct text a number, so that long texts make short keys. */
function createTextIds(): (text: string) => number {
  const ids = new Map<string, number>();
  let counter = 0;
  return (text) => {
    const known = ids.get(text);
    if (known !== undefined) return known;
    if (ids.size >= keptShapes) ids.clear();
    counter += 1;
    ids.set(text, counter);
    return counter;
  };
}

interface ShapeContext {
  readonly leading: number;
  readonly params: JsonObject;
  readonly redactor: Redactor;
  readonly toolParts: (tool: ChatTool) => ReadTool;
}

function shapeRequest(request: ChatRequest, context: ShapeContext): ShapedRequest {
  const { leading, redactor } = context;
  const parts = new Map<string, Part>();
  const keep = ({ id, part }: NamedPart): string => {
    parts.set(id, part);
    return id;
  };
  const system = request.messages.slice(0, leading).map((message) => {
    return keep(toNamedPart(toSystemPart(message, redactor)));
  });
  const tools = Array.isArray(request.tools)
    ? request.tools.map((tool: ChatTool) => {
        const read = context.toolParts(tool);
        for (const part of read.parts) keep(part);
        return read.shape;
      })
    : null;
  const params = redactor.redactJson(context.params);
  const shape: RequestShape = {
    model: redactor.redactJson(request.model),
    system,
    tools,
    params: isJsonObject(params) ? params : {},
  };
  return { shape, key: toCanonicalJson(shape), parts, leading };
}

function toParams(request: ChatRequest): JsonObject {
  const params: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(request)) {
    if (name === 'model' || name === 'messages' || value === undefined) continue;
    if (name === 'tools' && Array.isArray(value)) continue;
    // A request body is JSON, so its unknown fields are JSON values.
    params[name] = value as JsonValue;
  }
  return params;
}

function isPlainSystem(message: ChatMessage): boolean {
  const { role, content } = message;
  return role === 'system' && typeof content === 'string' && Object.keys(message).length === 2;
}

function toSystemPart(message: ChatMessage, redactor: Redactor): Part {
  if (isPlainSystem(message)) {
    return { kind: 'system', text: toPieces(redactor.redactText(String(message.content))) };
  }
  const redacted = redactor.redactJson(message as unknown as JsonObject);
  return { kind: 'system_message', message: isJsonObject(redacted) ? redacted : {} };
}

interface ReadTool {
  readonly shape: ToolShape;
  readonly parts: readonly NamedPart[];
}

function createToolReader(redactor: Redactor): (tool: ChatTool) => ReadTool {
  const known = new WeakMap<object, ReadTool>();
  return (tool) => {
    const before = known.get(tool);
    if (before !== undefined) return before;
    const read = readTool(tool, redactor);
    known.set(tool, read);
    return read;
  };
}

function readTool(tool: ChatTool, redactor: Redactor): ReadTool {
  const redacted = redactor.redactJson(tool as unknown as JsonObject);
  const outer = isJsonObject(redacted) ? redacted : {};
  const inner = isJsonObject(outer['function']) ? outer['function'] : {};
  const { name, description, parameters, ...rest } = inner;
  if (typeof name !== 'string' || outer['type'] !== 'function') {
    const shown = `(${JSON.stringify(outer['type']) ?? 'no type'})`;
    return { shape: { name: shown, description: null, parameters: null, rest: outer }, parts: [] };
  }
  const { function: _function, type: _type, ...around } = outer;
  const parts: NamedPart[] = [];
  const add = (part: Part): string => {
    const named = toNamedPart(part);
    parts.push(named);
    return named.id;
  };
  const isText = typeof description === 'string';
  const shape: ToolShape = {
    name,
    description: isText
      ? add({ kind: 'tool_description', tool: name, text: toPieces(description) })
      : null,
    parameters:
      parameters === undefined
        ? null
        : add({ kind: 'tool_parameters', tool: name, schema: parameters }),
    rest: { ...around, ...rest, ...(isText || description === undefined ? {} : { description }) },
  };
  return { shape, parts };
}
