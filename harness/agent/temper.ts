import type { PlannedCall, PlayStep, PlayTurn } from './playbook.ts';

/** Something that kept a call from being done. */
export interface Trouble {
  /** A kind of tool error; `bare` = an error that says nothing; `bare_nothing` = an empty answer that says nothing. */
  readonly kind: string;
  /** The error says that the same call again may work. */
  readonly retryable: boolean;
  /** How often the call was tried, this time included. */
  readonly tries: number;
  /** The agent knows how to find out whether it happened. */
  readonly canReadBack: boolean;
  /** What was sent was a slip, and the error says what is wrong with it. */
  readonly slipped: boolean;
}

/**
 * What an agent does about trouble: the call again; the step before it again (a new preview); find out whether it
 * happened; take it as settled; or give up.
 */
export type Reaction = 'resend' | 'restart' | 'read_back' | 'accept' | 'give_up';

/** A planned call on its way out. */
export interface OutgoingCall {
  readonly plan: PlannedCall;
  /** How often it was tried before. */
  readonly tries: number;
  /** An error said what was wrong with it. */
  readonly corrected: boolean;
}

/** The character of a scripted agent: where it departs from the playbook. */
export interface Temper {
  /** The steps it takes of a turn. */
  steps(turn: PlayTurn): readonly PlayStep[];
  react(trouble: Trouble): Reaction;
  /** The call as it is said. */
  shape(call: OutgoingCall): PlannedCall;
  /** Goes before the play when given: `true` = the first batch of the turn again, whatever came of it. */
  readonly repeatsFirst?: true;
  /** Adds the needless call of the handbook to each batch. */
  readonly addsNeedless?: true;
  /** Refuses whatever is asked. */
  readonly refuses?: true;
}
