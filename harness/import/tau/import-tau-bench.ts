import { toSafeName } from '../../disk/safe-name.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { Scores } from '../../core/score/score.ts';
import { ConversationLog, type ImportedCall, type ImportedResult } from '../conversation-log.ts';
import { findRefusal } from '../find-refusal.ts';
import { findUnmeasured } from '../find-unmeasured.ts';
import { readParts } from '../guard-trial.ts';
import {
  type ImportedRun,
  type ImportedTrial,
  type ImportFile,
  type ImportOptions,
  toGivenScore,
} from '../imported-run.ts';
import { ImportError } from '../import-error.ts';
import { readSource, type SourceNode } from '../source-node.ts';
import { createTaskRun, toScenarioId, type TaskTrial } from './task-run.ts';

/**
 * Imports results of tau-bench: a list of `{ task_id, trial, reward, info, traj }`. The file names neither its model
 * nor its domain: the variant is named after the file unless an option says otherwise.
 *
 * `task.success` is a reward of 1. The attempts at a task are its repeats, so that pass^k can be computed.
 *
 * Source: Yao et al., tau-bench, arXiv:2406.12045; field names by tau_bench/types.py and run.py.
 */
export function importTauBench(files: readonly ImportFile[], options: ImportOptions): ImportedRun {
  const suite = options.suite ?? 'tau-bench';
  const lists = readParts(files, ({ name, text }) => {
    const model = options.variant ?? toModel(name);
    return readSource(text, name)
      .items()
      .map((result) => ({ result, model }));
  });
  const trials = readParts(lists.read.flat(), ({ result, model }): TaskTrial => ({
    node: result,
    task: result.need('task_id').json().replaceAll('"', ''),
    repeat: (result.get('trial')?.number() ?? 0) + 1,
    variant: { name: toSafeName(model), model, loop: 'tau-bench', systemPrompt: null },
    prompt: readFirst(result, 'user'),
    systemPrompt: readFirst(result, 'system'),
  }));
  return createTaskRun(trials.read, {
    unreadable: [...lists.unreadable, ...trials.unreadable],
    format: 'tau',
    suite,
    options,
    unmeasured: findUnmeasured(options.tools, ['cost.model_ms', 'cost.tool_ms']),
    toTrial: (trial) => toTrial(trial, suite, options),
  });
}

function toModel(file: string): string {
  return file.replace(/^.*[\\/]/u, '').replace(/\.json$/u, '');
}

function readFirst(result: SourceNode, role: string): string {
  const message = result
    .get('traj')
    ?.items()
    .find((node) => node.need('role').text() === role);
  return message?.get('content')?.text() ?? '';
}

function toTrial(trial: TaskTrial, suite: string, options: ImportOptions): ImportedTrial {
  const { node } = trial;
  const tools = options.tools?.of(suite) ?? null;
  const log = new ConversationLog(tools, 1);
  const messages = node.get('traj')?.items() ?? [];
  for (const message of messages) addMessage(message, log);
  const stopReason = readStop(node, messages);
  log.end(stopReason);
  const broke = stopReason === 'model_error' && options.errors === 'invalid';
  return {
    record: {
      lane: {
        suite,
        scenario: toScenarioId(trial.task),
        variant: trial.variant.name,
        plan: cleanPlan,
        repeat: trial.repeat,
      },
      cluster: toScenarioId(trial.task),
      outcome: broke
        ? { status: 'invalid', code: 'source_error', cause: readError(node), detail: [] }
        : { status: 'finished', stopReason },
      tier: null,
      faults: [],
      events: log.events,
    },
    tools: tools ?? [],
    knownText: trial.systemPrompt,
    given: broke ? {} : readGiven(node),
    source: node.place,
    strays: log.strays,
  };
}

function addMessage(message: SourceNode, log: ConversationLog): void {
  const role = message.need('role').text();
  const text = message.get('content')?.text() ?? '';
  if (role === 'user') log.user(text);
  else if (role === 'assistant') {
    log.reply({
      text: text === '' ? null : text,
      calls: (message.get('tool_calls')?.items() ?? []).map(readCall),
    });
  } else if (role === 'tool') log.result(readResult(message, text));
  else if (role !== 'system') throw message.need('role').refuse('a role that is known');
}

function readResult(message: SourceNode, text: string): ImportedResult {
  const id = message.get('tool_call_id')?.text() ?? null;
  return { id, text, ...readFailure(text, message.get('name')?.text() ?? null) };
}

function readCall(call: SourceNode): ImportedCall {
  const inner = call.need('function');
  return {
    id: call.get('id')?.text() ?? null,
    name: inner.need('name').text(),
    argumentsText: inner.get('arguments')?.text() ?? null,
  };
}

/** Its tools report errors as text with this beginning. Source: tau_bench/envs/base.py and the tools of its domains. */
function readFailure(text: string, tool: string | null): Pick<ImportedResult, 'error' | 'held'> {
  if (!/^(?:Error:|Unknown action )/u.test(text)) return { error: null, held: false };
  const refusal = findRefusal(text, tool);
  if (refusal !== null) return { error: refusal, held: true };
  const error = { kind: 'failed', message: text, retryable: false, recoverable: false } as const;
  return { error, held: false };
}

/** The user ends with a mark, or the agent hands over to a human; else the limit of steps was reached. */
function readStop(result: SourceNode, messages: readonly SourceNode[]): StopReason {
  const last = messages.at(-1);
  if (result.get('info')?.get('error') != null) return 'model_error';
  if (result.get('reward') === null) return 'cancelled';
  if (last === undefined) return 'model_error';
  if (last.get('name')?.text() === 'transfer_to_human_agents') return 'needs_human';
  const said = last.get('content')?.text() ?? '';
  return said.includes('###STOP###') ? 'answered' : 'max_turns';
}

function readError(result: SourceNode): string {
  const error = result.get('info')?.get('error')?.text() ?? 'there is no conversation';
  return error.split('\n', 1)[0]?.slice(0, 200) ?? '';
}

/** An attempt that was cut off has no reward. */
function readGiven(result: SourceNode): Scores {
  if (result.get('reward') === null) return {};
  return { 'task.success': toGivenScore(...readVerdict(result)) };
}

function readVerdict(result: SourceNode): Parameters<typeof toGivenScore> {
  const reward = result.need('reward').number();
  const info = result.get('info')?.get('reward_info')?.get('info') ?? null;
  const wrong = [
    isLost(info?.get('r_actions')) ? 'the data base is not as it should be' : null,
    isLost(info?.get('r_outputs')) ? 'the answer lacks a required output' : null,
  ].filter((text) => text !== null);
  if (!Number.isFinite(reward)) throw new ImportError(result.place, 'the reward is not a number');
  const text = `tau-bench gave ${reward} of 1${wrong.length === 0 ? '' : `: ${wrong.join(', ')}`}`;
  return [reward > 1 - 1e-6, { code: 'task_not_done', text }];
}

/** Versions differ in whether a part of the reward is a number or a truth value. */
function isLost(part: SourceNode | null | undefined): boolean {
  return part != null && ['0', '0.0', 'false'].includes(part.json());
}
