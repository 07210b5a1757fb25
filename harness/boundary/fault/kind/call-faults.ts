import type { SaidCall } from '../../../core/talk/model.ts';
import type { ModelFaultKind, StrikeContext } from '../fault-kind.ts';
import { whichCall } from './place-call-fault.ts';

const base = {
  on: 'model',
  layer: 'output',
  phase: 'after',
  trace: 'reply',
  costs: 'nothing',
} as const;

const onceOnly = ['effects.double', 'termination.clean'] as const;

/** Faults in the list of calls of a reply. */
export const callFaults: readonly ModelFaultKind[] = [
  {
    ...base,
    kind: 'duplicate_call',
    about: 'The same call appears twice in one turn',
    correct: 'Lets the effect happen once and answers both calls',
    decides: onceOnly,
    parameters: [
      whichCall,
      {
        name: 'id',
        type: 'text',
        default: 'new',
        values: ['same', 'new'],
        about: 'Whether the second call has the id of the first or its own',
      },
    ],
    strike: (context) =>
      editCall(context, (call) => {
        const id = context.values.text('id') === 'same' ? call.id : toNewId(call);
        return [call, { ...call, id, injected: context.fault }];
      }),
  },
  {
    ...base,
    kind: 'repeated_call',
    about: 'A call of an earlier turn is repeated with a new id',
    correct: 'Returns the first result again instead of causing a second effect',
    decides: onceOnly,
    parameters: [
      { name: 'tool', type: 'text', about: 'Name of the tool' },
      { name: 'arguments', type: 'text', about: 'Raw argument text of the earlier call' },
      { name: 'id', type: 'text', default: 'call_again', about: 'Id of the new call' },
    ],
    strike: ({ values, fault }) => ({
      type: 'edit_calls',
      apply: (calls) => [
        ...calls,
        {
          id: values.text('id'),
          name: values.text('tool'),
          argumentsText: values.text('arguments'),
          injected: fault,
        },
      ],
    }),
  },
  {
    ...base,
    kind: 'reused_id',
    about: 'A call has the id of a call of an earlier turn',
    correct: 'Answers this call and does not mistake it for the earlier one',
    decides: ['effects.missing', 'effects.double', 'termination.clean'],
    parameters: [whichCall, { name: 'id', type: 'text', about: 'The earlier id' }],
    strike: (context) =>
      editCall(context, (call) => [
        { ...call, id: context.values.text('id'), edited: { fault: context.fault, part: 'id' } },
      ]),
  },
  {
    ...base,
    kind: 'missing_id',
    about: 'A call has no id',
    correct: 'Answers it anyway or refuses it by name; does not drop it silently',
    decides: ['effects.missing', 'effects.double', 'termination.clean'],
    parameters: [whichCall],
    strike: (context) =>
      editCall(context, (call) => [
        { ...call, id: null, edited: { fault: context.fault, part: 'id' } },
      ]),
  },
  {
    ...base,
    kind: 'unknown_tool',
    costs: 'attempt',
    spoils: true,
    about: 'A call names a tool that does not exist',
    correct: 'Runs no call of the batch and lists the tools that exist',
    decides: ['effects.half_batch', 'effects.missing', 'effects.double', 'termination.clean'],
    parameters: [
      whichCall,
      {
        name: 'name',
        type: 'text',
        default: null,
        about: 'The name; by default the old one with `_v2`',
      },
    ],
    strike: (context) =>
      editCall(context, (call) => {
        const name = context.values.any('name');
        return [
          {
            ...call,
            name: typeof name === 'string' ? name : `${call.name}_v2`,
            injected: context.fault,
          },
        ];
      }),
  },
];

function editCall(
  { values }: StrikeContext,
  edit: (call: SaidCall) => readonly SaidCall[],
): ReturnType<ModelFaultKind['strike']> {
  return {
    type: 'edit_calls',
    apply: (calls) => {
      const call = calls[values.number('index')];
      return call === undefined
        ? null
        : calls.flatMap((said) => (said === call ? edit(said) : [said]));
    },
  };
}

function toNewId(call: SaidCall): string {
  return `${call.id ?? 'call'}_again`;
}
