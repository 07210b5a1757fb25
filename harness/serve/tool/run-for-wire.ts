import type { AgentContext } from '../../core/suite/agent.ts';
import type { RunCallOptions } from '../../core/trial/tool-boundary.ts';
import type { ToolOutcome } from '../../core/trial/tool-outcome.ts';
import type { JsonValue } from '../../json/json.ts';

/** The outcome of a call, for an answer over HTTP. */
export interface WireResult {
  /** The value for the model. */
  readonly told: JsonValue;
  readonly outcome: ToolOutcome;
}

/**
 * Runs a call that came over a wire.
 *
 * @throws an error by which the connection is held and then dropped, where the tool did not answer in time: that is what a
 *   client of a real service sees.
 */
export async function runForWire(
  { tools }: Pick<AgentContext, 'tools'>,
  name: string,
  call: { readonly args: unknown; readonly options: RunCallOptions },
): Promise<WireResult> {
  const outcomes: ToolOutcome[] = [];
  const told = await tools.run(name, call.args, {
    ...call.options,
    onOutcome: (found) => {
      outcomes.push(found);
    },
  });
  const found = outcomes[0] ?? { status: 'success' as const, value: told };
  if (found.status !== 'timeout') return { told, outcome: found };
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('The tool did not answer'), { code: 'TOOL_TIMEOUT' }),
  });
}
