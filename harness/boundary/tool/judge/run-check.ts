import type { JsonObject } from '../../../json/json.ts';
import { RigError } from '../../../core/rig-error.ts';
import type { ToolCheck, WorldState } from '../../../core/suite/tool.ts';
import type { ToolError } from '../../../core/trial/tool-error.ts';
import { readHandlerOutcome } from '../deliver/read-handler-outcome.ts';
import { copyJson } from '../deliver/copy-json.ts';
import { toolText } from '../deliver/tool-text.ts';

/** Runs a suite's check on arguments. A check that throws refuses the call; one that returns "success" or "empty" accepts it. */
export function runCheck(
  check: ToolCheck,
  call: { readonly tool: string; readonly args: JsonObject },
  context: { readonly world: WorldState; readonly session: JsonObject; readonly nowMs: number },
): ToolError | null {
  try {
    const { world, session, nowMs } = context;
    const said = check(copyJson(call.args), { world, session, nowMs });
    if (said === null) return null;
    const outcome = readHandlerOutcome(said);
    if (outcome !== null) return 'error' in outcome ? outcome.error : null;
    // Not an outcome made by a handler, so the thrown value is the error.
    return said as ToolError;
  } catch (error) {
    if (error instanceof RigError) throw error;
    const outcome = readHandlerOutcome(error);
    return outcome !== null && 'error' in outcome ? outcome.error : toolText.brokenCheck(call.tool);
  }
}
