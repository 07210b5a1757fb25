import type { JsonObject, JsonValue } from '../json/json.ts';

/** What a scripted agent has learned in the conversation so far, from the results that it could read. */
export interface Seen {
  /** The latest result of a tool; `null` when there is none. */
  result(tool: string): JsonObject | null;
  /** All results of a tool, in order. */
  results(tool: string): readonly JsonObject[];
  /** A field of the latest result, by dotted path; `null` when it is not there. */
  field(tool: string, path: string): JsonValue;
  /** Whether a tool is offered with this parameter. */
  offers(tool: string, parameter: string): boolean;
}

/** A call that a step makes. */
export interface PlannedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The arguments that a careless agent sends until an error names the mistake. `perfect` never sends them. */
  readonly slip?: JsonObject;
}

/** One batch of calls. */
export interface PlayStep {
  /** The calls, computed from the results so far; none = the step is skipped. Must return the same calls for the same `seen`. */
  calls(seen: Seen): readonly PlannedCall[];
  /** Ends the turn with this text when the first result is empty. Without it the agent continues. */
  readonly onEmpty?: (seen: Seen) => string;
  /** Continues after a denial instead of ending the turn. */
  readonly passDenied?: true;
  /** Only careless agents take this step. */
  readonly careless?: true;
}

/** Why an agent gives up on a turn. */
export type GiveUp = 'denied' | 'failed' | 'unknown';

/** What the agent does about one message of the user. */
export interface PlayTurn {
  /** The exact message. */
  readonly user: string;
  readonly steps: readonly PlayStep[];
  /** The answer when all steps are done. The kind `liar` gives it without doing them, so it must not depend on their results. */
  say(seen: Seen): string;
  /** The answer when a step was given up, instead of the agent's usual words. */
  readonly onGiveUp?: Partial<Readonly<Record<GiveUp, (seen: Seen) => string>>>;
  /** The call that the kind `hallucinator` makes instead of asking the user. */
  readonly invented?: readonly PlannedCall[];
}

/** One conversation as a scripted agent knows it, found by the texts of its user. */
export interface Playbook {
  readonly name: string;
  readonly language: 'en' | 'zh';
  /** In order; turns of a conversation begun earlier count too. */
  readonly turns: readonly PlayTurn[];
}

/** How an agent finds out whether a write with an unknown outcome has happened. */
export interface ReadBack {
  readonly tool: string;
  toArguments(args: JsonObject): JsonObject;
  /** `true`: it happened; `false`: it did not; `null`: unknown. */
  happened(result: JsonValue, args: JsonObject): boolean | null;
}

/** Everything that scripted agents of one suite know. */
export interface Handbook {
  readonly playbooks: readonly Playbook[];
  /** By the tool that is read back. */
  readonly readBacks: Readonly<Record<string, ReadBack>>;
  /** A harmless call that was not asked for; `over-caller` adds it to each batch. */
  readonly needless: PlannedCall;
}
