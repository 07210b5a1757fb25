import {
  type LosslessObject,
  type LosslessValue,
  writeLosslessJson,
} from '../../../json/lossless-json.ts';

/** A question's tool, with the words for types that the leaderboard uses (`float`, `dict`, `tuple`, `any`). */
export interface BfclTool {
  readonly name: string;
  readonly parameters: {
    readonly properties?: Readonly<Record<string, BfclType>>;
    readonly required?: readonly string[];
  };
}

/** The declared type of an argument. */
export interface BfclType {
  readonly type?: string;
  readonly items?: { readonly type?: string };
}

type Fields = LosslessObject['fields'];

/**
 * Writes an answer of the Berkeley Function Calling Leaderboard in the language of expectations, as JSON text.
 *
 * - Texts are the same without case, without spaces and `,./-_*^`, and with either quote, also one level down.
 * - An empty text among the values marks an argument that may be left out, unless the tool requires it.
 * - A whole number for an `integer` is written without a decimal point; for a `float` it may be written either way.
 * - Where the answer has another type than the tool declares, its values are compared as they are.
 *
 * Source: `ast_checker.py` of gorilla's berkeley-function-call-leaderboard.
 */
export function toBfclExpected(
  answer: readonly LosslessValue[],
  tools: readonly BfclTool[],
  toName: (name: string) => string,
): string {
  const calls = answer.flatMap((call) =>
    [...fieldsOf(call)].map(([name, fields]) => [toName(name), fields] as const),
  );
  const written = calls.map(([name, fields]) => {
    const tool = tools.find((one) => one.name === name);
    return `[${JSON.stringify(name)},${writeFields(fieldsOf(fields), tool)}]`;
  });
  return `{"calls":[${written.join(',')}]}`;
}

const absent: Written = { $absent: true };

function writeFields(wanted: Fields, tool: BfclTool | undefined): string {
  const { properties = {}, required = [] } = tool?.parameters ?? {};
  const parts = [...wanted].flatMap(([name, values]) => {
    const declared = properties[name];
    // An argument that the tool does not declare is never right.
    if (declared === undefined) return [];
    const choices = itemsOf(values);
    const options = choices.flatMap((choice) => writeChoice(choice, declared, choices));
    const mayBeAbsent = choices.includes('') && !required.includes(name);
    const expectation = mayBeAbsent ? { $optional: { $anyOf: options } } : { $anyOf: options };
    return [`${JSON.stringify(name)}:${write(options.length === 0 ? absent : expectation)}`];
  });
  return `{${parts.join(',')}}`;
}

/** What is written: JSON whose leaves may be numbers with their text. */
type Written = LosslessValue | { readonly [word: string]: Written } | readonly Written[];

function write(value: Written): string {
  if (Array.isArray(value)) return `[${(value as readonly Written[]).map(write).join(',')}]`;
  if (isLossless(value)) return writeLosslessJson(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${write(item)}`)
    .join(',')}}`;
}

function isLossless(value: Written): value is Exclude<LosslessValue, readonly LosslessValue[]> {
  if (typeof value !== 'object' || value === null) return true;
  return 'type' in value && (value['type'] === 'number' || value['type'] === 'object');
}

/** The type that a value has in Python. */
function typeOf(value: LosslessValue): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object') return typeof value === 'string' ? 'str' : 'bool';
  if (!('type' in value)) return 'list';
  if (value.type === 'object') return 'dict';
  return /^-?[0-9]+$/u.test(value.text) ? 'int' : 'float';
}

const pythonTypes: Readonly<Record<string, string>> = {
  string: 'str',
  any: 'str',
  integer: 'int',
  float: 'float',
  boolean: 'bool',
  array: 'list',
  tuple: 'list',
  dict: 'dict',
};

function writeChoice(
  choice: LosslessValue,
  declared: BfclType,
  choices: readonly LosslessValue[],
): readonly Written[] {
  const type = pythonTypes[declared.type ?? ''] ?? '';
  const first = choices.find((one) => one !== '');
  const given = first === undefined ? type : typeOf(first);
  // An empty list means that the list is left out.
  if (choice === '') return type === 'list' ? [[]] : given === 'str' ? [toText('')] : [];
  if (type === 'float' && typeOf(choice) !== 'str') return [literal(choice)];
  if (given !== type) return [type === 'int' ? literal(choice) : ofKind(choice)];
  return [writeTyped(choice, declared, choices)];
}

/** A value of the type that the tool declares. */
function writeTyped(
  choice: LosslessValue,
  declared: BfclType,
  choices: readonly LosslessValue[],
): Written {
  switch (pythonTypes[declared.type ?? '']) {
    case 'int':
      return toKind(choice, 'integer');
    case 'dict':
      return toDict(choice);
    case 'list':
      return toList(choice, declared, choices);
    default:
      return toText(choice);
  }
}

function toList(
  choice: LosslessValue,
  declared: BfclType,
  choices: readonly LosslessValue[],
): Written {
  const inner = pythonTypes[declared.items?.type ?? ''] ?? '';
  const items = itemsOf(choice);
  if (inner === 'dict') return items.map(toDict);
  const [head] = items;
  const isChecked = !choices.includes('') && head !== undefined;
  const kinds = new Set([inner, isChecked ? typeOf(head) : '']);
  return items.map((item) => {
    if (typeof item === 'string') return toText(item);
    if (!isChecked || (kinds.has('int') && kinds.has('float'))) return literal(item);
    return kinds.has('int')
      ? toKind(item, 'integer')
      : kinds.has('float')
        ? toKind(item, 'float')
        : literal(item);
  });
}

/** Every field has its own list of right values; an empty text among them says that it may be left out. */
function toDict(choice: LosslessValue): Written {
  const fields = [...fieldsOf(choice)].map(([name, values]) => {
    const options = itemsOf(values).map((value) => toText(value));
    const expectation: Written = { $anyOf: options };
    return [name, itemsOf(values).includes('') ? { $optional: expectation } : expectation] as const;
  });
  return Object.fromEntries(fields);
}

function toText(value: LosslessValue): Written {
  if (typeof value !== 'string') return literal(value);
  return { $text: { value, ignore: ['case', 'quotes'], characters: ' ,./-_*^' } };
}

function literal(value: LosslessValue): Written {
  return typeof value === 'object' && value !== null ? { $equal: value } : value;
}

function ofKind(value: LosslessValue): Written {
  const type = typeOf(value);
  return type === 'int' || type === 'float'
    ? toKind(value, type === 'int' ? 'integer' : 'float')
    : literal(value);
}

function toKind(value: LosslessValue, kind: 'integer' | 'float'): Written {
  const isNumber = typeOf(value) === 'int' || typeOf(value) === 'float';
  if (!isNumber) return literal(value);
  return kind === 'integer' && !isWhole(value) ? literal(value) : { $number: { value, kind } };
}

function isWhole(value: LosslessValue): boolean {
  return Number.isInteger(Number(writeLosslessJson(value)));
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: LosslessValue): Fields {
  const isObject = typeof value === 'object' && value !== null && 'type' in value;
  return isObject && value.type === 'object' ? value.fields : new Map();
}

function itemsOf(value: LosslessValue): readonly LosslessValue[] {
  return typeof value === 'object' && value !== null && !('type' in value) ? value : [];
}
