import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Loss } from '../../core/score/score.ts';
import { describeMatcher } from '../match/describe-matcher.ts';
import { matchValue } from '../../expectation/match-value.ts';
import type { TrialView } from '../view/trial-view.ts';

/** Whether the world ended as wanted, path by path; `null` when nothing is wanted of it or nothing was seen of it. */
export function judgeState(trial: TrialView): readonly Loss[] | null {
  const { state: wanted } = trial.input.expected;
  if (wanted === null || !trial.input.effectsCount) return null;
  const { state } = trial;
  if (state === null) {
    return [{ code: 'state_not_seen', event: null, text: 'The final state was not recorded' }];
  }
  return Object.entries(wanted).flatMap(([path, matcher]): readonly Loss[] => {
    const value = readPath(state.state, path);
    if (matchValue(matcher, value)) return [];
    const found = value === undefined ? 'nothing' : JSON.stringify(value);
    const text = `${path} is ${found}, expected ${describeMatcher(matcher)}`;
    return [{ code: 'wrong_state', event: state.seq, text }];
  });
}

/** A path is a key of its own, or dotted. */
function readPath(state: JsonObject, path: string): JsonValue | undefined {
  if (Object.hasOwn(state, path)) return state[path];
  let here: JsonValue | undefined = state;
  for (const step of path.split('.')) {
    if (Array.isArray(here)) here = (here as readonly JsonValue[])[Number(step)];
    else if (isJsonObject(here) && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return here;
}
