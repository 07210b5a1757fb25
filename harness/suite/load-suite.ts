import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Suite } from '../core/suite.ts';
import { readJsonPath } from '../schema/read-json-path.ts';
import type { CheckInjection } from './check-faults.ts';
import { findSuiteFile, type SuiteFile } from './find-suite-file.ts';
import { importSuiteFile } from './import-suite-file.ts';
import { parseSuite } from './parse-suite.ts';
import { readDataFile, type TextPlace } from './read-data-file.ts';
import { SuiteError } from './suite-error.ts';
import type { SuiteFinding } from './suite-finding.ts';
import type { SuiteProblem } from './suite-problem.ts';

/** What loading a suite may be told. */
export interface LoadSuiteOptions {
  /** What the catalogue of faults has against an injection. Default: nothing but an unknown kind. */
  readonly checkInjection?: CheckInjection;
  /** Kinds of faults that there are, for want of `checkInjection`. Default: any. */
  readonly faultKinds?: readonly string[];
  /** Told of what is doubtful in a suite that can run. */
  readonly onWarning?: (problem: SuiteProblem) => void;
}

/**
 * Loads and checks a suite: a TypeScript or JavaScript module with a default export, or a YAML or
 * JSON file; or the folder of exactly one `suite.*`.
 *
 * @throws SuiteError with all that is wrong in it.
 */
export async function loadSuite(path: string, options: LoadSuiteOptions = {}): Promise<Suite> {
  const found = findSuiteFile(resolve(path));
  if (!found.ok)
    throw new SuiteError(path, [toProblem({ path: '$', ...found.error }, { file: path })]);
  const file = found.value;
  const { value, locate } = await read(path, file);
  const parsed = parseSuite(value, {
    file: path,
    name: file.name,
    checkInjection: options.checkInjection ?? toKindCheck(options.faultKinds),
  });
  const at = { file: file.path, ...(locate === undefined ? {} : { locate }) };
  if (!parsed.ok) throw new SuiteError(path, toProblems(parsed.error, at));
  for (const finding of parsed.value.warnings) options.onWarning?.(toProblem(finding, at));
  return parsed.value.suite;
}

interface SuiteContent {
  readonly value: unknown;
  readonly locate?: (segments: readonly (string | number)[]) => TextPlace | null;
}

async function read(path: string, file: SuiteFile): Promise<SuiteContent> {
  if (file.kind === 'module') return { value: await importSuiteFile(file.path, path) };
  const data = readDataFile(readFileSync(file.path, 'utf8'));
  if (data.ok) return data.value;
  throw new SuiteError(
    path,
    data.error.map(({ line, column, ...problem }) => ({
      ...toProblem({ path: '$', ...problem }, { file: file.path }),
      line,
      column,
    })),
  );
}

interface ProblemPlace {
  readonly file: string;
  readonly locate?: (segments: readonly (string | number)[]) => TextPlace | null;
}

/** In the order of the text, where that is known. */
function toProblems(findings: readonly SuiteFinding[], at: ProblemPlace): readonly SuiteProblem[] {
  const rank = (problem: SuiteProblem): number =>
    (problem.line ?? 0) * 10_000 + (problem.column ?? 0);
  return findings
    .map((finding) => toProblem(finding, at))
    .sort((left, right) => rank(left) - rank(right));
}

function toProblem(finding: SuiteFinding, { file, locate }: ProblemPlace): SuiteProblem {
  const place = locate?.(readJsonPath(finding.path)) ?? null;
  return {
    severity: 'error',
    ...finding,
    file,
    line: place?.line ?? null,
    column: place?.column ?? null,
  };
}

function toKindCheck(kinds: readonly string[] | undefined): CheckInjection {
  return (inject) =>
    kinds === undefined || kinds.includes(inject.kind)
      ? []
      : [{ field: 'inject.kind', expected: kinds.join(', '), found: inject.kind }];
}
