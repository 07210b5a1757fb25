import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { Loss } from '../../core/score/score.ts';
import { hasRun } from './find-fate.ts';
import type { CallView, TrialView } from '../view/trial-view.ts';

/** A call with the keys that distinguish it from others. */
export interface Step {
  readonly call: CallView;
  /** Equal for equal calls with equal results; of writes that ran, for equal calls whatever their results say. */
  readonly sign: string;
  /**
   * The same, for the search for cycles: there a tool of unknown grade counts as a write, and a write that the user
   * requests again is a different call.
   */
  readonly round: string;
  /** It may have changed something: a write, or a call of unknown grade, that ran. */
  readonly isWrite: boolean;
}

/** Lists all calls in order, without those of polling tools. Unreadable and unknown calls count by their text. */
export function toSteps(trial: TrialView): readonly Step[] {
  const calls = trial.calls
    .filter((call) => call.tool?.polling !== true)
    .map((call) => ({ call, said: toSaid(call) }));
  const counts = new Map<string, number>();
  for (const { said } of calls) counts.set(said, (counts.get(said) ?? 0) + 1);
  return calls.map(({ call, said }) => {
    const isWrite = isDoneWrite(call);
    // Results are long and are compared only where the same was asked twice.
    if (counts.get(said) === 1) return { call, sign: said, round: said, isWrite };
    const came = isWrite && call.tool?.graded !== false ? 'ran' : toCame(call);
    const asked = trial.users.filter((user) => user.seq < call.event).length;
    const round = isWrite ? `${said}\nran after ${asked}` : `${said}\n${came}`;
    return { call, sign: `${said}\n${came}`, round, isWrite };
  });
}

/**
 * Steps that repeat an earlier call with the same result. A write that succeeds after it had failed is not a repeat.
 */
export function findRepeats(steps: readonly Step[]): readonly Loss[] {
  const worked = new Map<string, boolean>();
  return steps.flatMap(({ call, sign, isWrite }) => {
    const before = worked.get(sign);
    const works = !isWrite || call.fate !== 'failed';
    worked.set(sign, before === true || works);
    if (before === undefined || (isWrite && works && !before)) return [];
    const text =
      isWrite && call.tool?.graded !== false
        ? `"${call.name}" was called again with the same arguments`
        : `"${call.name}" was called again with the same arguments and had the same result`;
    return [{ code: 'repeated_call', event: call.judgedEvent, text }];
  });
}

/**
 * The content of a call, equal for equal calls. A preview and its confirmed call have the same intention, but are
 * different calls.
 */
export function toSaid(call: CallView): string {
  const said = call.key ?? `${call.name}:${call.argumentsText ?? ''}`;
  return call.confirm === 'preview' ? `${said} (preview)` : said;
}

/** Each run of a write may bring a new id: its result does not make it another call. */
function isDoneWrite(call: CallView): boolean {
  if (call.tool === null || call.tool.grade === 'read') return false;
  return hasRun(call) || call.fate === 'cached';
}

function toCame(call: CallView): string {
  const run = call.runs.at(-1);
  return toCanonicalJson(
    run === undefined
      ? [call.refused?.kind ?? null]
      : [run.status, run.value, run.error?.kind ?? null],
  );
}
