import type { Exchange } from '../talk/exchange.ts';
import type { OwnFault } from '../own/own-fault.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { SaidCall } from '../talk/model.ts';
import type { StopReason } from '../trial/stop-reason.ts';
import type { ToolError } from '../trial/tool-error.ts';
import type { ToolOutcome } from '../trial/tool-outcome.ts';
import type { WireForm } from '../talk/wire-form.ts';

/** Where a fault strikes. Counts from 1; `'*'` = every time, and as a tool name: any tool. */
export type FaultAddress =
  | { readonly on: 'model'; readonly turn: number | '*'; readonly attempt: number | '*' }
  | { readonly on: 'tool'; readonly tool: string; readonly call: number | '*' };

/** A fault by kind and parameters, as data: `{ kind: 'http', status: 503 }`. Kinds live in `fault/registry.ts`. */
export interface FaultInjection extends JsonObject {
  readonly kind: string;
}

/** One named, addressed fault. */
export interface Fault {
  readonly name: string;
  readonly address: FaultAddress;
  readonly inject: FaultInjection;
  /** A kind of the team's own; absent: one of toolrig's catalogue. */
  readonly own?: OwnFault;
}

/** A named list of faults for one trial; the clean plan is `none` and has none. */
export interface FaultPlan {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** Belongs to one scenario: not reached there is INVALID. Other plans skip trials that do not come to their place. */
  readonly byHand: boolean;
}

/** What a model-side fault does to one request. */
export type ModelStrike = {
  readonly fault: string;
  readonly kind: string;
  /** The content of the reply is lost, so that the model has to say it again. */
  readonly spoils?: true;
} & (
  | { readonly type: 'replace'; toExchange(wire: WireForm): Exchange }
  | { readonly type: 'transform'; apply(exchange: Exchange, wire: WireForm): Exchange }
  | { readonly type: 'edit_calls'; apply(calls: readonly SaidCall[]): readonly SaidCall[] | null }
);

/** What a tool-side fault does to one delivery. */
export type ToolStrike = { readonly fault: string; readonly kind: string } & (
  | { readonly type: 'lose_request' }
  | { readonly type: 'lose_response' }
  | { readonly type: 'late_response'; readonly delayMs: number }
  | { readonly type: 'slow'; readonly delayMs: number }
  | { readonly type: 'deliver_twice' }
  | { readonly type: 'fail_before'; readonly error: ToolError }
  | { readonly type: 'fail_after'; readonly error: ToolError }
  /** `fits` says whether a value keeps the output schema of the tool. The same outcome back: nothing was struck. */
  | {
      readonly type: 'replace_result';
      apply(outcome: ToolOutcome, fits: (value: JsonValue) => boolean): ToolOutcome;
    }
);

/** The fault point of one trial. Strikes are asked for once a place; the boundary emits the `fault` event when it applied one. */
export interface FaultPoint {
  atModel(turn: number, attempt: number): readonly ModelStrike[];
  /** Counts deliveries to each tool by itself: call it once for each delivery. */
  atTool(tool: string): readonly ToolStrike[];
}

/** What became of one planned fault. */
export interface FaultRecord {
  readonly name: string;
  readonly kind: string;
  readonly address: FaultAddress;
  /** The injection as planned, for scorers that must know its parameters. */
  readonly inject?: FaultInjection;
  readonly fired: number;
  readonly noticed: boolean;
  /** `null` when it did not fire or no scorer can tell. */
  readonly handled: boolean | null;
  /** It struck and took away what the task needs: the goal of the scenario is not demanded. Absent: the task can still be done. */
  readonly outOfReach?: true;
  /** Stop reasons that are correct under this fault, in addition to the usual ones. */
  readonly ends?: readonly StopReason[];
}
