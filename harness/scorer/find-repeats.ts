import { toCanonicalJson } from '../core/canonical-json.ts';
import type { Loss } from '../core/score.ts';
import type { CallView, TrialView } from './trial-view.ts';

/** A call with the sign by which it and its result are told from others. */
export interface Step {
  readonly call: CallView;
  /** Equal for equal calls with equal results. */
  readonly sign: string;
}

/** All calls in order, without those of polling tools. Unreadable and unknown calls count by their text. */
export function toSteps(trial: TrialView): readonly Step[] {
  return trial.calls
    .filter((call) => call.tool?.polling !== true)
    .map((call) => ({ call, sign: toSign(call) }));
}

/** Steps that repeat an earlier call and came to the same. */
export function findRepeats(steps: readonly Step[]): readonly Loss[] {
  const seen = new Set<string>();
  return steps.flatMap(({ call, sign }) => {
    if (!seen.has(sign)) {
      seen.add(sign);
      return [];
    }
    const text = `"${call.name}" was called again with the same arguments and came to the same`;
    return [{ code: 'repeated_call', event: call.judgedEvent, text }];
  });
}

/** A preview and its confirmed call intend the same and are not the same. */
function toSign(call: CallView): string {
  const said = call.key ?? `${call.name}:${call.argumentsText ?? ''}`;
  const run = call.runs.at(-1);
  const came =
    run === undefined
      ? [call.refused?.kind ?? null]
      : [run.status, run.value, run.error?.kind ?? null];
  return `${said}\n${call.confirm === 'preview' ? 'preview' : ''}\n${toCanonicalJson(came)}`;
}
