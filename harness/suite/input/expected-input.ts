import type { JsonValue } from '../../json/json.ts';
import type { CallOutcome } from '../../core/suite/suite.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';

/**
 * What must, may and must not happen. A part that is left out is not judged.
 * Values are matchers: a plain value means equality, `{ $anyOf: [...] }` and the like mean what they say.
 */
export interface ExpectedInput {
  /** Calls that must happen; `[]` = no call at all. */
  readonly calls?: readonly (ExpectedCallInput | EitherInput)[];
  /** `[first, then]` by call id or by tool name: `first` in an earlier turn; `as_listed` = each before the next. */
  readonly order?: readonly (readonly [string, string])[] | 'as_listed';
  /** How `arguments` are compared where a call does not say. Default `exact`. */
  readonly arguments?: 'exact' | 'partial';
  /** Tools that may be called besides. Default `reads`: any read; with `calls: []` none. */
  readonly mayCall?: string | readonly string[];
  /** Effects that must have happened, and no others; `[]` = none. A record counts them by tool. */
  readonly effects?: readonly EffectInput[] | Readonly<Record<string, number>>;
  /** Tools that must not be called. */
  readonly forbidden?: string | readonly string[];
  /** What the agent must ask for instead of making it up. */
  readonly ask?: string | readonly string[];
  readonly stopReasons?: StopReason | readonly StopReason[];
  /** Dotted path in the world -> value at the end. */
  readonly state?: Readonly<Record<string, JsonValue>>;
  /** Regular expressions over the final text. */
  readonly says?: string | readonly string[];
  readonly saysNot?: string | readonly string[];
}

/** A call that must happen: a tool with any arguments, a tool with its arguments, or an object. */
export type ExpectedCallInput =
  | string
  | readonly [tool: string, args?: ExpectedArguments]
  | ExpectedCallObject
  | NamedCallObject;

/** Argument -> expectation. */
export type ExpectedArguments = Readonly<Record<string, JsonValue>>;

interface CallDetails {
  /** Default: any arguments. */
  readonly arguments?: ExpectedArguments;
  /** Default `<tool>#<n>`, counted for each tool. */
  readonly id?: string;
  readonly mode?: 'exact' | 'partial';
  /** Calls of one group exclude each other: exactly one of them must happen. */
  readonly group?: string;
  /** What it must have come to. Default `ran`: its tool ran it, whatever came of it. */
  readonly outcome?: CallOutcome;
}

/** A call in full. */
export interface ExpectedCallObject extends CallDetails {
  readonly tool: string;
}

/** The same with the word that documents to be scored use. */
export interface NamedCallObject extends CallDetails {
  readonly name: string;
}

/** Calls that exclude each other: exactly one of them must happen. */
export interface EitherInput {
  readonly either: readonly ExpectedCallInput[];
}

/** An effect that must happen exactly `count` times. */
export interface EffectInput {
  readonly tool: string;
  /** Default: any effect of the tool. */
  readonly key?: string;
  /** Default 1. */
  readonly count?: number;
}
