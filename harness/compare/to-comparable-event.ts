import { toCanonicalJson } from '../core/canonical-json.ts';
import type { TranscriptEvent } from '../core/transcript.ts';

/** Where a reply came from and when things happened: not what happened. */
const circumstances: ReadonlySet<string> = new Set(['seq', 'atMs', 'durationMs', 'tier', 'from']);

/** An event as text, without times and without where a reply came from. Equal texts: the same happened. */
export function toComparableEvent(event: TranscriptEvent): string {
  return toCanonicalJson(
    Object.fromEntries(Object.entries(event).filter(([key]) => !circumstances.has(key))),
  );
}
