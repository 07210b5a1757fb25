import type { Result } from '../core/result.ts';
import type { Loss, Score, Scores } from '../core/score.ts';
import type { DocumentProblem } from './document-reader.ts';
import { readScoreDocument, type DocumentCase } from './read-score-document.ts';
import { scoreTrial } from './score-trial.ts';

/** What one case came to. `event` of a loss is the index of the call (or message) in the document. */
export interface CaseScore {
  readonly id: string | null;
  /** `null`: the document expects nothing that could be judged, which is no pass. */
  readonly pass: boolean | null;
  /** The verdict that the document itself gives; `null` when it gives none. */
  readonly wanted: boolean | null;
  readonly scores: Scores;
  /** Why it did not pass, the reason that says most first. */
  readonly losses: readonly Loss[];
  /** The effects were not told and were inferred from the calls. */
  readonly effectsInferred: boolean;
}

/** What a document came to. */
export interface DocumentScore {
  /** One case: its verdict. Several: whether each came out as it says itself, or passed where it does not say. */
  readonly pass: boolean | null;
  readonly cases: readonly CaseScore[];
}

/** Scores a transcript made elsewhere. See README.md for the format. */
export function scoreDocument(
  text: string,
  options: { readonly caseId?: string } = {},
): Result<DocumentScore, readonly DocumentProblem[]> {
  const read = readScoreDocument(text, options);
  if (!read.ok) return read;
  const cases = read.value.map(scoreCase);
  const [first] = cases;
  const pass = cases.length === 1 && first !== undefined ? first.pass : cases.every(cameOut);
  return { ok: true, value: { pass, cases } };
}

function cameOut(score: CaseScore): boolean {
  return score.pass === (score.wanted ?? true);
}

function scoreCase(read: DocumentCase): CaseScore {
  const scores = mapScores(scoreTrial(read.input), (loss) => ({
    ...loss,
    event: loss.event === null ? null : (read.steps.get(loss.event) ?? null),
  }));
  const task = scores['task.success'];
  const isJudged = task !== undefined && task.value !== null;
  const nothing: Loss = {
    code: 'nothing_judged',
    event: null,
    text: 'The document expects nothing that could be judged',
  };
  return {
    id: read.id,
    pass: isJudged ? task.value === 1 : null,
    wanted: read.wanted,
    scores,
    losses: isJudged ? task.losses : [nothing],
    effectsInferred: read.effectsInferred,
  };
}

function mapScores(scores: Scores, map: (loss: Loss) => Loss): Scores {
  const entries = Object.entries(scores).map(([name, score]): [string, Score] => [
    name,
    { ...score, losses: score.losses.map(map) },
  ]);
  return Object.fromEntries(entries);
}
