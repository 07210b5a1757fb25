import type { Matcher } from '../../core/suite/matcher.ts';
import type { CallOutcome, ExpectedCall } from '../../core/suite/suite.ts';
import type { Loss } from '../../core/score/score.ts';
import { hasRun } from '../reason/find-fate.ts';
import type { CallView } from '../view/trial-view.ts';

/**
 * The outcome that an expectation requires of a call. An expectation whose arguments can only be those of a preview
 * (`dry_run` is true, or no `confirm_token`) requires a preview by default.
 */
export function outcomeOf(expected: ExpectedCall, call: CallView): CallOutcome {
  if (expected.outcome !== undefined) return expected.outcome;
  return call.tool?.confirm === 'token' && isPreview(expected.arguments ?? {})
    ? 'previewed'
    : 'ran';
}

function isPreview(wanted: Readonly<Record<string, Matcher>>): boolean {
  const { dry_run: dryRun, confirm_token: token } = wanted;
  return (dryRun?.match === 'equal' && dryRun.value === true) || token?.match === 'absent';
}

/** Whether a call has the outcome that is expected of it. */
export function hasOutcome(expected: ExpectedCall, call: CallView): boolean {
  const wanted = outcomeOf(expected, call);
  if (wanted === 'attempted') return true;
  return wanted === 'ran' ? hasRun(call) : call.fate === wanted;
}

/** Why a call that was made does not meet the most similar expectation. */
export function toOutcomeLoss(expected: ExpectedCall, call: CallView): Loss {
  const wanted = outcomeOf(expected, call);
  const event = call.judgedEvent;
  const needsRun = wanted === 'ran' || wanted === 'succeeded' || wanted === 'failed';
  if (needsRun && !hasRun(call)) {
    const text = `"${call.name}" was called and never ran: ${whyNotRun(call)}`;
    return { code: 'never_ran', event, text };
  }
  const text = `"${call.name}" ${whatCame(call)}, expected that it ${wants[wanted]}`;
  return { code: 'wrong_outcome', event, text };
}

const wants: Readonly<Record<CallOutcome, string>> = {
  ran: 'runs',
  succeeded: 'succeeds',
  failed: 'fails',
  denied: 'is denied',
  previewed: 'is only previewed',
  attempted: 'is made',
};

function whatCame(call: CallView): string {
  const error = call.runs.at(-1)?.error;
  switch (call.fate) {
    case 'succeeded':
      return 'succeeded';
    case 'failed':
      return error === undefined || error === null ? 'failed' : `failed (${error.kind})`;
    case 'ran':
      return 'ran, and nothing says what it came to';
    default:
      return `did not run (${whyNotRun(call)})`;
  }
}

function whyNotRun(call: CallView): string {
  if (call.fate === 'denied') return 'it was denied';
  if (call.fate === 'previewed') return 'it was only previewed';
  if (call.fate === 'cached') return 'it was answered from the journal';
  if (call.truncated) return 'its reply was cut off';
  if (call.reading === 'invalid') return 'its arguments cannot be read';
  const [finding] = call.findings;
  if (finding !== undefined) return `it was refused (${finding.code})`;
  if (call.confirm === 'preview') return 'it asks for a preview only';
  return call.refused === null
    ? 'it was not delivered to its tool'
    : `it was held back (${call.refused.kind})`;
}
