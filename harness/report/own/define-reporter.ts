import {
  anyFunction,
  checkDefinition,
  type FieldCheck,
  filledText,
  oneOfWords,
  refuseProblems,
  show,
} from '../../core/own/definition.ts';
import { UsageError } from '../../core/usage-error.ts';
import { reportWriters } from '../registry.ts';
import type { ReportFile, ReportInput, ReportWriter } from '../report-writer.ts';

/** A kind of report of a team's own. */
export interface OwnReporter {
  /** The id for `--format`. */
  readonly id: string;
  /** What the files are, in a few words. */
  readonly about: string;
  /** `file`: one, named by the user; `folder`: several, below the folder that the user names. */
  readonly target: 'file' | 'folder';
  /** Makes the report: a text, or files with names. The same input gives the same bytes. */
  readonly write: (
    input: ReportInput,
  ) => string | readonly ReportFile[] | Promise<string | readonly ReportFile[]>;
}

/**
 * Defines a custom kind of report, for `toolrig report RUN --format ID` and `report({ format: ID })`.
 *
 * @throws UsageError when a field is missing or wrong, or the id is one of toolrig's.
 */
export function defineReporter(reporter: OwnReporter): OwnReporter {
  refuseProblems('reporter', reporter.id, checkReporter(reporter));
  return Object.freeze({ ...reporter });
}

/**
 * All writers of reports by their ids: toolrig's, then a team's own.
 *
 * @param own - what `toolrig.config.ts` has under `reporters`.
 * @throws UsageError for a value that is not a reporter, and for two with one id.
 */
export function joinReporters(own: readonly unknown[]): Readonly<Record<string, ReportWriter>> {
  const writers: Record<string, ReportWriter> = { ...reportWriters };
  for (const [place, value] of own.entries()) {
    const problems = checkReporter(value);
    refuseProblems('reporter', `reporters[${place}]`, problems);
    // Every field was looked at.
    const reporter = value as OwnReporter;
    if (Object.hasOwn(writers, reporter.id)) {
      throw new UsageError(`Cannot use the reporter "${reporter.id}": it is there twice`);
    }
    writers[reporter.id] = toWriter(reporter);
  }
  return writers;
}

/**
 * The writer of one id.
 *
 * @throws UsageError with the ids that there are.
 */
export function chooseReporter(
  writers: Readonly<Record<string, ReportWriter>>,
  format: string,
): ReportWriter {
  const writer = Object.hasOwn(writers, format) ? writers[format] : undefined;
  if (writer !== undefined) return writer;
  throw new UsageError(
    `Cannot report as "${format}": expected one of ${Object.keys(writers).join(', ')}`,
  );
}

function checkReporter(value: unknown): readonly string[] {
  return checkDefinition(value, {
    id: checkId,
    about: filledText,
    target: oneOfWords(['file', 'folder']),
    write: anyFunction,
  });
}

const checkId: FieldCheck = (id) => {
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/u.test(id)) {
    return `expected a name in lower case, such as "house-table", found ${show(id)}`;
  }
  return !Object.hasOwn(reportWriters, id) ? null : 'toolrig has a report of this name';
};

function toWriter({ id, about, target, write }: OwnReporter): ReportWriter {
  return {
    target,
    about,
    async write(input) {
      const made = await run(id, async () => await write(input));
      const files = typeof made === 'string' ? [{ name: `${id}.txt`, content: made }] : made;
      refuseFiles({ id, target }, files);
      return { files: files.map(toBytes), notes: [] };
    },
  };
}

async function run<Value>(id: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `Cannot report as "${id}": its reporter threw: ${message}`,
      'REPORTER_FAILED',
    );
  }
}

/** Names of files must not lead out of the folder. */
function refuseFiles({ id, target }: Pick<OwnReporter, 'id' | 'target'>, files: unknown): void {
  const refuse = (detail: string): never => {
    throw new UsageError(
      `Cannot report as "${id}": its reporter gave ${detail}`,
      'REPORTER_FAILED',
    );
  };
  if (!Array.isArray(files)) return refuse(`${show(files)}: expected a text or a list of files`);
  if (target === 'file' && files.length !== 1) return refuse(`${files.length} files: expected one`);
  for (const file of files as readonly unknown[]) {
    const given: ReadonlyMap<string, unknown> = new Map(Object.entries(file ?? {}));
    const name = given.get('name');
    if (typeof name !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/u.test(name)) {
      refuse(`a file named ${show(name)}: expected a name of letters, digits, ".", "_" and "-"`);
    }
    const content = given.get('content');
    const isContent =
      typeof content === 'string' || (typeof content === 'object' && content !== null);
    if (!isContent)
      refuse(`the content ${show(content)}: expected a text, bytes or pieces of text`);
  }
}

/** A text is pieces of text, which would be its characters one by one. */
function toBytes({ name, content }: ReportFile): ReportFile {
  return { name, content: typeof content === 'string' ? [content] : content };
}
