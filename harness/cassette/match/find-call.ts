import type { PartDifference } from '../../core/talk/cassette.ts';
import type { AskPosition } from '../../core/talk/model.ts';
import type { ReplayTier } from '../../core/trial/transcript.ts';
import { compareMessages } from './compare-messages.ts';
import { toDecision } from './message-text.ts';
import type { RecordedAttempt } from '../lane/parse-recording.ts';
import type { RecordingView } from '../lane/recording-view.ts';
import type { ShapedRequest } from './request-shape.ts';

/** What is asked of a recording. */
export interface Question {
  readonly shaped: ShapedRequest;
  /** Canonical texts of the conversation. */
  readonly texts: readonly string[];
  readonly position: AskPosition;
}

/** How a recording may answer. */
export interface AnswerRules {
  /** The lowest rung of the ladder that counts. */
  readonly tier: 'exact' | 'loose' | 'position';
  /** A call may answer the same turn again: the recording is the clean lane's and a fault asked for it twice. */
  readonly reuse: boolean;
  compareShape(attempt: RecordedAttempt, shaped: ShapedRequest): readonly PartDifference[];
  isAllowed(difference: PartDifference): boolean;
  /** The harness's own texts have another version than the recording's. */
  readonly otherTexts: boolean;
  /** So tool messages may differ. */
  readonly otherTextsAllowed: boolean;
}

/** A question, whom it is put to, and by which rules. */
export interface Inquiry {
  readonly view: RecordingView;
  readonly question: Question;
  readonly rules: AnswerRules;
}

/** An attempt that answers. */
export interface FoundCall {
  readonly attempt: RecordedAttempt;
  readonly tier: ReplayTier;
}

/** Finds the recorded call for a request, rung by rung; `null` when no rung holds. */
export function findCall(inquiry: Inquiry): FoundCall | null {
  const { view, question, rules } = inquiry;
  view.follow(question.texts);
  const expected = findExpected(inquiry);
  if (expected !== null) return { attempt: expected, tier: 'exact' };
  const fresh = freshInOrder(inquiry);
  const exact = fresh.find((attempt) => isExact(attempt, inquiry));
  if (exact !== undefined) return { attempt: exact, tier: 'exact' };
  const again = rules.reuse ? usedInTurn(inquiry) : [];
  const repeated = again.find((attempt) => isExact(attempt, inquiry));
  if (repeated !== undefined) return { attempt: repeated, tier: 'exact' };
  const allowed = [...fresh, ...again].find((attempt) =>
    differencesTo(attempt, inquiry).every((found) => rules.isAllowed(found)),
  );
  if (allowed !== undefined) return { attempt: allowed, tier: 'allowed' };
  if (rules.tier === 'exact') return null;
  const decisions = toDecisions(question.texts);
  const loose = fresh.find((attempt) => toRecordedDecisions(attempt, view) === decisions);
  if (loose !== undefined) return { attempt: loose, tier: 'loose' };
  const next = rules.tier === 'position' ? fresh[0] : undefined;
  return next === undefined ? null : { attempt: next, tier: 'position' };
}

/** The attempt at the same position as the request; it is nearly always the right one. */
function findExpected(inquiry: Inquiry): RecordedAttempt | null {
  const { turn, attempt } = inquiry.question.position;
  for (const candidate of inquiry.view.recording.attempts) {
    if (candidate.turn !== turn || candidate.attempt !== attempt) continue;
    if (!inquiry.view.used.has(candidate) && isExact(candidate, inquiry)) return candidate;
  }
  return null;
}

/** Unused attempts: the one of the same turn and attempt first, then in order. */
function freshInOrder({ view, question }: Inquiry): readonly RecordedAttempt[] {
  const { position } = question;
  const fresh = view.recording.attempts.filter((attempt) => !view.used.has(attempt));
  const same = fresh.findIndex(
    ({ turn, attempt }) => turn === position.turn && attempt === position.attempt,
  );
  const first = fresh[same];
  if (same <= 0 || first === undefined) return fresh;
  return [first, ...fresh.slice(0, same), ...fresh.slice(same + 1)];
}

/** Used attempts of the same turn, the last first. */
function usedInTurn({ view, question }: Inquiry): readonly RecordedAttempt[] {
  return view.recording.attempts
    .filter((attempt) => view.used.has(attempt) && attempt.turn === question.position.turn)
    .reverse();
}

function isExact(attempt: RecordedAttempt, { view, question, rules }: Inquiry): boolean {
  if (!view.isHere(attempt)) return false;
  if (attempt.shapeKey === question.shaped.key && !rules.otherTexts) return true;
  return rules.compareShape(attempt, question.shaped).length === 0;
}

/** Every part in which a request differs from a recorded one. */
export function differencesTo(
  attempt: RecordedAttempt,
  { view, question, rules }: Inquiry,
): readonly PartDifference[] {
  const { shaped, texts } = question;
  const present = { texts, leading: shaped.leading, toolTextsMayDiffer: rules.otherTextsAllowed };
  return [...rules.compareShape(attempt, shaped), ...compareMessages(attempt, view, present)];
}

function toRecordedDecisions(attempt: RecordedAttempt, view: RecordingView): string {
  return toDecisions(attempt.messages.map((number) => view.recording.texts[number] ?? '{}'));
}

function toDecisions(texts: readonly string[]): string {
  return JSON.stringify(texts.flatMap((text) => toDecision(text) ?? []));
}
