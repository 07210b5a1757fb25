import { toSafeName } from '../../disk/safe-name.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { MetricName } from '../../core/score/metric.ts';
import { guardTrial } from '../guard-trial.ts';
import { ImportError } from '../import-error.ts';
import type {
  ImportedRun,
  ImportedScenario,
  ImportedTrial,
  ImportedVariant,
  ImportOptions,
} from '../imported-run.ts';
import type { SourceNode } from '../source-node.ts';

/** One attempt at a numbered task. */
export interface TaskTrial {
  readonly node: SourceNode;
  readonly task: string;
  /** Counts from 1. */
  readonly repeat: number;
  readonly variant: ImportedVariant;
  readonly prompt: string;
  readonly systemPrompt: string;
}

/** What the formats with numbered tasks and attempts differ in. */
export interface TaskRunParts {
  readonly format: string;
  readonly suite: string;
  readonly options: ImportOptions;
  readonly unmeasured: ReadonlySet<MetricName>;
  /** What could not be read and was left out. */
  readonly unreadable: readonly string[];
  readonly toTrial: (trial: TaskTrial) => ImportedTrial;
}

/**
 * Lays out a run of numbered tasks and attempts: each task is a scenario, each attempt a repeat.
 *
 * @throws ImportError when an attempt is there twice.
 */
export function createTaskRun(trials: readonly TaskTrial[], parts: TaskRunParts): ImportedRun {
  const { format, suite, options, unmeasured, unreadable, toTrial } = parts;
  const kept = options.only === 'attacked' ? [] : trials;
  refuseDoubles(kept);
  return {
    format,
    suite,
    variants: toVariants(kept),
    toolset: options.tools?.toolset ?? null,
    scenarios: toScenarios(kept),
    plans: [],
    unmeasured,
    notes: [],
    unreadable,
    *trials() {
      for (const trial of kept) {
        const { task, variant, repeat } = trial;
        const scenario = toScenarioId(task);
        const lane = { suite, scenario, variant: variant.name, plan: cleanPlan, repeat };
        yield guardTrial({ lane, cluster: scenario }, () => toTrial(trial));
      }
    },
  };
}

function refuseDoubles(trials: readonly TaskTrial[]): void {
  const seen = new Map<string, TaskTrial>();
  for (const trial of trials) {
    const key = `${trial.variant.name}/${trial.task}/${trial.repeat}`;
    const other = seen.get(key);
    seen.set(key, trial);
    if (other === undefined) continue;
    throw new ImportError(
      trial.node.place,
      `attempt ${trial.repeat} of "${trial.variant.name}" at task "${trial.task}" is there twice: the other is ${other.node.place}. Import different runs apart`,
    );
  }
}

function toVariants(trials: readonly TaskTrial[]): readonly ImportedVariant[] {
  const variants = new Map<string, ImportedVariant>();
  for (const { variant, systemPrompt } of trials) {
    const known = variants.get(variant.name);
    const same = known === undefined || known.systemPrompt === systemPrompt;
    variants.set(variant.name, { ...variant, systemPrompt: same ? systemPrompt : null });
  }
  return [...variants.values()];
}

function toScenarios(trials: readonly TaskTrial[]): readonly ImportedScenario[] {
  const scenarios = new Map<string, ImportedScenario>();
  for (const { task, prompt } of trials) {
    const id = toScenarioId(task);
    if (!scenarios.has(id)) scenarios.set(id, { id, cluster: id, turns: [prompt] });
  }
  return [...scenarios.values()];
}

/** A task's name: its number in the source. */
export function toScenarioId(task: string): string {
  return toSafeName(`task-${task}`);
}
