import {
  createToolBoundary,
  type TrialToolBoundary,
} from '../boundary/tool/create-tool-boundary.ts';
import type { Tool, ToolHandler } from '../core/suite/tool.ts';
import { type BoundaryParts, type LoopTrialSetup, toParts } from './loop-trial.ts';

/** What every strike of these tests has. */
export const base = { fault: 'f', kind: 'k' } as const;

/** A tool called `do`. */
export function tool(handler: ToolHandler, more: Partial<Tool> = {}): Tool {
  return {
    name: 'do',
    description: 'Does',
    parameters: { type: 'object' },
    effect: 'irreversible',
    handler,
    ...more,
  };
}

/** A tool boundary with its fakes. */
interface DeliveryBench {
  readonly parts: BoundaryParts;
  readonly tools: TrialToolBoundary;
  /** Says and delivers one call in a turn of its own, then drains the clock. */
  deliver(
    args?: string,
    more?: { readonly key?: string; readonly signal?: AbortSignal },
  ): Promise<string>;
}

/** The tool boundary that is shipped, for one call a turn. */
export function bench(setup: Omit<LoopTrialSetup, 'script'>): DeliveryBench {
  const parts = toParts(setup);
  const tools = createToolBoundary(parts);
  let turn = 0;
  return {
    parts,
    tools,
    deliver: async (args = '{"a":1}', more = {}) => {
      turn += 1;
      const [call] = tools.judge(turn, [{ id: 'x', name: 'do', argumentsText: args }]);
      if (call === undefined) throw new Error('One call gives one judgement');
      const { outcome } = await tools.deliver(call, {
        idempotencyKey: more.key ?? null,
        timeoutMs: 1_000,
        signal: more.signal ?? new AbortController().signal,
      });
      await parts.clock.drain();
      return 'error' in outcome ? outcome.error.kind : outcome.status;
    },
  };
}

/** Works for 10 ms. */
export const works: ToolHandler = async (_, { sleep, effect }) => {
  await sleep(10);
  effect('it');
  return 'done';
};
