import type { Loss } from '../../core/score/score.ts';
import type { CallView, TrialView } from '../view/trial-view.ts';

/**
 * What a replay under drift can still say of the calls: that they fit the present tools. The model never saw these, so
 * which tool it would choose now is not judged.
 *
 * A call that the loop refused counts only where the recording does not hold the same refusal: then the present
 * schema is what it breaks.
 *
 * @returns `null` where the model did see the present tools. Where no call breaks, also `null` unless calls are expected
 *   and at least one was held against the present tools: that none was made is a choice of tools, which is not judged.
 *   Drift that the user accepted may leave that open.
 */
export function judgeDrift(trial: TrialView): readonly Loss[] | null {
  if (trial.input.selectionCounts) return null;
  const compared = trial.calls.filter((call) => !call.injected && !call.truncated);
  const losses = compared
    .filter((call) => isBroken(call) && !wasRefusedBefore(call, trial))
    .map(toLoss);
  const wanted = trial.input.expected.calls;
  const isClaimed = isAccepted(trial)
    ? wanted !== null
    : compared.length > 0 && (wanted ?? []).length > 0;
  return losses.length === 0 && !isClaimed ? null : losses;
}

/** Drift that the user declared or waived, and no more: what it leaves unjudged was accepted with it. */
function isAccepted({ input }: TrialView): boolean {
  const tiers = input.events.flatMap((event) => (event.type === 'reply' ? (event.tier ?? []) : []));
  return tiers.includes('allowed') && tiers.every((tier) => tier === 'allowed' || tier === 'exact');
}

function isBroken(call: CallView): boolean {
  return call.tool === null || call.findings.some(({ stage }) => stage === 'validation');
}

/** The next request held the refusal, and the recording answered it word for word. */
function wasRefusedBefore(call: CallView, trial: TrialView): boolean {
  if (call.refused === null) return false;
  const next = trial.replies.find((reply) => reply.turn > call.turn);
  return next?.tier === 'exact' || next?.tier === 'allowed';
}

function toLoss(call: CallView): Loss {
  const event = call.judgedEvent;
  if (call.tool === null) {
    const text = `The recorded call of "${call.name}" is to a tool that does not exist any more`;
    return { code: 'drift_breaks_call', event, text };
  }
  const findings = call.findings.filter(({ stage }) => stage === 'validation');
  const text = `The recorded call of "${call.name}" breaks the present schema: ${findings.map((finding) => finding.text).join('; ')}`;
  return { code: 'drift_breaks_call', event, text };
}
