import type { Loss, Score, Scores } from '../../core/score/score.ts';
import { findUngrounded } from '../reason/find-ungrounded.ts';
import { toSaid } from '../reason/find-repeats.ts';
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
 * - `correct`: calls made for an expectation whose arguments are those expected, also where they did not run; one that
 *   was cut counts where it ran all the same, or where the expectation asks for no more than an attempt.
 * - `ungrounded`: id-like values that had not appeared before: not from the user, in a result or in the prompt.
 */
export function scoreArguments({ trial, matching }: Judging): Scores {
  const calls = trial.calls.filter((call) => !call.injected && !isCut(call));
  const unread = calls.filter((call) => !isRead(call));
  const known = calls.filter((call) => call.tool !== null);
  const wishes = toWishes(known);
  return {
    'arguments.parsed': toShare(
      calls.length - unread.length,
      calls.length,
      unread.flatMap(toParseLosses),
    ),
    'arguments.valid_first': scoreValid(wishes.map((wish) => wish.first)),
    'arguments.valid_final': scoreValid(wishes.map((wish) => wish.last)),
    'arguments.correct': scoreCorrect(
      matching === null ? [] : [...matching.matched, ...matching.unmet],
    ),
    'arguments.ungrounded': scoreUngrounded(trial, calls),
  };
}

function isCut(call: CallView): boolean {
  return call.truncated;
}

function isRead(call: CallView): boolean {
  return call.reading === 'parsed' || call.reading === 'normalised';
}

/** Fits the schema as it was sent. Policy, permission and business checks are other questions. */
function isValid(call: CallView): boolean {
  return isRead(call) && !call.findings.some((finding) => finding.stage === 'validation');
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

/**
 * One intended call. A valid call that only repeats an earlier one is not a new intention, so that a loop does not
 * raise a share.
 */
interface Wish {
  readonly first: CallView;
  last: CallView;
  /** Turn of the last attempt that was not valid. */
  failedTurn: number;
}

function toWishes(calls: readonly CallView[]): readonly Wish[] {
  const wishes: Wish[] = [];
  const open = new Map<string, Wish[]>();
  const seen = new Set<string>();
  for (const call of calls) {
    const waiting = open.get(call.name) ?? [];
    const at = waiting.findIndex((wish) => wish.failedTurn < call.turn);
    const earlier = waiting[at];
    if (earlier !== undefined) earlier.last = call;
    const said = toSaid(call);
    if (isValid(call) && seen.has(said)) continue;
    if (isValid(call)) seen.add(said);
    if (earlier !== undefined) {
      if (isValid(call)) waiting.splice(at, 1);
      else earlier.failedTurn = call.turn;
      continue;
    }
    const wish = { first: call, last: call, failedTurn: call.turn };
    wishes.push(wish);
    if (!isValid(call)) open.set(call.name, [...waiting, wish]);
  }
  return wishes;
}

function scoreValid(calls: readonly CallView[]): Score {
  const bad = calls.filter((call) => !isValid(call));
  return toShare(calls.length - bad.length, calls.length, bad.flatMap(toValidityLosses));
}

function toValidityLosses(call: CallView): readonly Loss[] {
  if (!isRead(call)) return toParseLosses(call);
  return call.findings
    .filter((finding) => finding.stage === 'validation')
    .map(({ code, text }) => ({ code, event: call.judgedEvent, text: `"${call.name}": ${text}` }));
}

function scoreCorrect(matched: readonly MatchedCall[]): Score {
  const judged = matched.filter(
    ({ expected, call }) =>
      expected.arguments !== null &&
      !(isCut(call) && call.deliveries === 0 && expected.outcome !== 'attempted'),
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
