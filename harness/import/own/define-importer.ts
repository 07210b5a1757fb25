import {
  checkDefinition,
  type FieldCheck,
  filledText,
  plainFunction,
  refuseProblems,
  show,
} from '../../core/own/definition.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { ImportFile } from '../imported-run.ts';

/** A format of a team's own logs. */
export interface OwnImporter {
  /** What `--format` calls it. */
  readonly id: string;
  /** What makes such files, in a few words. */
  readonly about: string;
  /** Turns one file into documents to be scored, whose form is in `score/README.md`. */
  readonly read: (file: ImportFile) => readonly object[];
}

/**
 * Defines a format of one's own for `toolrig score FILES --format ID`.
 *
 * @throws UsageError when a field is missing or wrong.
 */
export function defineImporter(importer: OwnImporter): OwnImporter {
  refuseProblems('importer', importer.id, checkImporter(importer));
  return Object.freeze({ ...importer });
}

/**
 * Turns files of a team's own format into files with one document a line.
 *
 * @param own - what `toolrig.config.ts` has under `importers`.
 * @throws UsageError when there is no such importer, or it cannot read a file.
 */
export function readOwnFormat(
  files: readonly ImportFile[],
  format: string,
  own: readonly unknown[],
): readonly ImportFile[] {
  for (const [place, value] of own.entries()) {
    refuseProblems('importer', `importers[${place}]`, checkImporter(value));
  }
  // Every field was looked at.
  const importers = own as readonly OwnImporter[];
  const importer = importers.find(({ id }) => id === format);
  if (importer === undefined) {
    const known = importers.map(({ id }) => id).join(', ');
    throw new UsageError(
      `Cannot read the format "${format}": ${known === '' ? '`importers` in toolrig.config.ts has none' : `expected one of ${known}`}`,
    );
  }
  return files.map((file) => ({ name: file.name, text: readDocuments(importer, file) }));
}

function readDocuments({ id, read }: OwnImporter, file: ImportFile): string {
  const refuse = (detail: string): UsageError =>
    new UsageError(`Cannot read "${file.name}" as "${id}": ${detail}`, 'IMPORTER_FAILED');
  let documents: unknown;
  try {
    documents = read(file);
  } catch (error) {
    throw refuse(`its importer threw: ${error instanceof Error ? error.message : String(error)}`);
  }
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
  if (!Array.isArray(documents) || documents.length === 0 || !documents.every(isObject)) {
    throw refuse(`its importer gave ${show(documents)}: expected a list of documents`);
  }
  return documents.map((document: unknown) => JSON.stringify(document)).join('\n');
}

function checkImporter(value: unknown): readonly string[] {
  return checkDefinition(value, { id: checkId, about: filledText, read: plainFunction });
}

const checkId: FieldCheck = (id) =>
  typeof id === 'string' && /^[a-z][a-z0-9-]{0,39}$/u.test(id)
    ? null
    : `expected a name in lower case, such as "house-log", found ${show(id)}`;
