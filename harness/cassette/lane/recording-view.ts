import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JsonValue } from '../../json/json.ts';
import {
  type Mask,
  type TokenPairs,
  createTokenPairs,
  hasToken,
  isSameUnderTokens,
  maskMessage,
} from '../match/match-text.ts';
import type { RecordedAttempt, Recording } from './parse-recording.ts';
import type { Redactor } from '../../redact/redactor.ts';

/** A recording with an index of its messages by text. Shared by all trials that replay it. */
export interface IndexedRecording {
  readonly recording: Recording;
  /** Number of a message by its masked text. */
  readonly byText: ReadonlyMap<string, number>;
  /** For each message number, the number that its masked text is found under. */
  readonly firsts: readonly number[];
  /** Messages that hold redaction tokens. */
  readonly redacted: readonly number[];
}

/** Makes the messages of a recording findable. */
export function indexRecording(recording: Recording, mask: Mask | null): IndexedRecording {
  const byText = new Map<string, number>();
  const firsts: number[] = [];
  const redacted: number[] = [];
  for (const [number, text] of recording.texts.entries()) {
    const masked = mask === null ? text : maskMessage(text, mask);
    const first = byText.get(masked) ?? number;
    byText.set(masked, first);
    firsts.push(first);
    if (text.includes('[secret:') && hasToken(text)) redacted.push(number);
  }
  return { recording, byText, firsts, redacted };
}

/** The progress of one trial through one recording. */
export interface RecordingView {
  readonly recording: Recording;
  readonly used: Set<RecordedAttempt>;
  /** Redaction tokens that were found on both sides. */
  readonly pairs: TokenPairs;
  /** Takes the texts of the present conversation. */
  follow(texts: readonly string[]): void;
  /** Whether an attempt was made in exactly this conversation. */
  isHere(attempt: RecordedAttempt): boolean;
  /** The recorded number of a present message; -1 when it is not recorded. */
  numberOf(index: number): number;
  /** The number that a recorded message is compared by. */
  firstOf(number: number): number;
}

/** The settings by which a view compares. */
export interface ViewContext {
  readonly mask: Mask | null;
  readonly redactor: Redactor;
}

/** Starts a pass through a recording. */
export function createRecordingView(
  indexed: IndexedRecording,
  context: ViewContext,
): RecordingView {
  const { recording, firsts } = indexed;
  const followed: string[] = [];
  const numbers: number[] = [];
  const finding = { ...context, pairs: createTokenPairs() };
  return {
    recording,
    used: new Set(),
    pairs: finding.pairs,
    follow(texts) {
      followed.length = Math.min(followed.length, texts.length);
      numbers.length = followed.length;
      for (let index = 0; index < texts.length; index += 1) {
        const text = texts[index] ?? '';
        if (followed[index] === text) continue;
        followed[index] = text;
        numbers[index] = findText(indexed, text, finding);
      }
    },
    isHere(attempt) {
      const { messages } = attempt;
      if (messages.length !== numbers.length) return false;
      for (let index = 0; index < messages.length; index += 1) {
        if (firsts[messages[index] ?? -1] !== numbers[index]) return false;
      }
      return true;
    },
    numberOf: (index) => numbers[index] ?? -1,
    firstOf: (number) => firsts[number] ?? -1,
  };
}

interface FindContext extends ViewContext {
  readonly pairs: TokenPairs;
}

/** Most messages are found by the first look-up, because a repeated recorded text is equal without masking. */
function findText(indexed: IndexedRecording, text: string, context: FindContext): number {
  const masked = context.mask === null ? text : maskMessage(text, context.mask);
  const plain = indexed.byText.get(masked);
  if (plain !== undefined) return plain;
  const redacted = redactMessage(text, context.redactor);
  if (redacted === text) return -1;
  const maskedRedacted = context.mask === null ? redacted : maskMessage(redacted, context.mask);
  const known = indexed.byText.get(maskedRedacted);
  if (known !== undefined) return known;
  for (const number of indexed.redacted) {
    const recorded = indexed.recording.texts[number] ?? '';
    const side = context.mask === null ? recorded : maskMessage(recorded, context.mask);
    if (isSameUnderTokens(side, maskedRedacted, context.pairs))
      return indexed.firsts[number] ?? number;
  }
  return -1;
}

/** Redacts a message given as canonical text. */
export function redactMessage(text: string, redactor: Redactor): string {
  // The text is our own canonical JSON.
  return toCanonicalJson(redactor.redactJson(JSON.parse(text) as JsonValue));
}
