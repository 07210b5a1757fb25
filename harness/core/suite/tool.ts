import type { EffectGrade } from './effect-grade.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { HandlerOutcome } from '../trial/tool-outcome.ts';
import type { ToolError } from '../trial/tool-error.ts';

/** The state behind the tools in one trial: handlers read and change it in place. */
export interface WorldState {
  [key: string]: unknown;
}

/** What a handler may use. Everything that varies comes from here, so the same seed gives the same bytes. */
export interface ToolContext {
  readonly world: WorldState;
  /** Who asks: user, tenant, permissions. Never taken from the model. */
  readonly session: JsonObject;
  /** Virtual milliseconds since the trial began. */
  readonly nowMs: number;
  /** Stays the same for retries of one intended effect; `null` for reads and naive loops. */
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal;
  /** The next number in [0, 1). */
  random(): number;
  /** A fresh id such as `refund-1`, counted in the trial. */
  newId(prefix: string): string;
  /** Sleeps on the trial's clock. */
  sleep(ms: number): Promise<void>;
  /** Enters an effect in the ledger; `key` names the thing that must happen once. */
  effect(key: string, detail?: JsonValue): void;
  /** Says that this call changed nothing (the state was already so). */
  noEffect(): void;
}

/**
 * Does a tool's work. A plain value is a success; see `emptyResult`, `deniedResult`, `errorResult`. Numbers in `args` are
 * JavaScript's, so ids of more than 15 digits are rounded in them: `exactText(args, 'id')` has every digit.
 */
export type ToolHandler = (args: JsonObject, context: ToolContext) => unknown;

/** A check over arguments and world before anything runs; `null` when nothing is wrong. */
export type ToolCheck = (
  args: JsonObject,
  context: Pick<ToolContext, 'world' | 'session' | 'nowMs'>,
) => ToolError | HandlerOutcome | null;

/** How a declared field is normalised before keys and cycle checks (never before the handler). */
export const coerceRules = ['trim', 'lower', 'upper', 'collapse_space', 'date', 'ignore'] as const;
export type CoerceRule = (typeof coerceRules)[number];

/** How an unknown write is read back: a read tool, its arguments, and when its result shows the effect. */
export interface Reconcile {
  readonly tool: string;
  toArguments(args: JsonObject): JsonObject;
  /** `true`: it happened; `false`: it did not; `null`: cannot tell. */
  happened(result: JsonValue, args: JsonObject): boolean | null;
}

/** The trial that a service is opened for. */
export interface BackEndTrial {
  /** Names the trial, as in `orders/refund-once/reference/none/r1`. */
  readonly lane: string;
  /** Aborts when the trial is over. */
  readonly signal: AbortSignal;
}

/** A real service behind tools, opened for one trial: a life of its own, so that no trial sees what another left there. */
export interface OpenBackEnd {
  /** What does the work, by the name of the tool. */
  readonly tools: Readonly<Record<string, ToolHandler>>;
  /** Ends it; called when the trial is over, however it ended. */
  dispose?(): Promise<void> | void;
}

/**
 * Opens the service behind the tools that name it; called at most once in a trial, when the first of them is delivered.
 * Where the trial is replayed it is not called: the recorded answers are given.
 */
export type BackEnd = (trial: BackEndTrial) => Promise<OpenBackEnd> | OpenBackEnd;

/** How the arguments of a tool are described to a model that takes a subset of JSON Schema alone. */
export interface OfferedSchema {
  readonly parameters: JsonObject;
  /** The provider is asked to keep to it. */
  readonly strict: boolean;
  /** Optional fields are required there: `null` is how the model leaves one out. */
  readonly nullsAreAbsent: boolean;
}

/** A tool: what the model is shown, what it does to the world, and how the harness guards it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (2020-12, or draft-07 when `$schema` says so). */
  readonly parameters: JsonObject;
  /** What is offered in place of `parameters`; arguments are validated against `parameters`. */
  readonly offeredAs?: OfferedSchema;
  readonly effect: EffectGrade;
  readonly handler: ToolHandler;
  readonly version?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Roles (`session.role`) that may use it; absent: all. */
  readonly roles?: readonly string[];
  /** Phases of a conversation in which it is offered, where a loop offers by phase; absent: all. */
  readonly phases?: readonly string[];
  /** For a read: another read that answers the same, named to the model when this one is down. */
  readonly fallback?: string;
  /** JSON Schema of the result. */
  readonly returns?: JsonObject;
  /** `token`: a call without `confirm_token` is a preview; `human`: a scripted human decides. Default `none`. */
  readonly confirm?: 'none' | 'token' | 'human';
  /** Shows what a `confirm: 'token'` call would do; changes nothing. */
  readonly preview?: ToolHandler;
  readonly reconcile?: Reconcile;
  /** Exempt from the repeat guard. */
  readonly polling?: boolean;
  /** `real`: the handler does real I/O, so virtual time waits for it. Default `virtual`. */
  readonly time?: 'virtual' | 'real';
  readonly timeoutMs?: number;
  readonly maxResultChars?: number;
  /** Names of the arguments that make the idempotency and effect key; default: all but `dry_run` and `confirm_token`. */
  readonly keyFields?: readonly string[];
  readonly coerce?: Readonly<Record<string, CoerceRule>>;
  /** The service behind the tool answers a repeated idempotency key with the first result. */
  readonly serviceDedupe?: boolean;
  readonly authorize?: ToolCheck;
  readonly check?: ToolCheck;
  /** Permissions (in `session.permissions`) without which the call is denied. */
  readonly requires?: readonly string[];
  /** An instance of valid arguments, shown in errors. */
  readonly example?: JsonObject;
  /**
   * The real service that does the work in place of `handler`. Its answers are recorded, and replayed without it. What it
   * changes cannot be seen, so effects are `n/a` unless `effectKey` names them.
   */
  readonly backEnd?: BackEnd;
  /** With `backEnd`, for a write: arguments whose values name the effect that a success is taken for. */
  readonly effectKey?: readonly string[];
}

/** A named, versioned list of tools, such as `orders@2`. */
export interface Toolset {
  readonly id: string;
  readonly tools: readonly Tool[];
  /** What changed against the version before. */
  readonly note?: string;
  /** A gray release: made from two toolsets, of which each conversation gets one. Its tools are those of the new one. */
  readonly release?: Release;
  /** A change in the middle of a conversation: made from two toolsets. Its tools are those of both, the later ones first. */
  readonly switch?: ToolsetSwitch;
}

/** A conversation is begun with one toolset and continued with another. */
export interface ToolsetSwitch {
  readonly from: string;
  readonly to: string;
  /** The text of the user, counted from 1, from which on the second toolset is in force. */
  readonly turn: number;
}

/** A part of the conversations gets the new toolset, chosen by a key that stays the same. */
export interface Release {
  readonly from: string;
  readonly to: string;
  /** Of the conversations, in [0, 1]; those of a smaller share are among those of a larger one. */
  readonly share: number;
  /** Field of the session by which conversations are distinguished; `null`, or one that is absent: the scenario. */
  readonly key: string | null;
}
