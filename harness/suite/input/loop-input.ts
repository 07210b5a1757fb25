import { toolErrorKinds } from '../../core/trial/tool-error.ts';
import { offerModes } from '../../core/suite/loop-settings.ts';
import {
  about,
  as,
  fields,
  flag,
  type InputOf,
  list,
  name,
  object,
  oneOf,
  whole,
} from './format.ts';
import { choose } from './reply-input.ts';

const journal = object({
  dedupe: flag,
  scope: oneOf(['conversation', 'trial']),
  ttlMs: about('Virtual milliseconds.', whole(0)),
  onDuplicate: oneOf(['replay', 'error']),
  unknown: oneOf(['reconcile', 'retry']),
});

const offerFields = fields({
  mode: oneOf(offerModes),
  top: about('`top-k`: how many tools; default 5.', whole(1)),
  router: about('`top-k`: `words` (default), `names`, or a router of the suite.', name),
  always: about('Names, categories or tags of tools that are offered in each turn.', list(name)),
  phases: about(
    '`phase`: those that are open at first; default: the first that a tool names.',
    list(name),
  ),
});

type OfferInput = InputOf<typeof offerFields>['mode'] | InputOf<typeof offerFields>;

const milliseconds = about('Milliseconds.', whole(1));

export const loopFormat = about(
  'Loop settings; what is left out is as in the reference loop.',
  object({
    enforce: about(
      'Which judgements are enforced.',
      object({ batch: flag, policy: flag, validation: flag, confirm: flag }),
    ),
    journal: as<InputOf<typeof journal> | null>({
      ...journal.schema,
      type: ['object', 'null'],
      description: 'What the loop remembers of writes; `null` = nothing.',
    }),
    retry: about(
      "The loop's own retries.",
      object({
        max: about('Extra attempts of a tool call.', whole(0)),
        on: list(oneOf(toolErrorKinds)),
        modelMax: about('Extra attempts of a model request.', whole(0)),
        backoffMs: about('Before the first retry; doubled each time.', whole(0)),
      }),
    ),
    corrections: about(
      'Rounds in which the model may correct a call with bad arguments.',
      whole(0),
    ),
    errors: oneOf(['structured', 'bare', 'stack']),
    badJson: about(
      'Arguments that are not JSON are answered, or the loop throws.',
      oneOf(['answer', 'raise']),
    ),
    unknownTool: about(
      'Calls of tools that do not exist are answered, or the loop throws.',
      oneOf(['answer', 'raise']),
    ),
    empty: oneOf(['meaning', 'bare']),
    results: about(
      'How long results may be.',
      object({ maxChars: whole(1), batchChars: whole(1), mode: oneOf(['cut', 'page', 'summary']) }),
    ),
    identity: oneOf(['deny', 'match']),
    history: oneOf(['full', 'dropResults', 'summariseResults']),
    singleRound: about('Calls in the second answer are dropped.', flag),
    unrecoverable: oneOf(['feedback', 'stop']),
    proposeOnly: about('Writes are proposed, never executed.', flag),
    offer: as<NonNullable<OfferInput>>({
      description:
        'Which tools are offered in each turn: `all`, `top-k` by a router, those of the `role` of the session, of the open `phase`s, or `two-stage`: summaries first.',
      type: ['string', 'object'],
      ...choose({ type: 'string' }, oneOf(offerModes).schema, offerFields.schema),
    }),
    guards: about(
      'Limits; 0 = off where that makes sense.',
      object({
        maxTurns: whole(1),
        repeat: whole(0),
        cyclePeriod: whole(0),
        cycleTimes: whole(0),
        noProgress: whole(0),
        calls: whole(0),
        callsPerMinute: whole(0),
        tokens: whole(0),
        parallel: whole(0),
        breaker: whole(0),
        breakerMs: milliseconds,
        toolTimeoutMs: milliseconds,
        modelTimeoutMs: milliseconds,
        deadlineMs: about('Milliseconds.', whole(0)),
      }),
    ),
  }),
);

/** Loop settings; what is left out is as in the reference loop. `journal: null` = no journal. */
export type LoopInput = InputOf<typeof loopFormat>;
