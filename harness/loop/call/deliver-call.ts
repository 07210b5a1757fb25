import type { JudgedCall } from '../../core/talk/call.ts';
import type { ToolError, ToolErrorKind } from '../../core/trial/tool-error.ts';
import type { ToolOutcome } from '../../core/trial/tool-outcome.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { errorOf, toRefusal, type CallAnswer } from './call-answer.ts';
import type { LoopRun } from '../loop-run.ts';
import { protocolText } from '../protocol-text.ts';

/** Delivers a call once; `null` when the deadline of the trial has passed. */
export async function deliverOnce(
  run: LoopRun,
  call: JudgedCall,
  by: { readonly tool: Tool | null; readonly idempotencyKey: string | null },
): Promise<ToolOutcome | null> {
  if (run.deadline.isOver() || run.isCancelled()) return null;
  const { tools, signal } = run.context;
  const timeoutMs = by.tool === null ? 0 : run.timeoutMs(by.tool);
  const { idempotencyKey } = by;
  const { outcome } = await tools.deliver(call, { idempotencyKey, timeoutMs, signal });
  if (by.tool !== null) watchService(run, by.tool.name, errorOf(outcome)?.kind ?? null);
  return outcome;
}

/** Counts failures in a row of a tool, and records that the breaker cuts it off. */
function watchService(run: LoopRun, tool: string, error: ToolErrorKind | null): void {
  if (!run.breaker.see(tool, error)) return;
  const { breaker, breakerMs } = run.settings.guards;
  const text = `"${tool}" failed ${breaker} times in a row and is not called for ${breakerMs} ms`;
  run.context.sink.emit({ type: 'guard', guard: 'breaker', text });
}

/** The answer to a call of a tool that the breaker cut off; `null` where it may be called. */
export function findCutOff(run: LoopRun, tool: Tool | null): CallAnswer | null {
  if (tool === null || !run.breaker.isOpen(tool.name)) return null;
  return toRefusal(protocolText.circuitOpen(tool.name, run.settings.guards.breaker));
}

/** Delivers a call that changes nothing (a read, a preview, or a call that reaches no tool), with retries where they may help. */
export async function deliverSafely(
  run: LoopRun,
  call: JudgedCall,
  tool: Tool | null,
): Promise<CallAnswer> {
  const cutOff = findCutOff(run, tool);
  if (cutOff !== null) return cutOff;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await deliverOnce(run, call, { tool, idempotencyKey: null });
    if (outcome === null) return toRefusal(protocolText.notStarted());
    const error = errorOf(outcome);
    if (error === null || tool === null || !(await mayRetry(run, error, { attempt, tool }))) {
      return { outcome, how: 'ran' };
    }
  }
}

/** Whether the settings allow a retry of a failed attempt; waits before the retry. */
export async function mayRetry(
  run: LoopRun,
  error: ToolError,
  { attempt, tool }: { readonly attempt: number; readonly tool: Tool },
): Promise<boolean> {
  const { max, on, backoffMs } = run.settings.retry;
  if (attempt > max || !on.includes(error.kind) || run.breaker.isOpen(tool.name)) return false;
  const waitMs = backoffMs * 2 ** (attempt - 1);
  const waited = await run.deadline.sleepWithin(waitMs, run.context.signal);
  // Calls that run at the same time may have opened the breaker meanwhile.
  return waited && !run.breaker.isOpen(tool.name);
}
