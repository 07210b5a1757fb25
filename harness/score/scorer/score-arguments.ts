import type { Loss, Score, Scores } from '../../core/score/score.ts';
import { findUngrounded } from '../reason/find-ungrounded.ts';
import {
  findOwnWishes,
  isAnsweredWrong,
  listCorrections,
  listOwnCalls,
} from '../match/find-corrections.ts';
import type { Wish } from '../match/find-wishes.ts';
import { findWorse } from '../reason/judge-correction.ts';
import { isReadCall, isValidCall, listDefects } from '../reason/list-defects.ts';
import type { MatchedCall } from '../match/match-calls.ts';
import { notJudged, toShare } from '../reason/to-score.ts';
import type { Judging } from '../view/trial-scorer.ts';
import type { CallView } from '../view/trial-view.ts';

/**
 * Scores arguments; calls that a fault planted and calls of a reply cut at the token limit do not count.
 *
 * - `parsed`: calls whose text could be read as it was sent; a repair counts against it.
 * - `valid_first`: wishes whose first attempt fits the schema. `valid_final`: wishes whose last attempt does.
 *   A call to the same tool in a later turn is a new attempt when the one before was invalid.
 * - `mended`: of the wishes whose first attempt does not fit and was answered, those whose next attempt fits. `worse`:
 *   corrections that moved away: a bound missed by more than before, a field wrong that was right.
 * - `correct`: calls made for an expectation whose arguments are those expected, also where they did not run; one that
 *   was cut counts where it ran all the same, or where the expectation asks for no more than an attempt.
 * - `ungrounded`: id-like values that had not appeared before: not from the user, in a result or in the prompt.
 */
export function scoreArguments({ trial, matching }: Judging): Scores {
  const calls = listOwnCalls(trial);
  const unread = calls.filter((call) => !isReadCall(call));
  const wishes = findOwnWishes(trial);
  return {
    'arguments.parsed': toShare(
      calls.length - unread.length,
      calls.length,
      unread.flatMap(toParseLosses),
    ),
    'arguments.valid_first': scoreValid(wishes.map(({ attempts }) => attempts[0])),
    'arguments.valid_final': scoreValid(wishes.map(({ last }) => last)),
    'arguments.mended': scoreMended(wishes),
    'arguments.worse': scoreWorse(wishes),
    'arguments.correct': scoreCorrect(
      matching === null ? [] : [...matching.matched, ...matching.unmet],
    ),
    'arguments.ungrounded': scoreUngrounded(trial, calls),
  };
}

function toParseLosses(call: CallView): readonly Loss[] {
  const event = call.judgedEvent;
  if (call.reading === 'repaired') {
    return [
      { code: 'repaired', event, text: `The arguments of "${call.name}" had to be repaired` },
    ];
  }
  const found = call.findings.filter((finding) => finding.stage === 'parse');
  if (found.length === 0) {
    return [
      { code: 'invalid_json', event, text: `The arguments of "${call.name}" cannot be read` },
    ];
  }
  return found.map(({ code, text }) => ({ code, event, text: `"${call.name}": ${text}` }));
}

function scoreValid(calls: readonly CallView[]): Score {
  const bad = calls.filter((call) => !isValidCall(call));
  return toShare(calls.length - bad.length, calls.length, bad.flatMap(toValidityLosses));
}

function toValidityLosses(call: CallView): readonly Loss[] {
  if (!isReadCall(call)) return toParseLosses(call);
  return call.findings
    .filter((finding) => finding.stage === 'validation')
    .map(({ code, text }) => ({ code, event: call.judgedEvent, text: `"${call.name}": ${text}` }));
}

function scoreMended(wishes: readonly Wish[]): Score {
  const wrong = wishes.filter(isAnsweredWrong);
  const left = wrong.filter(({ attempts: [, next] }) => next === undefined || !isValidCall(next));
  return toShare(wrong.length - left.length, wrong.length, left.flatMap(toUnmendedLosses));
}

function toUnmendedLosses({ attempts: [first, next] }: Wish): readonly Loss[] {
  const call = next ?? first;
  const then = next === undefined ? 'it was not tried again' : 'so in the next attempt';
  return listDefects(call).map(({ text }) => toDefectLoss('not_mended', call, `${text}; ${then}`));
}

function toDefectLoss(code: string, call: CallView, text: string): Loss {
  return { code, event: call.judgedEvent, text: `"${call.name}": ${text}` };
}

function scoreWorse(wishes: readonly Wish[]): Score {
  const corrections = wishes.flatMap(listCorrections);
  const losses = corrections.map(({ before, after }) =>
    findWorse(before, after).map(({ text }) => toDefectLoss('worse_argument', after, text)),
  );
  const worse = losses.filter((found) => found.length > 0);
  return toShare(worse.length, corrections.length, worse.flat());
}

function scoreCorrect(matched: readonly MatchedCall[]): Score {
  const judged = matched.filter(
    ({ expected, call }) =>
      expected.arguments !== null &&
      !(call.truncated && call.deliveries === 0 && expected.outcome !== 'attempted'),
  );
  const wrong = judged.filter((match) => match.faults.length > 0);
  return toShare(judged.length - wrong.length, judged.length, wrong.flatMap(toArgumentLosses));
}

/** Why a matched call's arguments are not those expected, as losses. */
export function toArgumentLosses(match: MatchedCall): readonly Loss[] {
  return match.faults.map(({ code, text }) => ({ code, event: match.call.judgedEvent, text }));
}

/** A number that was rounded is kept as its digits, and is shown as the number it was. */
function showSaid(call: CallView, field: string, value: string | number): string {
  return typeof call.arguments?.[field] === 'number' ? String(value) : JSON.stringify(value);
}

/** Calls without a conversation do not show what was known. */
function scoreUngrounded(trial: Judging['trial'], calls: readonly CallView[]): Score {
  if (trial.users.length === 0 && trial.input.knownText === '') return notJudged;
  const found = findUngrounded(trial, calls);
  const losses = found.ungrounded.map(({ call, field, value }) => ({
    code: 'ungrounded_value',
    event: call.judgedEvent,
    text: `"${call.name}" was called with "${field}" ${showSaid(call, field, value)}, which had not been said before`,
  }));
  return toShare(losses.length, found.judged, losses);
}
