import {
  createToolBoundary,
  type TrialToolBoundary,
} from '../boundary/tool/create-tool-boundary.ts';
import type { Tool } from '../core/suite/tool.ts';
import { runReferenceLoop } from '../loop/run-reference-loop.ts';
import { type LoopTrial, type LoopTrialSetup, runLoopTrial } from './loop-trial.ts';

const by = { agent: runReferenceLoop, createTools: createToolBoundary };

/** A trial of the reference loop, behind the tool boundary that is shipped. */
export function run(setup: LoopTrialSetup): Promise<LoopTrial<TrialToolBoundary>> {
  return runLoopTrial(by, setup);
}

/** A tool with fields of text, all of them needed. */
export function tool(name: string, required: readonly string[], more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: name,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(required.map((field) => [field, { type: 'string' }])),
      required,
    },
    effect: 'read',
    handler: () => ({ from: name }),
    ...more,
  };
}

/** Why calls were refused, in order. */
export function kindsOf(trial: LoopTrial<TrialToolBoundary>): readonly string[] {
  return trial.sink.of('refused').map((event) => event.error.kind);
}

/** An argument that the schema makes text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
