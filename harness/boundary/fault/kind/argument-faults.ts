import type { JsonObject, JsonValue } from '../../../json/json.ts';
import type { SaidCall } from '../../../core/talk/model.ts';
import type { ModelFaultKind, StrikeContext } from '../fault-kind.ts';
import { readObject } from '../../../dialect/line/read-object.ts';
import {
  type ArgumentPath,
  listArgumentPaths,
  readArgumentPath,
  readAt,
  writeAt,
} from './argument-path.ts';
import { whichCall } from './place-call-fault.ts';

const base = {
  on: 'model',
  layer: 'output',
  phase: 'after',
  decides: [
    'effects.half_batch',
    'effects.double',
    'effects.missing',
    'effects.unintended',
    'termination.clean',
  ],
  trace: 'reply',
  costs: 'attempt',
  spoils: true,
} as const;

const correct =
  'Runs no call of the batch, reports the error to the model, and does the work once corrected';

/** Faults in the arguments of a call. */
export const argumentFaults: readonly ModelFaultKind[] = [
  {
    ...base,
    kind: 'malformed_arguments',
    about: 'The arguments are cut off in the middle and are not valid JSON',
    correct,
    parameters: [whichCall],
    strike: (context) => editText(context, cutText),
  },
  {
    ...base,
    kind: 'double_encoded',
    about: 'The arguments are JSON inside a JSON string',
    correct,
    parameters: [whichCall],
    strike: (context) => editText(context, (text) => JSON.stringify(text)),
  },
  {
    ...base,
    kind: 'not_an_object',
    about: 'The arguments are JSON but not an object',
    correct,
    parameters: [
      whichCall,
      { name: 'text', type: 'text', default: '[]', about: 'Text that replaces the arguments' },
    ],
    strike: (context) => editText(context, () => context.values.text('text')),
  },
  {
    ...base,
    kind: 'wrong_type',
    about: 'One value has another type',
    correct,
    parameters: [
      whichCall,
      {
        name: 'field',
        type: 'text',
        default: null,
        about: 'Which field, or a path such as filters.country; the first field by default',
      },
    ],
    strike: (context) => editField(context, () => true, changeType),
  },
  {
    ...base,
    kind: 'missing_field',
    about: 'One field is left out',
    correct,
    parameters: [
      whichCall,
      {
        name: 'field',
        type: 'text',
        default: null,
        about: 'Which field, or a path such as filters.country; the first field by default',
      },
    ],
    strike: (context) =>
      editField(
        context,
        () => true,
        () => undefined,
      ),
  },
  {
    ...base,
    kind: 'wrong_enum',
    about: 'One text value is not among the allowed values',
    correct,
    parameters: [
      whichCall,
      {
        name: 'field',
        type: 'text',
        default: null,
        about: 'Which field, or a path such as filters.country; the first text by default',
      },
    ],
    strike: (context) =>
      editField(
        context,
        (value) => typeof value === 'string',
        (value) => (typeof value === 'string' ? `not_${value}` : value),
      ),
  },
  {
    ...base,
    kind: 'extra_field',
    about: 'The arguments contain a field that the schema does not declare',
    correct,
    parameters: [
      whichCall,
      {
        name: 'field',
        type: 'text',
        default: 'force',
        about: 'Name of the field, or a path such as filters.force',
      },
      { name: 'value', type: 'any', default: true, about: 'Its value' },
    ],
    strike: (context) =>
      editObject(context, (args) => {
        const path = readArgumentPath(context.values.text('field'), args);
        return writeAt(args, path, context.values.any('value'));
      }),
  },
];

/** A proper prefix of an object's text is never JSON: its brace stays open. */
function cutText(text: string): string {
  const whole = text.trim();
  return whole.length < 2 ? '{' : whole.slice(0, Math.max(1, Math.floor(whole.length / 2)));
}

function editText(
  { fault, values }: StrikeContext,
  edit: (text: string) => string | null,
): ReturnType<ModelFaultKind['strike']> {
  return {
    type: 'edit_calls',
    apply: (calls) => {
      const call = calls[values.number('index')];
      if (call === undefined) return null;
      const argumentsText = edit(call.argumentsText ?? '');
      if (argumentsText === null) return null;
      const edited: SaidCall = {
        ...call,
        argumentsText,
        edited: { fault, part: 'arguments' },
      };
      return calls.map((said) => (said === call ? edited : said));
    },
  };
}

function editObject(
  context: StrikeContext,
  edit: (args: JsonObject) => JsonObject | null,
): ReturnType<ModelFaultKind['strike']> {
  return editText(context, (text) => {
    const args = readObject(text);
    const edited = args === null ? null : edit(args);
    return edited === null ? null : JSON.stringify(edited);
  });
}

function editField(
  context: StrikeContext,
  fits: (value: JsonValue) => boolean,
  change: (value: JsonValue) => JsonValue | undefined,
): ReturnType<ModelFaultKind['strike']> {
  return editObject(context, (args) => {
    const path = findField(args, context.values.any('field'), fits);
    const value = path === null ? undefined : readAt(args, path);
    return path === null || value === undefined ? null : writeAt(args, path, change(value));
  });
}

function findField(
  args: JsonObject,
  wanted: JsonValue,
  fits: (value: JsonValue) => boolean,
): ArgumentPath | null {
  if (typeof wanted === 'string') return readArgumentPath(wanted, args);
  return listArgumentPaths(args).find((path) => fits(readAt(args, path) ?? null)) ?? null;
}

function changeType(value: JsonValue): JsonValue {
  if (typeof value === 'string') return { value };
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return 'null';
}
