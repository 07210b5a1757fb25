import type { ChatRequest } from './chat.ts';
import type { Exchange } from './exchange.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Lane } from '../suite/lane.ts';
import type { AskPosition } from './model.ts';
import type { SideRequest } from './side.ts';
import type { ToolError } from '../trial/tool-error.ts';
import type { ToolResultStatus } from '../trial/tool-outcome.ts';
import type { ReplayTier } from '../trial/transcript.ts';
import { RigError } from '../rig-error.ts';
import { exitCodes } from '../run.ts';

/** One part of a request that differs from what was recorded. */
export interface PartDifference {
  /** `model`, `system`, `tools.order`, `tool.<name>.description`, `tool.<name>.parameters`, `params.<name>`, `message.<n>`, `harness_text`, ... */
  readonly part: string;
  /** Long texts are shown where they differ, with a few words around. */
  readonly recorded: string | null;
  readonly now: string | null;
  /** Names this change of this part, so that a waiver covers it and no other. */
  readonly change?: string;
}

/** Why a lane could not answer. */
export type MissReason =
  | 'no_cassette'
  | 'changed'
  | 'exhausted'
  | 'damaged'
  | 'unsealed'
  | 'wrong_version'
  | 'wrong_lane';

/** A recording does not hold what was asked for. The trial is invalid, never failed. */
export class CassetteMissError extends RigError {
  readonly lane: string;
  /** The lane by its names; `null` when the thrower did not say. */
  readonly where: Lane | null;
  readonly reason: MissReason;
  readonly differences: readonly PartDifference[];
  /** The command that repairs it. */
  readonly remedy: string;
  /** The lane that comes nearest; `null` when there is none. */
  readonly nearest: string | null;
  /** Requests that the recording, or the nearest one, holds; `null` when there is none. The remedy may send others too. */
  readonly requests: number | null;
  /** Recorded calls that a changed schema would reject, one sentence each. */
  readonly rejects: readonly string[];

  constructor(
    message: string,
    detail: {
      readonly lane: string;
      readonly where?: Lane;
      readonly reason: MissReason;
      readonly differences: readonly PartDifference[];
      readonly remedy: string;
      readonly nearest?: string | null;
      readonly requests?: number | null;
      readonly rejects?: readonly string[];
    },
  ) {
    super('CASSETTE_MISS', message, { exitCode: exitCodes.invalid });
    this.name = 'CassetteMissError';
    this.lane = detail.lane;
    this.where = detail.where ?? null;
    this.reason = detail.reason;
    this.differences = detail.differences;
    this.remedy = detail.remedy;
    this.nearest = detail.nearest ?? null;
    this.requests = detail.requests ?? null;
    this.rejects = detail.rejects ?? [];
  }
}

/** A recorded exchange and how it was found. */
export interface CassetteHit {
  readonly exchange: Exchange;
  readonly tier: ReplayTier;
}

/** A tool result as the recording has it, compared with what the handler gives now. */
export interface ToolLine {
  readonly call: string;
  readonly delivery: number;
  readonly tool: string;
  readonly arguments: JsonValue;
  readonly status: string;
  readonly content: JsonValue;
}

/** What a live back end answered to one call: behind the faults, so that any of them may strike a recorded answer too. */
export interface ServedLine {
  readonly tool: string;
  readonly arguments: JsonValue;
  readonly status: ToolResultStatus;
  /** The value of a success or an empty result, `null` otherwise. */
  readonly value: JsonValue;
  readonly error: ToolError | null;
  /** What an empty result means. */
  readonly meaning?: string;
}

/** Replays one lane. */
export interface LanePlayer {
  /**
   * The next recorded answer of a live back end to this call.
   *
   * @throws CassetteMissError naming the call when the recording has no answer left for it.
   */
  serve(tool: string, args: JsonValue): ServedLine;
  /** @throws CassetteMissError naming the part that differs. */
  play(request: ChatRequest, position: AskPosition): CassetteHit;
  /**
   * The recorded answer to a request besides the conversation: equal ones in the order of their recording, and the last of
   * them again. A faulted lane has those of its clean lane too.
   *
   * @throws CassetteMissError naming the request when none was recorded.
   */
  side(request: SideRequest): Exchange;
  /** Compares a tool result with the recorded one; remembered, and reported first when the next request misses. */
  compareTool(line: ToolLine): void;
  /** Ends the lane: recorded calls that were not asked for. */
  unconsumed(): number;
}

/** Records one lane. Nothing is readable under its final name before `seal`. */
export interface LaneRecorder {
  /** An exchange of the clean lane for the same request, when the conversation is still the same; `null` when it has parted. */
  shared(request: ChatRequest, position: AskPosition): Exchange | null;
  record(request: ChatRequest, position: AskPosition, exchange: Exchange): void;
  recordTool(line: ToolLine): void;
  recordServed(line: ServedLine): void;
  /** The answer of the clean lane to a request besides the conversation; `null` when it has none. */
  sharedSide(request: SideRequest): Exchange | null;
  recordSide(request: SideRequest, exchange: Exchange): void;
  /**
   * What a replay of the lane would show in place of a value; `null` when it would show every reply as the model gave it.
   * Only a redacted value that neither the suite nor the conversation has is another one there.
   */
  replayChanges(): ((value: JsonValue) => JsonValue) | null;
  /** Writes and renames; a lane that shared everything with its clean lane writes no file. */
  seal(end: JsonObject): Promise<void>;
  /** Leaves nothing usable behind. */
  abandon(): Promise<void>;
}

/** A folder of recordings. */
export interface CassetteStore {
  player(lane: Lane): Promise<LanePlayer>;
  recorder(lane: Lane, head: JsonObject): Promise<LaneRecorder>;
  has(lane: Lane): Promise<boolean>;
}
