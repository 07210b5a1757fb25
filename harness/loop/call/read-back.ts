import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { JudgedCall } from '../../core/talk/call.ts';
import type { Reconcile, Tool } from '../../core/suite/tool.ts';
import type { LoopRun } from '../loop-run.ts';

/** What reading back finds out about an unknown write. */
export interface ReadBack {
  /** `null`: unknown. */
  readonly happened: boolean | null;
  /** The read tool that was called. */
  readonly tool: string;
  readonly value: JsonValue;
}

/** The write to be read back. */
export interface UnknownWrite {
  readonly tool: Tool;
  readonly call: JudgedCall;
  readonly args: JsonObject;
}

/**
 * Determines with the tool's `reconcile` whether an unknown write was done. A write that is not found is looked for once more
 * after another tool timeout, because its commit may still be in progress.
 */
export async function readBack(run: LoopRun, write: UnknownWrite): Promise<ReadBack> {
  const { reconcile, name } = write.tool;
  if (reconcile === undefined) return { happened: null, tool: name, value: null };
  const first = await readOnce(run, write, reconcile);
  if (first.happened === true) return first;
  const waitMs = run.timeoutMs(write.tool);
  const waited = await run.deadline.sleepWithin(waitMs, run.context.signal);
  // After the first look, "not found" may still mean "not yet".
  return waited ? await readOnce(run, write, reconcile) : { ...first, happened: null };
}

async function readOnce(
  run: LoopRun,
  write: UnknownWrite,
  reconcile: Reconcile,
): Promise<ReadBack> {
  const { tools, signal } = run.context;
  const tool = reconcile.tool;
  const unknown: ReadBack = { happened: null, tool, value: null };
  const reader = run.tools.get(tool);
  const args = guard(() => reconcile.toArguments(write.args));
  if (reader === undefined || args === null || run.deadline.isOver()) return unknown;
  const options = { idempotencyKey: null, timeoutMs: run.timeoutMs(reader), signal };
  const { outcome } = await tools.read(write.call, tool, args, options);
  if (!('value' in outcome)) return unknown;
  const { value } = outcome;
  return { happened: guard(() => reconcile.happened(value, write.args)), tool, value };
}

/** When a function of the suite throws, the state stays unknown. */
function guard<Value>(ask: () => Value): Value | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
