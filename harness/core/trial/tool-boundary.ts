import type { JudgedCall } from '../talk/call.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { SaidCall } from '../talk/model.ts';
import type { ToolOutcome } from './tool-outcome.ts';

/** How a call is delivered. */
export interface DeliverOptions {
  readonly idempotencyKey: string | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What one delivery came to, as the agent sees it. */
export interface ToolDelivery {
  readonly outcome: ToolOutcome;
  /** The sequence number of the `result` event. */
  readonly event: number;
}

/** How a call of an agent's own is run; all of it may be left out. */
export interface RunCallOptions {
  /** The id that the model gave the call, where the framework says it. */
  readonly id?: string | null;
  readonly idempotencyKey?: string | null;
  /** Default: the tool's own, else that of the variant. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Hears of the outcome itself, for those that answer in a protocol of their own. */
  readonly onOutcome?: (outcome: ToolOutcome) => void;
}

/** The tool boundary as an agent sees it: it judges and records everything and blocks nothing. */
export interface ToolBoundary {
  /**
   * Runs a tool for an agent of the user's own, in one line: `execute: (args, { toolCallId: id }) => tools.run('refund', args, { id })`.
   * It finds the call that the model made: by id and name, else with equal arguments, else by name, each once. Any other is
   * recorded as a call that the model never made. The tool gets the arguments that are passed, an object or JSON text.
   *
   * @returns The value for the model: the result, or an object that describes the error. It does not throw for an error of a tool.
   */
  run(name: string, args: unknown, options?: RunCallOptions): Promise<JsonValue>;
  /** Says which tools the next request offers; calls of any other are judged as `not_offered`. Where it is never said, all are. */
  offer(names: ReadonlySet<string>): void;
  /**
   * Judges a whole batch before anything runs; the same turn judged twice gives the same objects. Calls of a reply that came
   * through the trial's `fetch` are known already, whatever the agent's own count of turns and whether it hands them over
   * together or one by one.
   */
  judge(turn: number, calls: readonly SaidCall[]): readonly JudgedCall[];
  /** Runs a call (its preview, when it is one). A call with unreadable arguments cannot be delivered and comes back as its error. */
  deliver(call: JudgedCall, options: DeliverOptions): Promise<ToolDelivery>;
  /** Asks the scripted human about a call; `approve` makes the call confirmed. */
  askHuman(call: JudgedCall): 'approve' | 'deny' | 'silent';
  /** Runs a read on the harness's behalf, such as a read-back; faults and effects apply as to any delivery. */
  read(
    call: JudgedCall,
    tool: string,
    args: JsonObject,
    options: DeliverOptions,
  ): Promise<ToolDelivery>;
}
