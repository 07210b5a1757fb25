import type { JudgedCall } from '../../core/talk/call.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
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
  return outcome;
}

/** Delivers a call that changes nothing (a read, a preview, or a call that reaches no tool), with retries where they may help. */
export async function deliverSafely(
  run: LoopRun,
  call: JudgedCall,
  tool: Tool | null,
): Promise<CallAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await deliverOnce(run, call, { tool, idempotencyKey: null });
    if (outcome === null) return toRefusal(protocolText.notStarted());
    const error = errorOf(outcome);
    if (error === null || tool === null || !(await mayRetry(run, error, attempt))) {
      return { outcome, how: 'ran' };
    }
  }
}

/** Whether the settings allow a retry of a failed attempt; waits before the retry. */
export async function mayRetry(run: LoopRun, error: ToolError, attempt: number): Promise<boolean> {
  const { max, on, backoffMs } = run.settings.retry;
  if (attempt > max || !on.includes(error.kind)) return false;
  return await run.deadline.sleepWithin(backoffMs * 2 ** (attempt - 1), run.context.signal);
}
