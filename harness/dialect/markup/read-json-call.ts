import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { mayBeTool, toToolName } from './tool-name.ts';

/** A call as JSON. */
export interface JsonCall {
  readonly name: string;
  /** Its fields are exactly those of a call, regardless of the name. */
  readonly isPlain: boolean;
}

const nameFields = [
  'name',
  'tool_name',
  'tool',
  'function',
  'function_name',
  'action',
  'recipient_name',
  'toolName',
  'functionName',
];
const argumentFields = [
  'arguments',
  'parameters',
  'input',
  'args',
  'kwargs',
  'tool_input',
  'action_input',
  'tool_args',
  'params',
  'toolInput',
  'actionInput',
];
const listFields = ['tool_calls', 'toolCalls', 'tool_uses', 'function_calls', 'calls', 'actions'];
const otherFields = [
  'id',
  'type',
  'index',
  'tool_call_id',
  'call_id',
  'thought',
  'reason',
  'reasoning',
];

/** Reads a value as a call, or as a list or envelope of calls; `null` when it is none. */
export function readJsonCall(value: unknown, tools: ReadonlySet<string>): JsonCall | null {
  if (Array.isArray(value)) return value.length === 0 ? null : readJsonCall(value[0], tools);
  if (!isJsonObject(value)) return null;
  for (const field of listFields) {
    if (Array.isArray(value[field])) return readJsonCall(value[field], tools);
  }
  for (const field of [
    'function',
    'function_call',
    'functionCall',
    'tool_call',
    'toolCall',
    'toolUse',
  ]) {
    if (isJsonObject(value[field])) return readJsonCall(value[field], tools);
  }
  return readFields(value, tools) ?? readBare(value, tools);
}

const bareNameFields = ['name', 'tool_name', 'function_name', 'recipient_name'];

/** A call by the name of a tool alone: `{ "look": { ... } }`, or `{ "name": "look" }` where there are no arguments. */
function readBare(value: JsonObject, tools: ReadonlySet<string>): JsonCall | null {
  const fields = Object.keys(value);
  const [only = ''] = fields;
  if (fields.length === 1 && tools.has(toToolName(only)) && isJsonObject(value[only])) {
    return { name: toToolName(only), isPlain: false };
  }
  const nameField = bareNameFields.find((field) => toName(value[field]) !== null) ?? '';
  const name = toToolName(toName(value[nameField]) ?? '');
  const isBare = fields.every((field) => field === nameField || otherFields.includes(field));
  return isBare && tools.has(name) ? { name, isPlain: false } : null;
}

function readFields(value: JsonObject, tools: ReadonlySet<string>): JsonCall | null {
  const nameField = nameFields.find((field) => toName(value[field]) !== null);
  const argumentField = argumentFields.find((field) => isArguments(value[field]));
  if (nameField === undefined || argumentField === undefined) return null;
  if (isDefinition(value, value[argumentField])) return null;
  const name = toName(value[nameField]) ?? '';
  const known = [nameField, argumentField, ...otherFields];
  const isPlain =
    (argumentField === 'arguments' || value['type'] === 'tool_use' || tools.size === 0) &&
    Object.keys(value).every((field) => known.includes(field));
  return isPlain || mayBeTool(name, tools) ? { name: toToolName(name), isPlain } : null;
}

/** What describes a tool and its parameters calls none. */
function isDefinition(value: JsonObject, parameters: unknown): boolean {
  if (typeof value['description'] === 'string') return true;
  return isJsonObject(parameters) && isJsonObject(parameters['properties']);
}

function toName(value: unknown): string | null {
  return typeof value === 'string' && /^[\w.:/-]{1,128}$/u.test(value) ? value : null;
}

function isArguments(value: unknown): boolean {
  return isJsonObject(value) || (typeof value === 'string' && /^\s*\{/u.test(value));
}

const namePattern =
  /["'](?:name|tool_name|toolName|tool|function|function_name|action|recipient_name)["']\s{0,8}:\s{0,8}["']([\w.:/-]{1,128})["']/u;
const argumentPattern =
  /["'](?:arguments|parameters|params|input|args|kwargs|tool_input|action_input|tool_args)["']\s{0,8}:\s{0,8}[{"']/u;

/** Reads the beginning of JSON that is cut or no good JSON, as far as it names a call and begins its arguments. */
export function readJsonBeginning(text: string, tools: ReadonlySet<string>): JsonCall | null {
  const head = text.slice(0, 600);
  const name = namePattern.exec(head)?.[1];
  const begin = argumentPattern.exec(head);
  if (name === undefined || begin === null) return null;
  if (/["']description["']\s{0,8}:/u.test(head.slice(0, begin.index))) return null;
  return mayBeTool(name, tools) ? { name: toToolName(name), isPlain: false } : null;
}
