import { judgeFaults } from '../../boundary/fault/judge-faults.ts';
import type { FaultPlan } from '../../core/suite/fault.ts';
import type { CallRef } from '../../core/talk/call.ts';
import type { Scores } from '../../core/score/score.ts';
import type { ScoredTool } from '../../core/score/scorer.ts';
import type { Claim, Expected, Price } from '../../core/suite/suite.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type {
  FieldCorrection,
  ScoreRecord,
  TrialFacts,
  TrialRecord,
} from '../../core/trial/trial.ts';
import type { OwnScorer, ScoredScenario } from '../../core/own/own-scorer.ts';
import { scoreOwn } from '../../score/own/score-own.ts';
import { type GatheredTrial, gatherTrial } from '../../score/view/gather-trial.ts';
import { toScorerInput } from './to-scorer-input.ts';
import { scoreTrial } from '../../score/score-trial.ts';
import { findCorrections } from '../../score/match/find-corrections.ts';
import { toConfusion } from '../../score/match/to-confusion.ts';

/** The input of scoring in addition to the trial; all of it is in the manifest. */
export interface ScoringContext {
  readonly expected: Expected;
  readonly expectFail: string | null;
  readonly tools: readonly ScoredTool[];
  readonly claims: readonly Claim[];
  readonly identity: readonly string[];
  readonly price: Price | null;
  readonly knownText: string;
  /** Scorers of the team's own with what they see of the scenario; absent: none. */
  readonly own?: { readonly scorers: readonly OwnScorer[]; readonly scenario: ScoredScenario };
}

/** A trial with what its faults and scores came to. */
export interface ScoredTrial {
  readonly record: TrialRecord;
  readonly scored: ScoreRecord;
}

/** Judges the faults of a trial and scores it, both from one reading of its events. */
export function scoreFaulted(
  record: TrialRecord,
  plan: FaultPlan,
  context: ScoringContext,
): ScoredTrial {
  let before: ScoredBefore | undefined;
  const faults = judgeFaults(plan, toScorerInput(record, context), (input) => {
    const gathered = gatherTrial(input);
    before = { gathered, scores: scoreTrial(input, gathered) };
    // Only a kind of the team's own may be decided by metrics of the team's own.
    if (plan.faults.every(({ own }) => own === undefined)) return before.scores;
    return { ...before.scores, ...scoreOwnMetrics(context, { ...gathered.trial, input }) };
  });
  const judged = { ...record, faults };
  return { record: judged, scored: scoreRecord(judged, context, before) };
}

/** A trial as it was scored before its faults were judged. */
interface ScoredBefore {
  readonly gathered: GatheredTrial;
  readonly scores: Scores;
}

/** Scores one trial. Invalid and skipped trials have no scores at all: they never count against a model. */
export function scoreRecord(
  record: TrialRecord,
  context: ScoringContext,
  before?: ScoredBefore,
): ScoreRecord {
  const base = {
    lane: record.lane,
    cluster: record.cluster,
    expectFail: context.expectFail,
    faults: record.faults,
  };
  if (record.outcome.status !== 'finished') {
    return { ...base, verdict: record.outcome.status, scores: {}, facts: null };
  }
  const input = toScorerInput(record, context);
  const gathered = before?.gathered ?? gatherTrial(input);
  const scores = {
    ...scoreTrial(input, gathered, before?.scores),
    ...scoreOwnMetrics(context, { ...gathered.trial, input }),
  };
  return {
    ...base,
    verdict: toVerdict(scores, context.expectFail),
    scores,
    facts: toFacts(record, toConfusion(input, gathered), findCorrections(gathered.trial)),
  };
}

/** Scores of the team's own scorers. */
function scoreOwnMetrics({ own }: ScoringContext, trial: GatheredTrial['trial']): Scores {
  return own === undefined ? {} : scoreOwn(own.scorers, trial, own.scenario);
}

function toVerdict(scores: Scores, expectFail: string | null): ScoreRecord['verdict'] {
  const success = scores['task.success']?.value ?? null;
  if (success === null) return 'invalid';
  const held = success === 1;
  return held === (expectFail === null) ? 'passed' : 'failed';
}

function toFacts(
  record: TrialRecord,
  confusion: TrialFacts['confusion'],
  corrections: readonly FieldCorrection[],
): TrialFacts | null {
  if (record.outcome.status !== 'finished') return null;
  let turns = 0;
  const argumentErrors: { tool: string; path: string; code: string }[] = [];
  const cut = findCut(record.events);
  for (const event of record.events) {
    if (event.type === 'request') turns = Math.max(turns, event.turn);
    if (event.type !== 'judged' || isNotOfModel(event) || cut.has(event.call)) continue;
    for (const finding of event.findings) {
      if (finding.stage !== 'parse' && finding.stage !== 'validation') continue;
      argumentErrors.push({ tool: event.name, path: finding.path ?? '$', code: finding.code });
    }
  }
  return {
    stopReason: record.outcome.stopReason,
    turns,
    confusion,
    argumentErrors,
    ...(corrections.length === 0 ? {} : { corrections }),
  };
}

type Judged = Extract<TranscriptEvent, { type: 'judged' }>;

function isNotOfModel({ injected, edited, unsaid }: Judged): boolean {
  return injected !== undefined || edited?.part === 'arguments' || unsaid === true;
}

/** Calls of a reply that was cut off: they say nothing of the model's arguments. */
function findCut(events: readonly TranscriptEvent[]): ReadonlySet<CallRef> {
  const cut = new Set<CallRef>();
  for (const event of events) {
    if (event.type === 'refused' && event.error.kind === 'truncated') cut.add(event.call);
  }
  return cut;
}
