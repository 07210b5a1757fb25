import type { Result } from '../../json/result.ts';
import type { Loss, Score, Scores } from '../../core/score/score.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { DocumentProblem, DocumentWarning } from './document-reader.ts';
import { readScoreDocument, type DocumentCase } from './read-score-document.ts';
import { scoreTrial } from '../../score/score-trial.ts';
import { notJudged } from '../../score/reason/to-score.ts';

/** The result of one case. `event` of a loss is the index of the call (or message) in the document. */
export interface CaseScore {
  readonly id: string | null;
  /** `null`: nothing is expected that could be judged, or no model answered, which is not a pass. */
  readonly pass: boolean | null;
  /** The verdict that the document itself gives; `null` when it gives none. */
  readonly wanted: boolean | null;
  readonly scores: Scores;
  /** Why it did not pass, the reason that says most first. */
  readonly losses: readonly Loss[];
  /** Departures from the protocol that were read all the same. */
  readonly deviations: readonly Loss[];
  /** The document lists no effects; they were inferred from the calls. */
  readonly effectsInferred: boolean;
}

/** The result of a document. */
export interface DocumentScore {
  /**
   * One case: its verdict. Several: whether each came out as it says itself, or passed where it does not say; `null`
   * when one could not be judged.
   */
  readonly pass: boolean | null;
  readonly cases: readonly CaseScore[];
  /** What does not keep the document from being scored, such as a keyword of a schema that is ignored. */
  readonly warnings: readonly DocumentWarning[];
}

/** Scores a transcript made elsewhere. See README.md for the format. */
export function scoreDocument(
  text: string,
  options: { readonly caseId?: string } = {},
): Result<DocumentScore, readonly DocumentProblem[]> {
  const read = readScoreDocument(text, options);
  if (!read.ok) return read;
  const cases = read.value.cases.map(scoreCase);
  return { ok: true, value: { pass: judgeAll(cases), cases, warnings: read.value.warnings } };
}

/** One case: its verdict; several: whether all came out. */
export function judgeAll(cases: readonly CaseScore[]): boolean | null {
  const [first] = cases;
  return cases.length === 1 && first !== undefined ? first.pass : cameAllOut(cases);
}

/** `null` when one of them could not be judged: the others do not speak for it. */
function cameAllOut(cases: readonly CaseScore[]): boolean | null {
  return cases.some((score) => score.pass === null) ? null : cases.every(cameOut);
}

function cameOut(score: CaseScore): boolean {
  return score.pass === (score.wanted ?? true);
}

/** Scores one case. */
export function scoreCase(read: DocumentCase): CaseScore {
  const toStep = (loss: Loss): Loss => ({
    ...loss,
    event: loss.event === null ? null : (read.steps.get(loss.event) ?? null),
  });
  const all = mapScores(scoreTrial(read.input), (score) => ({
    ...score,
    losses: score.losses.map(toStep),
  }));
  const scores = read.isAnswered ? all : mapScores(all, () => notJudged);
  const task = scores['task.success'];
  const isJudged = task !== undefined && task.value !== null;
  const nothing: Loss = {
    code: 'nothing_judged',
    event: null,
    text: read.isAnswered
      ? 'The document expects nothing that could be judged'
      : 'No message of an assistant is there, so no model answered',
  };
  return {
    id: read.id,
    pass: isJudged ? task.value === 1 : null,
    wanted: read.wanted,
    scores,
    losses: isJudged ? task.losses : [nothing],
    deviations: read.input.events.flatMap(toDeviations).map(toStep),
    effectsInferred: read.effectsInferred,
  };
}

function toDeviations(event: TranscriptEvent): readonly Loss[] {
  if (event.type !== 'reply') return [];
  return event.deviations.map(({ code, text }) => ({ code, event: event.seq, text }));
}

function mapScores(scores: Scores, map: (score: Score) => Score): Scores {
  const entries = Object.entries(scores).map(([name, score]): [string, Score] => [
    name,
    map(score),
  ]);
  return Object.fromEntries(entries);
}
