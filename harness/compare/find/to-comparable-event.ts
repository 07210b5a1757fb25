import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';

/** Fields for the origin of a reply and for times, which do not describe what happened. */
const circumstances: ReadonlySet<string> = new Set(['seq', 'atMs', 'durationMs', 'tier', 'from']);

/** Confirmation tokens are drawn from the name of the lane, which two variants never share. */
const token = /\bconfirm-(\d+)-[0-9a-f]{8}\b/gu;

/** Text in which drawn tokens are replaced by their number. */
export function maskTokens(text: string): string {
  return text.replace(token, 'confirm-$1');
}

/**
 * Fields that name the model that was asked or that answered. Models are compared under different names, and may do the
 * same.
 */
const namesModel: ReadonlySet<string> = new Set(['model_differs', 'gateway_model_differs']);

/**
 * An event as text, without times, without where a reply came from and without the names of models. Equal texts: the
 * same happened.
 */
export function toComparableEvent(event: TranscriptEvent): string {
  const said = event.type === 'reply' ? withoutModel(event) : event;
  const kept = Object.entries(said).filter(([key]) => !circumstances.has(key));
  return maskTokens(toCanonicalJson(Object.fromEntries(kept)));
}

function withoutModel(reply: Extract<TranscriptEvent, { type: 'reply' }>): object {
  const { model: _, deviations, ...rest } = reply;
  return { ...rest, deviations: deviations.filter(({ code }) => !namesModel.has(code)) };
}
