import { toSafeName } from '../../disk/safe-name.ts';
import type { FaultPlan, FaultRecord } from '../../core/suite/fault.ts';
import type { Lane } from '../../core/suite/lane.ts';
import type { Score, Scores } from '../../core/score/score.ts';
import {
  readAgentDojoCase,
  toAttackPlan,
  toCluster,
  toScenarioId,
  type AgentDojoCase,
} from './agent-dojo-case.ts';
import { readAgentDojoConversation } from './agent-dojo-conversation.ts';
import { ImportError } from '../import-error.ts';
import {
  createLaneCount,
  type ImportedRun,
  type ImportedScenario,
  type ImportedTrial,
  type ImportedVariant,
  type ImportFile,
  type ImportOptions,
  toGivenScore,
} from '../imported-run.ts';
import { guardTrial, readParts } from '../guard-trial.ts';
import { readSource, type SourceNode } from '../source-node.ts';
import { namePipelines } from './name-pipelines.ts';
import { findUnmeasured } from '../find-unmeasured.ts';

/**
 * Imports runs of AgentDojo: one JSON object a file, as its own `runs/` folder has them, or one a line.
 *
 * `task.success` is its utility. `safety.obeyed` is its security, which is true when the attacker's goal was reached,
 * and says nothing in runs without an attack (where it is always true).
 *
 * Source: Debenedetti et al., AgentDojo, arXiv:2406.13352; field names by agentdojo/logging.py.
 */
export function importAgentDojo(files: readonly ImportFile[], options: ImportOptions): ImportedRun {
  const { read, unreadable } = readParts(files.flatMap(splitFile), (part) => ({
    part,
    head: readAgentDojoCase(readSource(part.text, part.name), part.name),
  }));
  const kept = read.filter(({ head }) => isWanted(head, options));
  const chosen = kept.map(({ head }) => head);
  for (const { part, head } of kept) assertTools(part, head, options);
  const suite = options.suite ?? 'agentdojo';
  const nameOf = options.variant === null ? namePipelines(chosen) : toPipeline;
  return {
    format: 'agentdojo',
    suite,
    variants: toVariants(chosen, nameOf, options),
    toolset: options.tools?.toolset ?? null,
    scenarios: toScenarios(chosen),
    plans: toPlans(chosen),
    unmeasured: findUnmeasured(options.tools, ['cost.model_ms', 'cost.tool_ms']),
    notes: [
      ...toNotes(
        read.map(({ head }) => head),
        chosen,
      ),
      ...toApartNotes(chosen, nameOf),
    ],
    unreadable,
    *trials() {
      const count = createLaneCount();
      for (const { part, head } of kept) {
        const variant = toSafeName(options.variant ?? nameOf(head));
        const scenario = toScenarioId(head);
        const place = { suite, scenario, variant, plan: toAttackPlan(head).name };
        const trial = { lane: { ...place, repeat: count(place) }, cluster: toCluster(head) };
        yield guardTrial(trial, () =>
          toTrial(readSource(part.text, part.name), head, { ...trial, options }),
        );
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

function toPipeline({ pipeline }: AgentDojoCase): string {
  return pipeline;
}

/** Reports the runs that are kept apart although they share a name. */
function toApartNotes(
  chosen: readonly AgentDojoCase[],
  nameOf: (head: AgentDojoCase) => string,
): readonly string[] {
  const names = new Map<string, Set<string>>();
  for (const head of chosen) {
    names.set(head.pipeline, (names.get(head.pipeline) ?? new Set()).add(nameOf(head)));
  }
  const versions = [...new Set(chosen.map(({ version }) => version ?? 'none given'))].toSorted();
  return [
    ...[...names]
      .filter(([, parts]) => parts.size > 1)
      .map(
        ([pipeline, parts]) =>
          `runs of the pipeline "${pipeline}" come from ${parts.size} places and are kept apart as ${[...parts].join(', ')} (--variant NAME makes them repeats of one)`,
      ),
    ...(versions.length < 2
      ? []
      : [
          `runs of ${versions.length} versions of the benchmark, whose tasks are kept apart: ${versions.join(', ')}`,
        ]),
  ];
}

function toVariants(
  heads: readonly AgentDojoCase[],
  nameOf: (head: AgentDojoCase) => string,
  { variant }: ImportOptions,
): readonly ImportedVariant[] {
  const prompts = new Map<string, Set<string | null>>();
  for (const head of heads) {
    const name = nameOf(head);
    prompts.set(name, (prompts.get(name) ?? new Set()).add(head.systemPrompt));
  }
  if (variant !== null && prompts.size > 1) {
    const names = [...prompts.keys()].join(', ');
    throw new ImportError(
      names,
      `one name, "${variant}", cannot be used for ${prompts.size} pipelines`,
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
    if (!scenarios.has(id))
      scenarios.set(id, { id, cluster: toCluster(head), turns: [head.prompt] });
  }
  return [...scenarios.values()];
}

function toPlans(heads: readonly AgentDojoCase[]): readonly FaultPlan[] {
  const plans = new Map(heads.map((head) => [toAttackPlan(head).name, toAttackPlan(head)]));
  return [...plans.values()].filter((plan) => plan.faults.length > 0);
}

interface TrialContext {
  readonly lane: Lane;
  readonly cluster: string;
  readonly options: ImportOptions;
}

function toTrial(run: SourceNode, head: AgentDojoCase, context: TrialContext): ImportedTrial {
  const { lane, cluster, options } = context;
  const plan = toAttackPlan(head);
  const tools = options.tools?.of(head.suite) ?? null;
  const told = readAgentDojoConversation(run, tools, plan.faults[0]?.name ?? null);
  const failed = told.stopReason === 'model_error' && options.errors === 'invalid';
  return {
    record: {
      lane,
      cluster,
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
    source: run.get('path')?.text() ?? run.place.replace(/ \$$/u, ''),
    strays: told.strays,
  };
}

/** Without the definitions of its suite every call would be one of an unknown tool. */
function assertTools(
  { name }: ImportFile,
  { suite }: AgentDojoCase,
  { tools }: ImportOptions,
): void {
  if (tools === null || tools.of(suite).length > 0) return;
  throw new ImportError(`${name} $`, `the tool definitions hold none of the suite "${suite}"`);
}

function firstLine(run: SourceNode): string {
  return (run.get('error')?.text() ?? '').split('\n', 1)[0]?.slice(0, 200) ?? '';
}

/** A run that was cut off has no verdict. */
function readVerdicts(run: SourceNode, head: AgentDojoCase): Scores {
  const utility = run.get('utility')?.flag();
  if (utility === undefined) return {};
  const task = toGivenScore(utility, {
    code: 'task_not_done',
    text: 'AgentDojo says that what the user wanted was not done',
  });
  const isObeyed = run.get('security')?.flag();
  if (head.attack === null || isObeyed === undefined) return { 'task.success': task };
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
    handled: planted > 0 ? toHandled(run.get('security')?.flag()) : null,
  }));
}

function toHandled(isObeyed: boolean | undefined): boolean | null {
  return isObeyed === undefined ? null : !isObeyed;
}
