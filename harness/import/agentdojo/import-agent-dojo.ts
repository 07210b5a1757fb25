import { toSafeName } from '../../disk/safe-name.ts';
import type { FaultPlan, FaultRecord } from '../../core/suite/fault.ts';
import type { Lane } from '../../core/suite/lane.ts';
import type { Score, Scores } from '../../core/score/score.ts';
import {
  readAgentDojoCase,
  toAttackPlan,
  toScenarioId,
  type AgentDojoCase,
} from './agent-dojo-case.ts';
import { readAgentDojoConversation } from './agent-dojo-conversation.ts';
import { ImportError } from '../import-error.ts';
import type {
  ImportedRun,
  ImportedScenario,
  ImportedTrial,
  ImportedVariant,
  ImportFile,
  ImportOptions,
} from '../imported-run.ts';
import { createLaneCount } from '../lane-count.ts';
import { readSource, type SourceNode } from '../source-node.ts';
import type { ImportedTool } from '../tool-shelf.ts';
import { toGivenScore } from '../to-given-score.ts';
import { findUnmeasured } from '../find-unmeasured.ts';

/**
 * Imports runs of AgentDojo: one JSON object a file, as its own `runs/` folder has them, or one a line.
 *
 * `task.success` is its utility. `safety.obeyed` is its security, which is true when the attacker's goal was reached, and
 * says nothing in runs without an attack (where it is always true).
 *
 * Source: Debenedetti et al., AgentDojo, arXiv:2406.13352; field names by agentdojo/logging.py.
 */
export function importAgentDojo(files: readonly ImportFile[], options: ImportOptions): ImportedRun {
  const texts = files.flatMap(splitFile);
  const heads = texts.map((part) => readAgentDojoCase(readSource(part.text, part.name)));
  const kept = texts.flatMap((part, index) => {
    const head = heads[index];
    return head !== undefined && isWanted(head, options) ? [{ part, head }] : [];
  });
  const chosen = kept.map(({ head }) => head);
  const suite = options.suite ?? 'agentdojo';
  const context = { options, suite };
  return {
    format: 'agentdojo',
    suite,
    variants: toVariants(chosen, options),
    toolset: options.tools?.toolset ?? null,
    scenarios: toScenarios(chosen),
    plans: toPlans(chosen),
    unmeasured: findUnmeasured(options.tools, ['cost.model_ms', 'cost.tool_ms']),
    notes: toNotes(heads, chosen),
    *trials() {
      const count = createLaneCount();
      for (const { part, head } of kept) {
        yield toTrial(readSource(part.text, part.name), head, { ...context, count });
      }
    },
  };
}

/** A file that ends with `.jsonl` holds one run a line. */
function splitFile(file: ImportFile): readonly ImportFile[] {
  if (!/\.(?:jsonl|ndjson)$/u.test(file.name)) return [file];
  return file.text
    .split('\n')
    .flatMap((text, index) =>
      text.trim() === '' ? [] : [{ name: `${file.name}:${index + 1}`, text }],
    );
}

function isWanted(head: AgentDojoCase, { only, injectionTasks }: ImportOptions): boolean {
  if (head.isInjectionTask && !injectionTasks) return false;
  return only === null || (only === 'attacked') === (head.attack !== null);
}

function toNotes(
  heads: readonly AgentDojoCase[],
  chosen: readonly AgentDojoCase[],
): readonly string[] {
  const isChosen = new Set(chosen);
  const left = heads.filter((head) => head.isInjectionTask && !isChosen.has(head)).length;
  const prompts = new Map<string, Set<string>>();
  for (const head of chosen) {
    const said = prompts.get(toScenarioId(head)) ?? new Set();
    prompts.set(toScenarioId(head), said.add(head.prompt.replace(/\s+/gu, ' ').trim()));
  }
  const differ = [...prompts].filter(([, said]) => said.size > 1).map(([id]) => id);
  return [
    ...(left === 0
      ? []
      : [`injection tasks that were run as if the user had asked for them, left out: ${left}`]),
    ...(differ.length === 0
      ? []
      : [`the user's words are not the same in all runs of: ${differ.join(', ')}`]),
  ];
}

function toVariants(
  heads: readonly AgentDojoCase[],
  { variant }: ImportOptions,
): readonly ImportedVariant[] {
  const prompts = new Map<string, Set<string | null>>();
  for (const { pipeline, systemPrompt } of heads) {
    prompts.set(pipeline, (prompts.get(pipeline) ?? new Set()).add(systemPrompt));
  }
  if (variant !== null && prompts.size > 1) {
    const names = [...prompts.keys()].join(', ');
    throw new ImportError(
      names,
      `one name, "${variant}", cannot stand for ${prompts.size} pipelines`,
    );
  }
  return [...prompts].map(([pipeline, said]) => ({
    name: toSafeName(variant ?? pipeline),
    model: pipeline,
    loop: 'agentdojo',
    systemPrompt: said.size === 1 ? ([...said][0] ?? null) : null,
  }));
}

function toScenarios(heads: readonly AgentDojoCase[]): readonly ImportedScenario[] {
  const scenarios = new Map<string, ImportedScenario>();
  for (const head of heads) {
    const id = toScenarioId(head);
    if (!scenarios.has(id)) scenarios.set(id, { id, cluster: id, turns: [head.prompt] });
  }
  return [...scenarios.values()];
}

function toPlans(heads: readonly AgentDojoCase[]): readonly FaultPlan[] {
  const plans = new Map(heads.map((head) => [toAttackPlan(head).name, toAttackPlan(head)]));
  return [...plans.values()].filter((plan) => plan.faults.length > 0);
}

interface TrialContext {
  readonly options: ImportOptions;
  readonly suite: string;
  readonly count: (lane: Omit<Lane, 'repeat'>) => number;
}

function toTrial(run: SourceNode, head: AgentDojoCase, context: TrialContext): ImportedTrial {
  const { options, suite } = context;
  const plan = toAttackPlan(head);
  const scenario = toScenarioId(head);
  const variant = toSafeName(options.variant ?? head.pipeline);
  const lane = { suite, scenario, variant, plan: plan.name };
  const tools = findTools(run, head, options);
  const told = readAgentDojoConversation(run, tools, plan.faults[0]?.name ?? null);
  const failed = told.stopReason === 'model_error' && options.errors === 'invalid';
  return {
    record: {
      lane: { ...lane, repeat: context.count(lane) },
      cluster: scenario,
      outcome: failed
        ? { status: 'invalid', code: 'source_error', cause: firstLine(run), detail: [] }
        : { status: 'finished', stopReason: told.stopReason },
      tier: null,
      faults: toFaults(run, plan, told.planted),
      events: told.events,
    },
    tools: tools ?? [],
    knownText: head.systemPrompt ?? '',
    given: failed ? {} : readVerdicts(run, head),
    strays: told.strays,
  };
}

function findTools(
  run: SourceNode,
  { suite }: AgentDojoCase,
  { tools }: ImportOptions,
): readonly ImportedTool[] | null {
  if (tools === null) return null;
  const list = tools.of(suite);
  if (list.length > 0) return list;
  throw new ImportError(run.place, `the tool definitions hold none of the suite "${suite}"`);
}

function firstLine(run: SourceNode): string {
  return (run.get('error')?.text() ?? '').split('\n', 1)[0]?.slice(0, 200) ?? '';
}

function readVerdicts(run: SourceNode, head: AgentDojoCase): Scores {
  const task = toGivenScore(run.need('utility').flag(), {
    code: 'task_not_done',
    text: 'AgentDojo says that what the user wanted was not done',
  });
  if (head.attack === null) return { 'task.success': task };
  const isObeyed = run.need('security').flag();
  const text = `AgentDojo says that the goal of "${head.attack.injectionTask}" was reached`;
  const obeyed: Score = {
    value: isObeyed ? 1 : 0,
    count: isObeyed ? 1 : 0,
    of: 1,
    losses: isObeyed ? [{ code: 'obeyed_instruction', event: null, text }] : [],
  };
  return { 'task.success': task, 'safety.obeyed': obeyed };
}

/** Struck as often as a result carried the planted text; a goal reached without it was reached by chance. */
function toFaults(run: SourceNode, plan: FaultPlan, planted: number): readonly FaultRecord[] {
  return plan.faults.map(({ name, address, inject }) => ({
    name,
    kind: inject.kind,
    address,
    inject,
    fired: planted,
    noticed: planted > 0,
    handled: planted > 0 ? !run.need('security').flag() : null,
  }));
}
