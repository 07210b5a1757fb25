import type { PlannedCall, PlayStep, PlayTurn } from './playbook.ts';

/** A problem that kept a call from being done. */
export interface Trouble {
  /** A kind of tool error; `bare` = an error that says nothing; `bare_nothing` = an empty answer that says nothing. */
  readonly kind: string;
  /** The error says that a retry of the same call may work. */
  readonly retryable: boolean;
  /** How often the call was tried, this time included. */
  readonly tries: number;
  /** The agent knows how to find out whether it happened. */
  readonly canReadBack: boolean;
  /** The error names another tool that does the same. */
  readonly canReplace: boolean;
  /** The planned mistake was sent, and the error names it. */
  readonly slipped: boolean;
}

/**
 * How an agent reacts to a problem: repeat the call; make it with the tool that the error names instead; repeat the step
 * before it (a new preview); read back whether it happened; treat it as settled; or give up.
 */
export type Reaction = 'resend' | 'replace' | 'restart' | 'read_back' | 'accept' | 'give_up';

/** A planned call that is about to be sent. */
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
  /** The call as it is sent. */
  shape(call: OutgoingCall): PlannedCall;
  /** Decides before the playbook when given: `true` = repeat the first batch of the turn, regardless of its results. */
  readonly repeatsFirst?: true;
  /** Adds the needless call of the handbook to each batch. */
  readonly addsNeedless?: true;
  /** Refuses whatever is asked. */
  readonly refuses?: true;
}
