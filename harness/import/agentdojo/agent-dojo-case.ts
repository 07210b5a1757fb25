import { toSafeName } from '../../disk/safe-name.ts';
import type { Fault, FaultPlan } from '../../core/suite/fault.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { SourceNode } from '../source-node.ts';

/** What tells one AgentDojo run from another. */
export interface AgentDojoCase {
  readonly suite: string;
  readonly pipeline: string;
  readonly userTask: string;
  /** `null` = not attacked. */
  readonly attack: { readonly type: string; readonly injectionTask: string } | null;
  /** An injection task that was run as if the user had asked for it. */
  readonly isInjectionTask: boolean;
  readonly systemPrompt: string | null;
  readonly prompt: string;
}

/** Reads the head of a run. */
export function readAgentDojoCase(run: SourceNode): AgentDojoCase {
  const userTask = run.need('user_task_id').text();
  const injectionTask = run.get('injection_task_id')?.text() ?? null;
  const messages = run.need('messages').items();
  const textOf = (role: string): string | null => {
    const message = messages.find((node) => node.need('role').text() === role);
    return message === undefined ? null : readContent(message);
  };
  return {
    suite: run.need('suite_name').text(),
    pipeline: run.need('pipeline_name').text(),
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

/** Tasks of different suites have the same numbers, so the suite is part of the name. */
export function toScenarioId({ suite, userTask }: AgentDojoCase): string {
  return toSafeName(`${suite}.${userTask}`);
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
