import type { JsonObject, JsonValue } from '../../../json/json.ts';
import type { SaidCall } from '../../../core/talk/model.ts';
import type { ModelFaultKind, StrikeContext } from '../fault-kind.ts';
import { readObject } from '../../../dialect/line/read-object.ts';
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
        about: 'Which field; the first one by default',
      },
    ],
    strike: (context) => editField(context, () => true, changeType),
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
        about: 'Which field; the first text field by default',
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
      { name: 'field', type: 'text', default: 'force', about: 'Name of the field' },
      { name: 'value', type: 'any', default: true, about: 'Its value' },
    ],
    strike: (context) =>
      editObject(context, (args) => ({
        ...args,
        [context.values.text('field')]: context.values.any('value'),
      })),
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
  change: (value: JsonValue) => JsonValue,
): ReturnType<ModelFaultKind['strike']> {
  return editObject(context, (args) => {
    const wanted = context.values.any('field');
    const field =
      typeof wanted === 'string'
        ? wanted
        : Object.keys(args).find((name) => fits(args[name] ?? null));
    if (field === undefined || !Object.hasOwn(args, field)) return null;
    return { ...args, [field]: change(args[field] ?? null) };
  });
}

function changeType(value: JsonValue): JsonValue {
  if (typeof value === 'string') return { value };
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return 'null';
}
