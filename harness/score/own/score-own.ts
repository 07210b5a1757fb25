import type { MetricInfo } from '../../core/score/metric.ts';
import type { OwnScore, OwnScorer, ScoredScenario, TrialSight } from '../../core/own/own-scorer.ts';
import { show } from '../../core/own/definition.ts';
import type { Loss, Score, Scores } from '../../core/score/score.ts';
import { notJudged } from '../reason/to-score.ts';
import type { TrialView } from '../view/trial-view.ts';
import { ScorerError } from './scorer-error.ts';

/**
 * Scores a trial by a team's own scorers. Each sees a frozen copy of its own, so that none can change what another, or
 * the record, holds.
 *
 * @throws ScorerError naming the scorer: its result is not a score, or it threw.
 */
export function scoreOwn(
  scorers: readonly OwnScorer[],
  trial: TrialView,
  scenario: ScoredScenario,
): Scores {
  if (scorers.length === 0) return {};
  const text = JSON.stringify([toSight(trial), scenario]);
  return Object.fromEntries(
    scorers.map((scorer) => {
      // A scorer reads the same values that are stored.
      const [sight, asked] = freeze(JSON.parse(text)) as readonly [TrialSight, ScoredScenario];
      return [scorer.name, toScore(scorer, run(scorer, sight, asked), sight)];
    }),
  );
}

function run(scorer: OwnScorer, sight: TrialSight, scenario: ScoredScenario): OwnScore {
  try {
    return scorer.score(sight, scenario);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // JavaScript engines word this error differently.
    const isChange =
      error instanceof TypeError && /read.?only|not extensible|delete|add property/iu.test(message);
    throw new ScorerError(
      scorer.name,
      isChange
        ? 'it changes the trial that it is given, which is read-only'
        : `it threw: ${message}`,
      { cause: error },
    );
  }
}

function toScore(scorer: OwnScorer, found: OwnScore, { events }: TrialSight): Score {
  const { name } = scorer;
  if (found === null) return notJudged;
  if (typeof found !== 'object') {
    throw new ScorerError(name, `it gave ${show(found)}, which is not a score: ${wanted}`);
  }
  if ('then' in found) {
    throw new ScorerError(name, 'it gave a promise: a scorer gives its score at once');
  }
  const losses = toLosses(name, found.reasons ?? [], events.length);
  if ('value' in found) return { ...toAmount(scorer, found.value), losses };
  const { count, of } = found;
  if (!isAmount(count) || !isAmount(of) || (scorer.unit === 'share' && count > of)) {
    throw new ScorerError(name, `it gave ${show(count)} of ${show(of)}: ${wanted}`);
  }
  if (of === 0) return notJudged;
  return { value: count / of, count, of, losses };
}

const wanted =
  'expected null, { value } or { count, of }, with finite numbers of at least 0 and shares of at most 1';

function toAmount(
  { name, unit }: MetricInfo,
  value: number,
): Pick<Score, 'value' | 'count' | 'of'> {
  if (!isAmount(value) || (unit === 'share' && value > 1)) {
    throw new ScorerError(name, `it gave the value ${show(value)}: ${wanted}`);
  }
  return { value, count: value, of: 1 };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function toLosses(name: string, reasons: unknown, events: number): readonly Loss[] {
  if (!Array.isArray(reasons)) {
    throw new ScorerError(name, `its reasons are ${show(reasons)}: expected a list`);
  }
  return reasons.map((reason: unknown) => {
    if (!isLoss(reason)) {
      throw new ScorerError(
        name,
        `a reason is ${show(reason)}: expected { code, event, text }, with the \`seq\` of an event or null`,
      );
    }
    const { code, event, text } = reason;
    if (event !== null && (!Number.isInteger(event) || event < 0 || event >= events)) {
      throw new ScorerError(
        name,
        `a reason names event ${event}: the trial has ${events}, numbered from 0`,
      );
    }
    return { code, event, text };
  });
}

function isLoss(value: unknown): value is Loss {
  if (typeof value !== 'object' || value === null) return false;
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  const event = given.get('event');
  const isPlace = event === null || typeof event === 'number';
  return typeof given.get('code') === 'string' && typeof given.get('text') === 'string' && isPlace;
}

function toSight(trial: TrialView): TrialSight {
  const { finalText, endEvent, stopReason, turns } = trial;
  return {
    events: trial.input.events,
    calls: trial.calls.map((call) => ({
      ref: call.ref,
      turn: call.turn,
      event: call.event,
      name: call.name,
      grade: call.tool?.grade ?? null,
      argumentsText: call.argumentsText,
      arguments: call.arguments,
      injected: call.injected,
      fate: call.fate,
      results: call.runs.map(({ event, status, value }) => ({ event, status, value })),
    })),
    effects: trial.effects.map(({ seq, tool, key }) => ({ event: seq, tool, key })),
    finalText,
    endEvent,
    stopReason,
    turns,
    faults: trial.input.faults,
  };
}

function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
