import type { PartDifference } from '../core/cassette.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { AskPosition } from '../core/model.ts';
import type { ReplayTier } from '../core/transcript.ts';
import { toExcerpts } from './excerpt.ts';
import type { RecordedAttempt } from './parse-recording.ts';
import type { RecordingView } from './recording-view.ts';
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

/** An attempt that answers. */
export interface FoundCall {
  readonly attempt: RecordedAttempt;
  readonly tier: ReplayTier;
}

/** Finds the recorded call for a request, rung by rung; `null` when no rung holds. */
export function findCall(
  view: RecordingView,
  question: Question,
  rules: AnswerRules,
): FoundCall | null {
  view.follow(question.texts);
  const fresh = freshInOrder(view, question.position);
  const exact = fresh.find((attempt) => isExact(view, attempt, question, rules));
  if (exact !== undefined) return { attempt: exact, tier: 'exact' };
  if (rules.reuse) {
    const again = usedInTurn(view, question).find((attempt) =>
      isExact(view, attempt, question, rules),
    );
    if (again !== undefined) return { attempt: again, tier: 'exact' };
  }
  const candidates = rules.reuse ? [...fresh, ...usedInTurn(view, question)] : fresh;
  const allowed = candidates.find((attempt) =>
    differencesTo(view, attempt, question, rules).every((found) => rules.isAllowed(found)),
  );
  if (allowed !== undefined) return { attempt: allowed, tier: 'allowed' };
  if (rules.tier === 'exact') return null;
  const decisions = toDecisions(question.texts);
  const loose = fresh.find((attempt) => toRecordedDecisions(view, attempt) === decisions);
  if (loose !== undefined) return { attempt: loose, tier: 'loose' };
  if (rules.tier === 'loose') return null;
  const next = fresh[0];
  return next === undefined ? null : { attempt: next, tier: 'position' };
}

/** Unused attempts: the one of the same turn and attempt first, then in order. */
function freshInOrder(view: RecordingView, position: AskPosition): readonly RecordedAttempt[] {
  const fresh = view.recording.attempts.filter((attempt) => !view.used.has(attempt));
  const same = fresh.findIndex(
    ({ turn, attempt }) => turn === position.turn && attempt === position.attempt,
  );
  const first = fresh[same];
  if (same <= 0 || first === undefined) return fresh;
  return [first, ...fresh.slice(0, same), ...fresh.slice(same + 1)];
}

/** Used attempts of the same turn, the last first. */
function usedInTurn(view: RecordingView, { position }: Question): readonly RecordedAttempt[] {
  return view.recording.attempts
    .filter((attempt) => view.used.has(attempt) && attempt.turn === position.turn)
    .reverse();
}

function isExact(
  view: RecordingView,
  attempt: RecordedAttempt,
  question: Question,
  rules: AnswerRules,
): boolean {
  if (!view.isHere(attempt)) return false;
  if (attempt.shapeKey === question.shaped.key && !rules.otherTexts) return true;
  return rules.compareShape(attempt, question.shaped).length === 0;
}

/** Every part in which a request differs from a recorded one. */
export function differencesTo(
  view: RecordingView,
  attempt: RecordedAttempt,
  question: Question,
  rules: AnswerRules,
): readonly PartDifference[] {
  return [
    ...rules.compareShape(attempt, question.shaped),
    ...compareMessages(view, attempt, { question, toolTextsMayDiffer: rules.otherTextsAllowed }),
  ];
}

function compareMessages(
  view: RecordingView,
  attempt: RecordedAttempt,
  {
    question,
    toolTextsMayDiffer,
  }: { readonly question: Question; readonly toolTextsMayDiffer: boolean },
): readonly PartDifference[] {
  const differences: PartDifference[] = [];
  const count = Math.max(attempt.messages.length, question.texts.length);
  for (let index = 0; index < count; index += 1) {
    const number = attempt.messages[index];
    const now = question.texts[index];
    if (
      number !== undefined &&
      now !== undefined &&
      view.firstOf(number) === view.numberOf(index)
    ) {
      continue;
    }
    const before =
      number === undefined ? null : describeMessage(view.recording.texts[number] ?? '');
    const after = now === undefined ? null : describeMessage(now);
    if (toolTextsMayDiffer && isToolText(before) && isToolText(after)) continue;
    const [recorded, shown] =
      before === null || after === null ? [before, after] : toExcerpts(before, after);
    differences.push({ part: `message.${index + question.shaped.leading}`, recorded, now: shown });
  }
  return differences;
}

function isToolText(description: string | null): boolean {
  return description?.startsWith('tool ') ?? false;
}

/** A message in one line: who said it, and what. */
export function describeMessage(text: string): string {
  const message = parseMessage(text);
  const { role, content, tool_calls: calls, tool_call_id: id, ...rest } = message;
  const words = [String(role)];
  if (id !== undefined) words.push(String(id));
  if (content !== undefined)
    words.push(typeof content === 'string' ? content : JSON.stringify(content));
  for (const call of Array.isArray(calls) ? calls : []) words.push(describeCall(call));
  if (Object.keys(rest).length > 0) words.push(JSON.stringify(rest));
  return words.join(' ');
}

function describeCall(call: unknown): string {
  if (!isJsonObject(call) || !isJsonObject(call['function'])) return JSON.stringify(call);
  const { name, arguments: text } = call['function'];
  return `calls ${String(name)}(${String(text)})`;
}

function parseMessage(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

function toRecordedDecisions(view: RecordingView, attempt: RecordedAttempt): string {
  return toDecisions(attempt.messages.map((number) => view.recording.texts[number] ?? '{}'));
}

function toDecisions(texts: readonly string[]): string {
  return JSON.stringify(texts.flatMap((text) => toDecision(text) ?? []));
}

/** What a message decides: the user's words, or the calls of the model; `null` for all else. */
export function toDecision(text: string): string | null {
  const message = parseMessage(text);
  if (message['role'] === 'user') return JSON.stringify(['user', message['content']]);
  const calls = message['tool_calls'];
  if (message['role'] !== 'assistant' || !Array.isArray(calls) || calls.length === 0) return null;
  return JSON.stringify(['calls', calls.map(describeCall)]);
}
