import { UsageError } from '../core/usage-error.ts';
import { type DocumentScore, scoreDocument } from '../import/document/score-document.ts';
import { refuseUnknownOptions } from './place/refuse-unknown-options.ts';

/** What to score. */
export interface ScoreOptions {
  /** The document: its text (JSON, or JSONL with one document a line), or its value. */
  readonly document: string | object;
  /** Only the case with this id; default: all. */
  readonly caseId?: string;
}

/**
 * Scores a transcript made elsewhere, without a suite and without a run. The document's format is in `score/README.md`.
 *
 * @throws UsageError with every problem of the document.
 */
export async function score(options: ScoreOptions): Promise<DocumentScore> {
  refuseUnknownOptions('score', options, ['document', 'caseId']);
  const { document, caseId } = options;
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  await Promise.resolve();
  const scored = scoreDocument(text, caseId === undefined ? {} : { caseId });
  if (scored.ok) return scored.value;
  const lines = scored.error.map(
    ({ path, expected, found }) =>
      `\n  ${path}: expected ${expected}, found ${JSON.stringify(found)}`,
  );
  throw new UsageError(`Cannot score the document:${lines.join('')}`, 'DOCUMENT_INVALID');
}
