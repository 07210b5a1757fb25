import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';

/** Where a reply came from and when things happened: not what happened. */
const circumstances: ReadonlySet<string> = new Set(['seq', 'atMs', 'durationMs', 'tier', 'from']);

/** Confirmation tokens are drawn from the name of the lane, which two variants never share. */
const token = /\bconfirm-(\d+)-[0-9a-f]{8}\b/gu;

/** Text in which drawn tokens are told by their number only. */
export function maskTokens(text: string): string {
  return text.replace(token, 'confirm-$1');
}

/** An event as text, without times and without where a reply came from. Equal texts: the same happened. */
export function toComparableEvent(event: TranscriptEvent): string {
  const kept = Object.entries(event).filter(([key]) => !circumstances.has(key));
  return maskTokens(toCanonicalJson(Object.fromEntries(kept)));
}
