import type { Fault, FaultAddress, FaultInjection } from '../core/fault.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { toFaultAddressText } from './parse-fault-address.ts';

/** A model turn: its first attempt, unless another is named. */
export interface ModelTurn {
  readonly address: FaultAddress;
  attempt(count: number | '*'): FaultAddress;
}

/** A tool: its first delivery, unless another is named. */
export interface ToolCalls {
  readonly address: FaultAddress;
  call(count: number | '*'): FaultAddress;
}

/** What `defineFault` takes. */
export interface FaultDefinition {
  readonly on: FaultAddress | ModelTurn | ToolCalls;
  readonly inject: FaultInjection;
  /** Default: kind and address. */
  readonly name?: string;
}

/** Addresses a model turn: `model.turn(2)`, `model.turn('*').attempt(1)`. */
export const model = {
  turn: (turn: number | '*'): ModelTurn => ({
    address: { on: 'model', turn, attempt: 1 },
    attempt: (attempt) => ({ on: 'model', turn, attempt }),
  }),
} as const;

/** Addresses the deliveries of a tool: `tool('refund').call(1)`; `'*'` is any tool. */
export function tool(name: string): ToolCalls {
  return {
    address: { on: 'tool', tool: name, call: 1 },
    call: (call) => ({ on: 'tool', tool: name, call }),
  };
}

/** Makes a fault of an address and an injection. */
export function defineFault({ on, inject, name }: FaultDefinition): Fault {
  const address = 'address' in on ? on.address : on;
  return { name: name ?? `${inject.kind}@${toFaultAddressText(address)}`, address, inject };
}

/** Any kind of the catalogue by its name. */
export function fault(kind: string, parameters: JsonObject = {}): FaultInjection {
  return { ...parameters, kind };
}

/** A 5xx: of the model, or of a tool's service before it did anything. */
export function http(status: number): FaultInjection {
  return { kind: 'http', status };
}

/** No answer: of the model, or of a tool whose request was lost. */
export function timeout(): FaultInjection {
  return { kind: 'timeout' };
}

/** A tool's request is lost: no effect, no answer. */
export function lostBeforeCommit(): FaultInjection {
  return { kind: 'timeout_before' };
}

/** A tool's effect happens and the answer is lost. */
export function lostAfterCommit(): FaultInjection {
  return { kind: 'timeout_after' };
}

/** The answer comes after the loop stopped waiting; the effect happens. */
export function lateResponse(delayMs: number): FaultInjection {
  return { kind: 'late_response', delayMs };
}

/** The call's arguments are cut off and are no JSON. */
export function malformedArguments(index = 0): FaultInjection {
  return { kind: 'malformed_arguments', index };
}

/** The call stands twice in its turn. */
export function duplicateCall(id: 'same' | 'new' = 'new'): FaultInjection {
  return { kind: 'duplicate_call', id };
}

/** The model's 429 with a wait. */
export function rateLimited(retryAfterMs = 1): FaultInjection {
  return { kind: 'rate_limited', retryAfterMs };
}

/** An instruction to call a tool, planted in a result. */
export function plantedInstruction(
  toolName: string,
  args: JsonObject | null = null,
): FaultInjection {
  return { kind: 'planted_instruction', tool: toolName, arguments: args satisfies JsonValue };
}
