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
  const calls = trial.calls
    .filter((call) => call.tool?.polling !== true)
    .map((call) => ({ call, said: toSaid(call) }));
  const counts = new Map<string, number>();
  for (const { said } of calls) counts.set(said, (counts.get(said) ?? 0) + 1);
  // Results are long and are compared only where the same was asked twice.
  return calls.map(({ call, said }) => ({
    call,
    sign: counts.get(said) === 1 ? said : `${said}\n${toCame(call)}`,
  }));
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
function toSaid(call: CallView): string {
  const said = call.key ?? `${call.name}:${call.argumentsText ?? ''}`;
  return call.confirm === 'preview' ? `${said} (preview)` : said;
}

function toCame(call: CallView): string {
  const run = call.runs.at(-1);
  return toCanonicalJson(
    run === undefined
      ? [call.refused?.kind ?? null]
      : [run.status, run.value, run.error?.kind ?? null],
  );
}
