import type { ScoredTool, ScorerInput } from '../../core/score/scorer.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { TrialRecord } from '../../core/trial/trial.ts';
import type { ScoringContext } from './score-record.ts';

/** Everything a scorer sees of a finished trial. */
export function toScorerInput(record: TrialRecord, context: ScoringContext): ScorerInput {
  return {
    events: record.events,
    expected: context.expected,
    tools: context.tools,
    claims: context.claims,
    identity: context.identity,
    faults: record.faults,
    price: context.price,
    knownText: context.knownText,
    selectionCounts: record.tier === null || record.tier === 'exact',
    effectsCount: record.watched === undefined && !ranUnseen(record.events, context.tools),
    stopReason: record.outcome.status === 'finished' ? record.outcome.stopReason : null,
    watched: true,
  };
}

/** Whether a write ran whose effects cannot be observed; the effects of the trial are then unknown. */
function ranUnseen(events: readonly TranscriptEvent[], tools: readonly ScoredTool[]): boolean {
  const unseen = new Set(tools.filter((tool) => tool.unseen === true).map(({ name }) => name));
  if (unseen.size === 0) return false;
  return events.some(
    (event) => event.type === 'delivery' && !event.preview && unseen.has(event.tool),
  );
}
