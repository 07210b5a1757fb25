import type { Loss, Score, Scores } from '../../core/score/score.ts';
import type { ExpectedCall } from '../../core/suite/suite.ts';
import { notJudged, toShare } from '../reason/to-score.ts';
import type { TrialView } from '../view/trial-view.ts';

/** Scores what was offered to the model: whether the needed tools were there, and whether it kept to what was. */
export function scoreOffer(trial: TrialView): Scores {
  return {
    'selection.offered': scoreOffered(trial),
    'selection.unoffered': scoreUnoffered(trial),
  };
}

/** A call that is to be denied needs no offer. Of calls that exclude each other, one tool that was offered is enough. */
function scoreOffered({ input, offered }: TrialView): Score {
  if (offered.size === 0) return notJudged;
  const wanted = new Map<string, ExpectedCall[]>();
  for (const call of input.expected.calls ?? []) {
    if (call.outcome === 'denied') continue;
    const slot = call.group ?? `call ${call.id}`;
    wanted.set(slot, [...(wanted.get(slot) ?? []), call]);
  }
  const losses = [...wanted.values()].flatMap((slot): readonly Loss[] => {
    if (slot.some(({ tool }) => offered.has(tool))) return [];
    const names = slot.map(({ tool }) => `"${tool}"`).join(' or ');
    return [
      { code: 'needed_not_offered', event: null, text: `${names} was needed and never offered` },
    ];
  });
  return toShare(wanted.size - losses.length, wanted.size, losses);
}

function scoreUnoffered({ calls, tools, offered }: TrialView): Score {
  const own = calls.filter((call) => !call.injected && call.tool !== null);
  const losses = own.flatMap((call): readonly Loss[] => {
    if (!call.findings.some(({ code }) => code === 'not_offered')) return [];
    const text = `"${call.name}" was called and was not offered`;
    return [{ code: 'unoffered_call', event: call.judgedEvent, text }];
  });
  const isLimited = offered.size > 0 && [...tools.keys()].some((name) => !offered.has(name));
  return isLimited || losses.length > 0 ? toShare(losses.length, own.length, losses) : notJudged;
}
