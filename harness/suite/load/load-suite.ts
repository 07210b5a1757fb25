import { dirname, resolve } from 'node:path';
import type { OwnFault } from '../../core/own/own-fault.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { isJsonObject } from '../../json/json.ts';
import { readJsonPath } from '../../json/to-json-path.ts';
import { checkExpectedStates } from '../check/expected/check-expected-states.ts';
import type { CheckInjection } from '../check/check-faults.ts';
import { findSuiteFile, type SuiteFile } from './find-suite-file.ts';
import { readSuiteText } from './read-suite-text.ts';
import { parseSuite } from './parse-suite.ts';
import type { McpSource, ResolvedSuite } from './resolve-mcp.ts';
import { SuiteError } from './suite-error.ts';
import type { SuiteFinding, SuiteProblem } from './suite-finding.ts';

/** Options of loading a suite. */
export interface LoadSuiteOptions {
  /** What the catalogue of faults has against an injection. Default: nothing but an unknown kind. */
  readonly checkInjection?: CheckInjection;
  /** Custom kinds of faults, in addition to those in the suite. */
  readonly ownFaults?: readonly OwnFault[];
  /** The known kinds of faults when `checkInjection` is not given. Default: any. */
  readonly faultKinds?: readonly string[];
  /** Where the tools of MCP servers are read. Default: from the list that is kept beside the suite. */
  readonly mcp?: McpSource;
  /** Called for each warning about a suite that can run. */
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
  if (!found.ok) {
    throw new SuiteError(path, [toProblem({ path: '$', ...found.error }, { file: path })]);
  }
  return await toSuite(path, found.value.name, {
    content: await readContent(path, found.value),
    options,
  });
}

/**
 * Checks a suite that was imported already, as {@link loadSuite} does.
 *
 * @param file - where it was defined.
 * @throws SuiteError with all that is wrong in it.
 */
export async function loadGivenSuite(
  value: unknown,
  file: string,
  options: LoadSuiteOptions = {},
): Promise<Suite> {
  const found = findSuiteFile(resolve(file));
  const name = found.ok ? found.value.name : 'suite';
  return await toSuite(file, name, { content: { value, problems: [], file }, options });
}

/** Only suites that name a server need what servers need. */
async function resolveTools(
  { value, file }: SuiteContent,
  { mcp = 'kept' }: LoadSuiteOptions,
): Promise<ResolvedSuite> {
  if (!namesServer(value)) return { value, findings: [] };
  const { resolveMcp } = await import('./resolve-mcp.ts');
  return await resolveMcp(value, file, mcp);
}

function namesServer(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const toolsets: readonly unknown[] = Array.isArray(value['toolsets']) ? value['toolsets'] : [];
  return [value, ...toolsets].some((part) => isJsonObject(part) && isJsonObject(part['tools']));
}

async function toSuite(
  path: string,
  name: string,
  { content, options }: { readonly content: SuiteContent; readonly options: LoadSuiteOptions },
): Promise<Suite> {
  const resolved = await resolveTools(content, options);
  const parsed = parseSuite(resolved.value, {
    file: path,
    name,
    folder: dirname(resolve(content.file)),
    checkInjection: options.checkInjection ?? toKindCheck(options.faultKinds),
    ...(options.ownFaults === undefined ? {} : { faultKinds: options.ownFaults }),
  });
  const broken = resolved.findings.some(({ severity }) => severity !== 'warning');
  if (!parsed.ok || broken || content.problems.length > 0) {
    const findings = [...resolved.findings, ...(parsed.ok || broken ? [] : parsed.error)];
    throw new SuiteError(
      path,
      [...content.problems, ...toProblems(findings, content)].sort(byPlace),
    );
  }
  const { suite, warnings } = parsed.value;
  if (options.onWarning !== undefined) {
    const doubts = [...resolved.findings, ...warnings, ...(await checkExpectedStates(suite))];
    toProblems(doubts, content).forEach(options.onWarning);
  }
  return suite;
}

interface SuiteContent {
  readonly value: unknown;
  /** Problems of the text itself, with their places. */
  readonly problems: readonly SuiteProblem[];
  readonly file: string;
  readonly locate?: Locate;
}

type Locate = (
  segments: readonly (string | number)[],
  of: 'value' | 'name',
) => { readonly line: number; readonly column: number } | null;

/** Reads the file. What each kind needs is only loaded for that kind. */
async function readContent(path: string, { kind, path: file }: SuiteFile): Promise<SuiteContent> {
  if (kind === 'module') {
    const { importSuiteFile } = await import('./import-suite-file.ts');
    return { value: await importSuiteFile(file, path), problems: [], file };
  }
  const { readDataFile } = await import('./read-data-file.ts');
  const { value, problems, locate } = readDataFile(readSuiteText(file, path));
  const placed = problems.map((problem): SuiteProblem => ({
    severity: 'error',
    file,
    path: '$',
    ...problem,
  }));
  if (value === undefined) throw new SuiteError(path, placed);
  return { value, problems: placed, file, locate };
}

interface ProblemPlace {
  readonly file: string;
  readonly locate?: Locate;
}

/** In the order of the text, where that is known. */
function toProblems(findings: readonly SuiteFinding[], at: ProblemPlace): readonly SuiteProblem[] {
  return findings.map((finding) => toProblem(finding, at)).sort(byPlace);
}

function byPlace(left: SuiteProblem, right: SuiteProblem): number {
  const lines = (left.line ?? 0) - (right.line ?? 0);
  return lines === 0 ? (left.column ?? 0) - (right.column ?? 0) : lines;
}

function toProblem(finding: SuiteFinding, { file, locate }: ProblemPlace): SuiteProblem {
  const of = finding.code === 'unknown_field' ? 'name' : 'value';
  const place = locate?.(readJsonPath(finding.path), of) ?? null;
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
