import { callOutcomes } from '../../core/suite/suite.ts';
import { type StopReason, stopReasons } from '../../core/trial/stop-reason.ts';
import {
  about,
  anyText,
  as,
  fields,
  type FieldsOf,
  type Format,
  type InputOf,
  list,
  name,
  need,
  object,
  oneOf,
  oneOrSeveral,
  record,
  refer,
  whole,
} from './format.ts';
import { choose } from './reply-input.ts';
import { matcher } from './tool-input.ts';

export const stopReasonFormat = oneOf(stopReasons);

const args = about('Default: any arguments.', record(matcher));
const details = {
  arguments: args,
  id: about('Default `<tool>#<n>`.', name),
  mode: oneOf(['exact', 'partial']),
  outcome: about(
    'The required outcome of the call. Default `ran`: its tool ran it, with any result.',
    oneOf(callOutcomes),
  ),
  group: about('Calls of one group exclude each other: exactly one of them must happen.', name),
};

type CallDetails = FieldsOf<typeof details>;

/** A call in full. */
export type ExpectedCallObject = CallDetails & { readonly tool: string };

/** A call that must happen: a tool with any arguments, a tool with its arguments, or an object. */
export type ExpectedCallInput =
  | string
  | readonly [tool: string, args?: InputOf<typeof args>]
  | ExpectedCallObject
  /** The same with the word that documents to be scored use. */
  | (CallDetails & { readonly name: string });

export const expectedCallFormat: Format<ExpectedCallInput> = as({
  type: ['string', 'array', 'object'],
  minLength: 1,
  description:
    'A call that must happen: a tool (with any arguments), `[tool, arguments]`, or an object.',
  ...fields({ tool: name, name: about('The same as `tool`.', name), ...details }).schema,
  prefixItems: [name.schema, args.schema],
  items: false,
  minItems: 1,
  ...choose(
    { type: 'object', required: ['name'] },
    { properties: { tool: false } },
    { required: ['tool'] },
  ),
});

const effect = object({
  tool: need(name),
  key: about('Default: any effect of the tool.', anyText),
  count: about('Default 1.', whole(0)),
});

/** An effect that must happen exactly `count` times. */
export type EffectInput = InputOf<typeof effect>;

const expectedCall: Format<ExpectedCallInput> = refer('expectedCall');
const either = object({ either: list(expectedCall, 2) });

/** Calls that exclude each other: exactly one of them must happen. */
export type EitherInput = Required<InputOf<typeof either>>;

const stopReason: Format<StopReason> = refer('stopReason');

export const expectedFormat = about(
  'What must, may and must not happen. A part that is left out is not judged.',
  object({
    calls: as<readonly (ExpectedCallInput | EitherInput)[]>({
      type: 'array',
      description: 'Calls that must happen; `[]` = no call at all.',
      items: choose(
        { type: 'object', required: ['either'] },
        about('Exactly one of them must happen.', either).schema,
        expectedCall.schema,
      ),
    }),
    order: as<readonly (readonly [string, string])[] | 'as_listed'>({
      description: 'Pairs of call ids or tool names: the first in an earlier turn; or `as_listed`.',
      ...choose(
        { type: 'string' },
        { const: 'as_listed' },
        {
          type: 'array',
          items: {
            type: 'array',
            prefixItems: [{ type: 'string' }, { type: 'string' }],
            items: false,
            minItems: 2,
          },
        },
      ),
    }),
    arguments: about('Where a call does not say. Default `exact`.', oneOf(['exact', 'partial'])),
    mayCall: about(
      'Tools that may be called besides; default `reads`: any read; with `calls: []` none.',
      oneOrSeveral,
    ),
    effects: as<readonly EffectInput[] | Readonly<Record<string, number>>>({
      type: ['array', 'object'],
      description:
        'Effects that must have happened, and no others; `[]` = none. An object counts them by tool.',
      ...choose(
        { type: 'object' },
        { additionalProperties: whole(0).schema },
        { items: effect.schema },
      ),
    }),
    forbidden: about('Tools that must not be called; one or several.', oneOrSeveral),
    ask: about('Fields that the agent must ask for instead of making them up.', oneOrSeveral),
    stopReasons: as<StopReason | readonly StopReason[]>({
      type: ['string', 'array'],
      ...choose({ type: 'string' }, stopReason.schema, { items: stopReason.schema }),
    }),
    state: about('Dotted path in the world -> value at the end.', record(matcher)),
    says: about('Regular expressions over the final text.', oneOrSeveral),
    saysNot: about('Regular expressions over the final text.', oneOrSeveral),
  }),
);

/**
 * What must, may and must not happen. A part that is left out is not judged.
 * Values are matchers: a plain value means equality, `{ $anyOf: [...] }` and the like mean what they say.
 */
export type ExpectedInput = InputOf<typeof expectedFormat>;
