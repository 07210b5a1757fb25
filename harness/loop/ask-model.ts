import type { AgentEnd } from '../core/suite/agent.ts';
import type { Tool, Toolset } from '../core/suite/tool.ts';
import type { ChatRequest, ChatTool } from '../core/talk/chat.ts';
import type { ModelError, ModelReply } from '../core/talk/model.ts';
import type { StopReason } from '../core/trial/stop-reason.ts';
import type { LoopRun } from './loop-run.ts';

/** Asks the model for its next turn, with bounded and visible retries; a reply, or why there is none. */
export async function askModel(run: LoopRun): Promise<ModelReply | AgentEnd> {
  const { model, signal } = run.context;
  const { modelMax } = run.settings.retry;
  const request = toRequest(run, await run.offerTools());
  run.turn += 1;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await model.ask(request, { turn: run.turn, attempt }, signal);
    if (signal.aborted) return stopped('cancelled');
    if (run.deadline.isOver()) return stopped(tripDeadline(run));
    if (answer.ok) return countTokens(run, answer.reply);
    const { error } = answer;
    if (!error.retryable || attempt > modelMax) return stopped(toStopReason(error));
    if (!(await waitToRetry(run, error, attempt))) {
      return stopped(signal.aborted ? 'cancelled' : toStopReason(error));
    }
  }
}

function countTokens(run: LoopRun, reply: ModelReply): ModelReply {
  const { inputTokens = 0, outputTokens = 0 } = reply.usage ?? {};
  run.tokens += inputTokens + outputTokens;
  return reply;
}

/** Ends a trial at its deadline. */
export function tripDeadline(run: LoopRun): StopReason {
  const { deadlineMs } = run.settings.guards;
  return run.trip('deadlineMs', `The trial took longer than ${deadlineMs} ms`, 'deadline');
}

function toRequest(run: LoopRun, offered: readonly Tool[] | null): ChatRequest {
  const { api, modelName, params } = run.context;
  const { strict, ...wire } = params;
  const tools =
    offered === null
      ? toChatTools(run.toolset, strict === true)
      : offered.map((tool) => toChatTool(tool, strict === true));
  return {
    ...(api === undefined ? {} : { api }),
    model: modelName,
    messages: run.conversation.messages,
    ...(tools.length === 0 ? {} : { tools }),
    ...wire,
  };
}

/** A wait that would outlast the trial is not started: the trial ends with the provider's error. */
async function waitToRetry(run: LoopRun, error: ModelError, attempt: number): Promise<boolean> {
  const { backoffMs } = run.settings.retry;
  const waitMs = error.retryAfterMs ?? backoffMs * 2 ** (attempt - 1);
  return await run.deadline.sleepWithin(waitMs, run.context.signal);
}

function toStopReason(error: ModelError): StopReason {
  if (error.kind === 'cancelled') return 'cancelled';
  return error.kind === 'protocol' ? 'protocol_error' : 'model_error';
}

function stopped(stopReason: StopReason): AgentEnd {
  return { stopReason, text: null };
}

const plain = new WeakMap<Toolset, readonly ChatTool[]>();
const strict = new WeakMap<Toolset, readonly ChatTool[]>();

/** The tools as offered to the model; always the same objects for the same toolset. */
function toChatTools(toolset: Toolset, isStrict: boolean): readonly ChatTool[] {
  const kept = isStrict ? strict : plain;
  const known = kept.get(toolset);
  if (known !== undefined) return known;
  const tools = toolset.tools.map((tool) => toChatTool(tool, isStrict));
  kept.set(toolset, tools);
  return tools;
}

function toChatTool(tool: Tool, isStrict: boolean): ChatTool {
  const { name, description, offeredAs } = tool;
  const { parameters } = offeredAs ?? tool;
  const marks = isStrict || offeredAs?.strict === true ? { strict: true } : {};
  return { type: 'function', function: { name, description, parameters, ...marks } };
}
