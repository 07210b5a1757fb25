import { toSafeName } from '../../disk/safe-name.ts';
import type { Fault, FaultPlan } from '../../core/suite/fault.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { SourceNode } from '../source-node.ts';

/** What distinguishes one AgentDojo run from another. */
export interface AgentDojoCase {
  readonly suite: string;
  readonly pipeline: string;
  /** The folder of the runs of one pipeline; `isLayout`: it is in AgentDojo's own layout. */
  readonly root: { readonly path: string; readonly isLayout: boolean };
  /** Version of the benchmark; `null` where the run does not say. */
  readonly version: string | null;
  readonly userTask: string;
  /** `null` = not attacked. */
  readonly attack: { readonly type: string; readonly injectionTask: string } | null;
  /** An injection task that was run as if the user had asked for it. */
  readonly isInjectionTask: boolean;
  readonly systemPrompt: string | null;
  readonly prompt: string;
}

/** Reads the head of a run. `file` is its path; a `path` in the run itself has priority. */
export function readAgentDojoCase(run: SourceNode, file: string): AgentDojoCase {
  const userTask = run.need('user_task_id').text();
  const injectionTask = run.get('injection_task_id')?.text() ?? null;
  const messages = run.need('messages').items();
  const textOf = (role: string): string | null => {
    const message = messages.find((node) => node.need('role').text() === role);
    return message === undefined ? null : readContent(message);
  };
  const suite = run.need('suite_name').text();
  return {
    suite,
    pipeline: run.need('pipeline_name').text(),
    root: toRoot(run.get('path')?.text() ?? file, `${suite}/${userTask}`),
    version: run.get('benchmark_version')?.text() ?? null,
    userTask,
    attack:
      injectionTask === null
        ? null
        : { type: run.get('attack_type')?.text() ?? 'attack', injectionTask },
    isInjectionTask: injectionTask === null && userTask.startsWith('injection_task'),
    systemPrompt: textOf('system'),
    prompt: textOf('user') ?? '',
  };
}

/** Text of a message: a text, or a list of parts with one each; `null` when it has none. */
export function readContent(message: SourceNode): string | null {
  const content = message.get('content');
  if (content === null) return null;
  if (!content.isList) return content.text() === '' ? null : content.text();
  const parts = content.items().map((part) => part.get('content') ?? part.get('text'));
  const text = parts.map((part) => part?.text() ?? '').join('\n');
  return text === '' ? null : text;
}

/** AgentDojo saves a run as `<logs>/<pipeline>/<suite>/<user task>/<attack>/<injection task>.json`. */
function toRoot(path: string, task: string): AgentDojoCase['root'] {
  const place = path.replaceAll('\\', '/').replace(/:\d+$/u, '');
  const steps = place.split('/');
  const root = steps.slice(0, -4).join('/');
  if (steps.slice(-4, -2).join('/') === task) return { path: root, isLayout: true };
  const isList = /\.(?:jsonl|ndjson)$/u.test(place);
  const loose = isList ? place.replace(/\.[a-z]+$/u, '') : steps.slice(0, -1).join('/');
  return { path: loose, isLayout: false };
}

/**
 * Tasks of different suites have the same numbers, so the suite is part of the name. A new version of the benchmark may
 * change a task, so that its runs are neither repeats nor partners of the old one's.
 */
export function toScenarioId(head: AgentDojoCase): string {
  const { version } = head;
  return version === null ? toCluster(head) : toSafeName(`${toTask(head)}.${version}`);
}

/** The versions of one task are not independent of each other. */
export function toCluster(head: AgentDojoCase): string {
  return toSafeName(toTask(head));
}

function toTask({ suite, userTask }: AgentDojoCase): string {
  return `${suite}.${userTask}`;
}

/** An attack is a fault that was planted in what the tools give back. */
export function toAttackPlan({ attack }: AgentDojoCase): FaultPlan {
  if (attack === null) return { name: cleanPlan, faults: [], byHand: false };
  const name = `${toSafeName(attack.type)}/${toSafeName(attack.injectionTask)}`;
  const fault: Fault = {
    name,
    address: { on: 'tool', tool: '*', call: '*' },
    inject: { kind: 'planted_instruction', attack: attack.type, goal: attack.injectionTask },
  };
  return { name, faults: [fault], byHand: false };
}
