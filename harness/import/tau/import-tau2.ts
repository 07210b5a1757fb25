import { toSafeName } from '../../disk/safe-name.ts';
import type { Scores } from '../../core/score/score.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { TrialOutcome } from '../../core/trial/trial.ts';
import { ConversationLog } from '../conversation-log.ts';
import { findUnmeasured } from '../find-unmeasured.ts';
import { readParts } from '../guard-trial.ts';
import {
  type ImportedRun,
  type ImportedTrial,
  type ImportedVariant,
  type ImportFile,
  type ImportOptions,
  toGivenScore,
} from '../imported-run.ts';
import { readSource, type SourceNode } from '../source-node.ts';
import { createTaskRun, toScenarioId, type TaskTrial } from './task-run.ts';
import { addTau2Message, readTime } from './tau2-message.ts';

/**
 * Imports results of tau2-bench: `{ info, tasks, simulations }`. Of `info` only the names of domain, agent and model are
 * read: its `llm_args` hold whatever the client was made with, keys included.
 *
 * `task.success` is a reward of 1; its losses name the parts of the reward that were lost.
 *
 * Source: Barres et al., tau2-bench, arXiv:2506.07982; field names by tau2/data_model/simulation.py.
 */
export function importTau2(files: readonly ImportFile[], options: ImportOptions): ImportedRun {
  const roots = readParts(files, (file) => {
    const root = readSource(file.text, file.name);
    const of = { root, domain: readDomain(root), variant: readVariant(root, options) };
    return { ...of, simulations: root.need('simulations').items() };
  });
  const domains = [...new Set(roots.read.map(({ domain }) => domain))];
  const suite = options.suite ?? `tau2-${domains.map(toSafeName).join('-')}`;
  const nodes = roots.read.flatMap(({ simulations, ...of }) =>
    simulations.map((node) => ({ node, ...of })),
  );
  const trials = readParts(nodes, ({ node, root, domain, variant }): TaskTrial => ({
    node,
    task: toTaskName(node, { domain, mixed: domains.length > 1 }),
    repeat: (node.get('trial')?.number() ?? 0) + 1,
    variant,
    prompt: readPrompt(node),
    systemPrompt: root.need('info').need('environment_info').get('policy')?.text() ?? '',
  }));
  return createTaskRun(trials.read, {
    unreadable: [...roots.unreadable, ...trials.unreadable],
    format: 'tau2',
    suite,
    options,
    unmeasured: findUnmeasured(options.tools, []),
    toTrial: (trial) => toTrial(trial, suite, options),
  });
}

function readDomain(root: SourceNode): string {
  return root.need('info').need('environment_info').need('domain_name').text();
}

/** Domains count their tasks by the same numbers. */
function toTaskName(
  node: SourceNode,
  { domain, mixed }: { readonly domain: string; readonly mixed: boolean },
): string {
  const id = node.need('task_id');
  const task = id.isText ? id.text() : id.json();
  return mixed ? `${domain}-${task}` : task;
}

function readVariant(root: SourceNode, options: ImportOptions): ImportedVariant {
  const agent = root.need('info').need('agent_info');
  const model = agent.get('llm')?.text() ?? 'unknown';
  const loop = agent.get('implementation')?.text() ?? 'tau2';
  return { name: toSafeName(options.variant ?? model), model, loop, systemPrompt: null };
}

function readPrompt(node: SourceNode): string {
  const messages = node.get('messages')?.items() ?? [];
  const user = messages.find((message) => message.need('role').text() === 'user');
  return user?.get('content')?.text() ?? '';
}

function toTrial(trial: TaskTrial, suite: string, options: ImportOptions): ImportedTrial {
  const { node } = trial;
  const tools = options.tools?.of(suite) ?? null;
  const log = new ConversationLog(tools, 1);
  const messages = node.get('messages')?.items() ?? [];
  const startMs = messages[0] === undefined ? 0 : readTime(messages[0]);
  for (const message of messages) addTau2Message(message, log, startMs);
  const ended = readEnd(node, messages, options);
  log.end(ended.status === 'finished' ? ended.stopReason : 'cancelled');
  const scenario = toScenarioId(trial.task);
  return {
    record: {
      lane: {
        suite,
        scenario,
        variant: trial.variant.name,
        plan: cleanPlan,
        repeat: trial.repeat,
      },
      cluster: scenario,
      outcome: ended,
      tier: null,
      faults: [],
      events: log.events,
    },
    tools: tools ?? [],
    knownText: trial.systemPrompt,
    given: ended.status === 'finished' ? readGiven(node) : {},
    source: node.place,
    strays: log.strays,
  };
}

/**
 * Ends that the agent or a limit brought about. Source: `TerminationReason` in tau2/data_model/simulation.py.
 */
const ends: Readonly<Record<string, StopReason>> = {
  user_stop: 'answered',
  agent_stop: 'answered',
  max_steps: 'max_turns',
  too_many_errors: 'budget',
  timeout: 'deadline',
  agent_error: 'protocol_error',
};

/** Never counted by the source itself. Source: `NON_EVALUABLE_TERMINATION_REASONS`, as above. */
const notEvaluable: ReadonlySet<string> = new Set([
  'infrastructure_error',
  'context_window_exceeded',
]);

function readEnd(
  node: SourceNode,
  messages: readonly SourceNode[],
  { errors }: ImportOptions,
): TrialOutcome {
  const reason = node.get('termination_reason')?.text();
  if (reason === undefined) return { status: 'finished', stopReason: 'cancelled' };
  const last = messages.at(-1)?.get('content')?.text() ?? '';
  if (reason === 'user_stop' && last.includes('###TRANSFER###')) {
    return { status: 'finished', stopReason: 'needs_human' };
  }
  const stopReason = ends[reason];
  if (stopReason !== undefined) return { status: 'finished', stopReason };
  if (errors === 'failed' && !notEvaluable.has(reason)) {
    return { status: 'finished', stopReason: 'model_error' };
  }
  const cause = `tau2-bench ended the simulation with "${reason}"`;
  return { status: 'invalid', code: 'source_error', cause, detail: [] };
}

/** What the source did not evaluate has no verdict. */
function readGiven(node: SourceNode): Scores {
  const info = node.get('reward_info');
  return info === null ? {} : { 'task.success': toGivenScore(...readVerdict(info)) };
}

function readVerdict(info: SourceNode): Parameters<typeof toGivenScore> {
  const reward = info.need('reward').number();
  const lost = (info.get('reward_breakdown')?.entries() ?? [])
    .filter(([, part]) => part.number() < 1 - 1e-6)
    .map(([name]) => name);
  const text = `tau2-bench gave ${reward} of 1${lost.length === 0 ? '' : `; lost: ${lost.join(', ')}`}`;
  return [reward > 1 - 1e-6, { code: 'task_not_done', text }];
}
