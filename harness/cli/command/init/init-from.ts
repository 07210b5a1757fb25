import { toShellWord } from '../../../core/shell-word.ts';
import { UsageError } from '../../../core/usage-error.ts';
import type { EvalClass } from '../../../import/suite/evals/to-eval-expectation.ts';
import type { SuiteNote } from '../../../import/suite/imported-suite.ts';
import { makeSuite } from '../../../import/suite/make-suite.ts';
import { suiteFormats } from '../../../import/suite/suite-formats.ts';
import { toPlainText } from '../../../report/text/to-plain-text.ts';
import type { CliIo } from '../../io/cli-io.ts';
import { readSuiteSource } from '../../io/read-suite-source.ts';

/** What a suite is made from. */
export interface InitSource {
  readonly from: string;
  readonly format: string;
  readonly evalClass: EvalClass | null;
}

/** A suite that is to be written, and what is said of it. */
export interface InitSuite {
  readonly text: string;
  /** For standard output, after the line that says what was written. */
  readonly report: string;
}

/**
 * Makes a suite from a file of another tool.
 *
 * @throws UsageError for a format that is not known, ImportError where nothing can be carried over.
 */
export function initFrom(
  { from, format, evalClass }: InitSource,
  folder: string,
  io: CliIo,
): InitSuite {
  const read = suiteFormats[format];
  if (read === undefined) {
    throw new UsageError(`Cannot make a suite of the format "${format}": it is not known`);
  }
  const { text, scenarios, notes } = makeSuite(read(readSuiteSource(from, io), { evalClass }));
  const word = toShellWord(folder);
  const report = [
    `${scenarios} ${scenarios === 1 ? 'scenario' : 'scenarios'} from ${from}`,
    ...list(
      'not carried over',
      notes.filter(({ kind }) => kind === 'left'),
    ),
    ...list(
      'carried over with a difference',
      notes.filter(({ kind }) => kind === 'changed'),
    ),
    'next:',
    `  toolrig lint ${word}     # checks the tools that were found`,
    `  toolrig record ${word}   # your own model; then: toolrig run ${word}`,
  ];
  return { text, report: `${report.map(toPlainText).join('\n')}\n` };
}

function list(heading: string, notes: readonly SuiteNote[]): readonly string[] {
  if (notes.length === 0) return [];
  return [
    `${heading} (${notes.length}):`,
    ...notes.map(({ place, text }) => `  ${place}: ${text}`),
  ];
}
