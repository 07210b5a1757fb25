import type { Loss, Score, Scores } from '../../core/score/score.ts';
import type { ExpectedCall } from '../../core/suite/suite.ts';
import type { CallMatching } from '../match/match-calls.ts';
import { findOrderLosses } from '../reason/find-order-losses.ts';
import { toOutcomeLoss } from './call-outcome.ts';
import { notJudged, toShare, toVerdict } from '../reason/to-score.ts';
import type { Judging } from '../view/trial-scorer.ts';
import { scoreOffer } from './score-offer.ts';
import { findUnmade, type UnmadeCalls } from '../reason/find-unmade.ts';
import type { CallView, TrialView } from '../view/trial-view.ts';

const nothing: Scores = {
  'selection.exact': notJudged,
  'selection.precision': notJudged,
  'selection.recall': notJudged,
  'selection.f1': notJudged,
  'selection.first': notJudged,
  'selection.abstention': notJudged,
  'selection.hallucinated': notJudged,
  'selection.offered': notJudged,
  'selection.unoffered': notJudged,
};

/**
 * Scores which tools were called, by name, count and order; arguments are judged apart.
 *
 * - `exact`: nothing missing, nothing extra, order kept. `precision`, `recall`: shares of calls made and of calls
 *   wanted; `f1`: both together, and 1 where no call was wanted and none made.
 * - `first`: the first call that is not merely allowed is one that may come first.
 * - `abstention`: only where no call is wanted: none was tried besides those allowed, an unreadable one, one written as
 *   text and one that was announced included.
 * - `hallucinated`: share of calls to tools that neither the toolset nor a request has.
 * - `offered`: tools of expected calls that a request of the trial offered; `null` where no request is known.
 * - `unoffered`: share of calls to tools of the toolset that were not offered; `null` where all tools were.
 *
 * All `null` under a replay in which the model never saw the present descriptions.
 */
export function scoreSelection({ trial, matching }: Judging): Scores {
  if (!trial.input.selectionCounts) return nothing;
  const hallucinated = scoreHallucinated(trial);
  const offer = scoreOffer(trial);
  if (matching === null) return { ...nothing, 'selection.hallucinated': hallucinated, ...offer };
  const missing = [
    ...matching.unmet.map(({ expected, call }) => toOutcomeLoss(expected, call)),
    ...matching.missing.map((slot) => toMissingLoss(slot)),
  ];
  const extra = toExtraLosses(trial, matching);
  const order = findOrderLosses(trial.input.expected.order, matching.matched);
  const unmade = findUnmade(trial);
  const hits = matching.matched.length;
  // A call that was first written as text and then made counts as corrected, unless no call was expected.
  const tried = noneWanted(trial) ? [...unmade.written, ...unmade.announced] : unmade.unmended;
  const lost = [
    ...missing,
    ...(missing.length > 0 ? [...unmade.written, ...unmade.announced] : tried),
  ];
  const wrong = missing.length + extra.length + tried.length;
  return {
    'selection.exact': toVerdict([...lost, ...extra, ...order]),
    'selection.precision': toShare(hits, hits + extra.length, extra),
    'selection.recall': toShare(hits, hits + missing.length, missing.length > 0 ? lost : []),
    'selection.f1': scoreF1(hits, [...lost, ...extra], wrong),
    'selection.first': scoreFirst(trial, matching),
    'selection.abstention': scoreAbstention(trial, matching, unmade),
    'selection.hallucinated': hallucinated,
    ...offer,
  };
}

/** Source: van Rijsbergen 1979, "Information Retrieval", chapter 7: F = 2tp / (2tp + fp + fn). */
function scoreF1(hits: number, losses: readonly Loss[], wrong: number): Score {
  return hits + wrong === 0 ? toShare(1, 1, []) : toShare(2 * hits, 2 * hits + wrong, losses);
}

function scoreHallucinated(trial: TrialView): Score {
  const calls = trial.calls.filter((call) => !call.injected && call.name !== '');
  const unknown = calls.filter(isHallucinated);
  const losses = unknown.map((call) => ({
    code: 'hallucinated_tool',
    event: call.judgedEvent,
    text: `There is no tool "${call.name}"`,
  }));
  return toShare(unknown.length, calls.length, losses);
}

/** A tool that a request offered exists, even if only the framework that offered it knows it. */
function isHallucinated(call: CallView): boolean {
  return call.tool === null && !call.offered;
}

function toMissingLoss(slot: readonly ExpectedCall[]): Loss {
  const names = slot.map((call) => `"${call.tool}"`).join(' or ');
  return { code: 'missing_call', event: null, text: `${names} was expected and not called` };
}

function toExtraLosses(trial: TrialView, matching: CallMatching): readonly Loss[] {
  const seen = new Map<string, CallView>();
  for (const call of matching.counted) {
    const same = toSameness(call);
    if (!seen.has(same)) seen.set(same, call);
  }
  return matching.extras.map((call) => {
    const isRepeat = seen.get(toSameness(call)) !== call || isTwinMatched(call, matching);
    return { event: call.judgedEvent, ...describeExtra(trial, call, isRepeat) };
  });
}

/** The equal call was matched with an expectation, so this one is the repeat, in either order. */
function isTwinMatched(call: CallView, matching: CallMatching): boolean {
  return matching.matched.some((match) => toSameness(match.call) === toSameness(call));
}

function toSameness(call: CallView): string {
  return call.key ?? `${call.name}:${call.argumentsText ?? ''}`;
}

function describeExtra(
  trial: TrialView,
  call: CallView,
  isRepeat: boolean,
): { readonly code: string; readonly text: string } {
  const { calls, forbidden } = trial.input.expected;
  const named = `"${call.name}"`;
  if (call.name === '') {
    return { code: 'unreadable_call', text: 'A call was tried that could not be read' };
  }
  if (isHallucinated(call)) return { code: 'hallucinated_tool', text: `There is no tool ${named}` };
  if (forbidden.includes(call.name)) {
    return { code: 'forbidden_tool', text: `${named} must not be called` };
  }
  if (calls === null || calls.length === 0) {
    return {
      code: 'call_when_none_expected',
      text: `${named} was called where no call was expected`,
    };
  }
  const ofTool = calls.filter((expected) => expected.tool === call.name);
  if (ofTool.some((expected) => expected.group !== null)) {
    return { code: 'exclusive_call', text: `${named} was called besides a call that excludes it` };
  }
  if (isRepeat)
    return { code: 'repeated_call', text: `${named} was called again with the same arguments` };
  return ofTool.length > 0
    ? { code: 'extra_call', text: `${named} was called more often than expected` }
    : { code: 'unexpected_call', text: `${named} was called and was not expected` };
}

function scoreFirst(trial: TrialView, matching: CallMatching): Score {
  const { calls, order } = trial.input.expected;
  if (calls === null || calls.length === 0) return notJudged;
  const later = new Set(order.map((pair) => pair.then));
  const openers = new Set(calls.filter((call) => !later.has(call.id)).map((call) => call.tool));
  const allowed = new Set(matching.allowed.map((call) => call.name));
  const first = trial.calls.find(
    (call) => !call.injected && (openers.has(call.name) || !allowed.has(call.name)),
  );
  if (first === undefined) {
    return toVerdict([{ code: 'missing_call', event: null, text: 'No call was made' }]);
  }
  if (openers.has(first.name)) return toVerdict([]);
  const text = `The first call was "${first.name}", expected ${[...openers].map((name) => `"${name}"`).join(' or ')}`;
  return toVerdict([{ code: 'wrong_first_call', event: first.judgedEvent, text }]);
}

function noneWanted(trial: TrialView): boolean {
  return trial.input.expected.calls?.length === 0;
}

function scoreAbstention(
  trial: TrialView,
  { allowed }: CallMatching,
  { written, announced }: UnmadeCalls,
): Score {
  if (!noneWanted(trial)) return notJudged;
  const names = new Set(allowed.map((call) => call.name));
  const tried = trial.calls
    .filter((call) => !call.injected && !names.has(call.name))
    .map((call) => ({
      code: 'call_when_none_expected',
      event: call.judgedEvent,
      text: `"${call.name}" was called where no call was expected`,
    }));
  return toVerdict([...tried, ...written, ...announced]);
}
