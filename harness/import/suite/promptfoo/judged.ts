import type { JsonObject, JsonValue } from '../../../json/json.ts';

/** A call that is wanted; what has no arguments may have any. */
export interface WantedCall {
  readonly tool: string;
  readonly arguments?: JsonObject;
  readonly mode?: 'exact' | 'partial';
}

/** What one assertion says, in the words of expectations. */
export interface Judged {
  readonly says?: readonly string[];
  readonly saysNot?: readonly string[];
  readonly calls?: readonly WantedCall[];
  /** Calls in this order. */
  readonly sequence?: readonly string[];
  /** No other calls than those that are wanted, or than these tools. */
  readonly only?: true | readonly string[];
  readonly forbidden?: readonly string[];
  /** At least one call of any tool. */
  readonly anyCall?: true;
  /** Tools that are called this often and no more. */
  readonly exactly?: readonly string[];
  /** Where it does not mean quite the same. */
  readonly note?: string;
}

/** What an assertion is read with. */
export interface JudgeContext {
  /** Its value, with variables filled in. */
  readonly value: JsonValue;
  readonly isInverse: boolean;
  readonly assert: JsonObject;
}

/** What an assertion says, or why that cannot be said. */
export type Reading = Judged | string;
