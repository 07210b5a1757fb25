import type { JudgedCall } from '../../core/talk/call.ts';
import type { ModelReply } from '../../core/talk/model.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { ToolError, ToolErrorKind } from '../../core/trial/tool-error.ts';
import { answerBatch, type OpenAnswer } from './answer-batch.ts';
import { tripDeadline } from '../ask-model.ts';
import { errorOf, toRefusal } from './call-answer.ts';
import { holdBack } from './hold-back.ts';
import type { SeenCall } from '../loop-guard.ts';
import type { LoopRun } from '../loop-run.ts';
import { protocolText } from '../protocol-text.ts';
import { toSaid } from './read-arguments.ts';
import { runCalls } from './run-calls.ts';

/** Handles the calls of a reply: judge, hold back, run, answer. Returns why the trial ends with it, or `null` to continue. */
export async function handleCalls(run: LoopRun, reply: ModelReply): Promise<StopReason | null> {
  const doubt = findDoubt(run, reply);
  if (doubt !== null) return handleCutReply(run, reply, doubt);
  const calls = run.context.tools.judge(run.turn, reply.calls);
  for (const { name } of calls) run.used.add(name);
  const tripped = tripLimits(run, calls) ?? findRaised(run, calls);
  if (tripped !== null) return tripped;
  if (isCutByCap(run, reply, calls)) return handleCutReply(run, reply, cut());
  const ids = run.conversation.hearCalls(reply, run.turn);
  const refused = holdBack(run, calls);
  const answers = await runCalls(run, calls, refused);
  const open = calls.map((call, index): OpenAnswer => {
    const tool = run.tools.get(call.name) ?? null;
    const answer = answers[index] ?? toRefusal(protocolText.notStarted());
    return { ref: call.ref, tool, said: toSaid(call, tool), answer };
  });
  answerBatch(run, ids, open);
  return findStop(run, calls, open);
}

/** Limits that are known before anything runs: the turn cap and the budgets of calls. */
function tripLimits(run: LoopRun, calls: readonly JudgedCall[]): StopReason | null {
  const { guards } = run.settings;
  if (run.turn >= guards.maxTurns) {
    const text = `The turn cap of ${guards.maxTurns} was reached with calls still wanted`;
    return run.trip('maxTurns', text, 'max_turns');
  }
  for (const { findings } of calls) {
    const over = findings.find(({ code }) => code === 'call_budget' || code === 'call_rate');
    if (over === undefined) continue;
    const guard = over.code === 'call_budget' ? 'calls' : 'callsPerMinute';
    return run.trip(guard, over.text, 'budget');
  }
  return null;
}

/** A loop that throws for a bad call, as many first drafts do, ends before anything of the reply runs. */
function findRaised(run: LoopRun, calls: readonly JudgedCall[]): StopReason | null {
  const { badJson, unknownTool } = run.settings;
  for (const { name, findings } of calls) {
    const has = (code: string): boolean => findings.some((finding) => finding.code === code);
    if (unknownTool === 'raise' && has('unknown_tool')) {
      return run.trip('agent', `The loop threw: there is no tool "${name}"`, 'agent_error');
    }
    if (badJson === 'raise' && findings.some(({ stage }) => stage === 'parse')) {
      return run.trip(
        'agent',
        `The loop threw: arguments of "${name}" are not JSON`,
        'agent_error',
      );
    }
  }
  return null;
}

/** Arguments that end exactly at the token limit were cut off, regardless of the finish reason. */
function isCutByCap(run: LoopRun, reply: ModelReply, calls: readonly JudgedCall[]): boolean {
  const { params } = run.context;
  const cap = params['max_completion_tokens'] ?? params['max_tokens'];
  if (typeof cap !== 'number' || reply.usage === null || reply.usage.outputTokens < cap)
    return false;
  return calls.some(
    ({ reading }) =>
      reading.status === 'invalid' &&
      reading.problems.some((problem) => problem.hint === 'unterminated'),
  );
}

interface Doubt {
  /** The answer to each of its calls. */
  readonly error: ToolError;
  /** How the trial ends when this happens more often than allowed. */
  readonly stopReason: StopReason;
}

function cut(): Doubt {
  return { error: protocolText.truncated(), stopReason: 'truncated' };
}

/** Why no call of a reply may run: it was cut off, or its finish reason is unknown and not all of its calls are harmless. */
function findDoubt(run: LoopRun, { stop, calls }: ModelReply): Doubt | null {
  if (stop === 'length') return cut();
  const isHarmless = calls.every(({ name }) => {
    const effect = run.tools.get(name)?.effect;
    return effect !== undefined && effect !== 'irreversible';
  });
  if (stop !== 'other' || isHarmless) return null;
  return { error: protocolText.unknownEnd(), stopReason: 'protocol_error' };
}

/** A reply that may be incomplete: no call of it runs, not even a readable one. */
function handleCutReply(
  run: LoopRun,
  reply: ModelReply,
  { error, stopReason }: Doubt,
): StopReason | null {
  const { guards } = run.settings;
  if (run.turn >= guards.maxTurns) return tripLimits(run, []);
  const ids = run.conversation.hearCalls(reply, run.turn);
  const open = reply.calls.map((said, index): OpenAnswer => {
    const ref = `t${run.turn}c${index}` as const;
    run.context.sink.emit({ type: 'refused', call: ref, error });
    const tool = run.tools.get(said.name) ?? null;
    const text = `${said.name}\n${said.argumentsText ?? ''}`;
    return { ref, tool, said: text, answer: toRefusal(error) };
  });
  answerBatch(run, ids, open);
  run.badRounds += 1;
  if (run.badRounds > run.settings.corrections) return stopReason;
  return seeTurn(run, open);
}

function findStop(
  run: LoopRun,
  calls: readonly JudgedCall[],
  open: readonly OpenAnswer[],
): StopReason | null {
  if (run.isCancelled()) return 'cancelled';
  if (run.stop !== null) return run.stop;
  if (run.deadline.isOver()) return tripDeadline(run);
  if (isUnmendable(run, calls, open)) return 'unrecoverable_tool_error';
  return seeTurn(run, open);
}

const argumentErrors: readonly ToolErrorKind[] = [
  'invalid_json',
  'invalid_arguments',
  'unknown_tool',
];

/** Too many bad arguments in a row; or, under `unrecoverable: 'stop'`, an error that neither the model nor a retry can correct. */
function isUnmendable(
  run: LoopRun,
  calls: readonly JudgedCall[],
  open: readonly OpenAnswer[],
): boolean {
  const isBad = calls.some(({ error }) => error !== null && argumentErrors.includes(error.kind));
  run.badRounds = isBad ? run.badRounds + 1 : 0;
  if (run.badRounds > run.settings.corrections) return true;
  if (run.settings.unrecoverable === 'feedback') return false;
  return open.some(({ answer }) => {
    const error = errorOf(answer.outcome);
    return error !== null && !error.recoverable && !error.retryable;
  });
}

function seeTurn(run: LoopRun, open: readonly OpenAnswer[]): StopReason | null {
  const stop = run.guard.see(open.map(toSeen));
  return stop === null ? null : run.trip(stop.guard, stop.text, stop.stopReason);
}

function toSeen({ tool, said, answer }: OpenAnswer): SeenCall {
  const { outcome, how } = answer;
  return {
    name: tool?.name ?? '',
    said,
    result: JSON.stringify('value' in outcome ? outcome.value : outcome.error),
    wrote: tool !== null && tool.effect !== 'read' && how === 'ran' && outcome.status === 'success',
    polling: tool?.polling === true,
  };
}
