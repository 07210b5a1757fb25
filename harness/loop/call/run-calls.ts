import type { JudgedCall } from '../../core/talk/call.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import { toRefusal, type CallAnswer, type Verdicts } from './call-answer.ts';
import { deliverSafely } from './deliver-call.ts';
import type { LoopRun } from '../loop-run.ts';
import { readArguments } from './read-arguments.ts';
import { runWrite } from './run-write.ts';

/**
 * Runs a batch: adjacent reads run concurrently (see `guards.parallel`), all other calls run one by one in call order.
 * Held-back calls are answered with their error.
 */
export async function runCalls(
  run: LoopRun,
  calls: readonly JudgedCall[],
  refused: Verdicts,
): Promise<readonly CallAnswer[]> {
  const answers: CallAnswer[] = [];
  let reads: JudgedCall[] = [];
  const runReads = async (): Promise<void> => {
    const side = reads;
    reads = [];
    if (side.length === 0) return;
    answers.push(...(await runSide(run, side)));
  };
  for (const call of calls) {
    const error = refused.get(call);
    if (error === undefined && isRead(run, call)) {
      reads.push(call);
      continue;
    }
    await runReads();
    answers.push(error === undefined ? await runOne(run, call) : refuse(run, call, error));
  }
  await runReads();
  return answers;
}

/** Runs reads at the same time, at most `guards.parallel` of them, and gives their answers in call order. */
async function runSide(run: LoopRun, side: readonly JudgedCall[]): Promise<readonly CallAnswer[]> {
  const { parallel } = run.settings.guards;
  const answers: CallAnswer[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next; at < side.length; at = next) {
      next += 1;
      const call = side[at];
      if (call !== undefined) answers[at] = await runOne(run, call);
    }
  };
  const workers = parallel === 0 ? side.length : Math.min(parallel, side.length);
  await Promise.all(Array.from({ length: workers }, work));
  return answers;
}

function isRead(run: LoopRun, call: JudgedCall): boolean {
  return run.tools.get(call.name)?.effect === 'read';
}

async function runOne(run: LoopRun, call: JudgedCall): Promise<CallAnswer> {
  const tool = run.tools.get(call.name) ?? null;
  const args = readArguments(call);
  const isPlain = tool === null || args === null || tool.effect === 'read';
  const answer =
    isPlain || call.confirm === 'preview'
      ? await deliverSafely(run, call, tool)
      : await runWrite(run, { tool, call, args });
  record(run, call, answer);
  return answer;
}

function refuse(run: LoopRun, call: JudgedCall, error: ToolError): CallAnswer {
  const answer = toRefusal(error);
  record(run, call, answer);
  return answer;
}

/** Records the results that no delivery produced: refusals, and results from the journal. */
function record(run: LoopRun, call: JudgedCall, answer: CallAnswer): void {
  const { how, outcome } = answer;
  const { sink } = run.context;
  if (how === 'refused' && 'error' in outcome) {
    sink.emit({ type: 'refused', call: call.ref, error: outcome.error });
  } else if (how !== 'ran' && how !== 'refused') {
    sink.emit({
      type: 'result',
      call: call.ref,
      delivery: 0,
      status: outcome.status,
      value: 'value' in outcome ? outcome.value : null,
      error: null,
      cached: true,
      durationMs: 0,
      executed: null,
    });
  }
}
