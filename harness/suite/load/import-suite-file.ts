import { createJiti } from 'jiti';
import { createRequire, SourceMap, type SourceMapPayload } from 'node:module';
import { pathToFileURL } from 'node:url';

import { RigError } from '../../core/rig-error.ts';
import { readFile } from '../../disk/read-file.ts';
import { readSuiteText } from './read-suite-text.ts';
import { SuiteError } from './suite-error.ts';

/**
 * Loads a suite module and gives its default export.
 *
 * @throws SuiteError when the module cannot be read, throws, or has no default export.
 */
export async function importSuiteFile(file: string, shown: string): Promise<unknown> {
  const module = await importModule(file, shown);
  if (typeof module === 'object' && module !== null && 'default' in module) {
    return module.default;
  }
  throw refuse(file, shown, {
    code: 'no_default_export',
    message: 'the module has no default export',
    expected: 'export default defineSuite({ ... })',
    found: `exports: ${listNames(module)}`,
  });
}

async function importModule(file: string, shown: string): Promise<unknown> {
  readSuiteText(file, shown);
  const jiti = createJiti(import.meta.url, {
    // The suite gets the very modules that run, so that there is one of each class, not two.
    virtualModules: { toolrig: await importEntry() },
    alias: findLibraries(file),
    // A suite that has changed on disk is read again.
    moduleCache: false,
    interopDefault: false,
  });
  try {
    return await jiti.import(pathToFileURL(file).href);
  } catch (cause) {
    throw refuse(file, shown, {
      code: cause instanceof RigError ? cause.code.toLowerCase() : 'suite_throws',
      message: describeThrown(cause),
      cause,
      ...(await locateThrown(cause, file)),
    });
  }
}

/** The harness as users import it: `index.ts` in the sources, `index.js` in a build. */
async function importEntry(): Promise<unknown> {
  const kind = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const entry = new URL(`../../index.${kind}`, import.meta.url).href;
  return import(entry);
}

/** zod comes along with toolrig, for suites in folders that have none. */
function findLibraries(file: string): Record<string, string> {
  try {
    createRequire(file).resolve('zod');
    return {};
  } catch {
    return { zod: createRequire(import.meta.url).resolve('zod') };
  }
}

function listNames(module: unknown): string {
  const names = typeof module === 'object' && module !== null ? Object.keys(module) : [];
  return names.length === 0 ? 'none' : names.join(', ');
}

function describeThrown(cause: unknown): string {
  if (cause instanceof RigError) return cause.message;
  if (!(cause instanceof Error)) return `the module throws ${String(cause)}`;
  const [first = ''] = cause.message.split('\n');
  const unreadable = /^ParseError: (?<why>.*)$/u.exec(first.trimEnd())?.groups?.['why'];
  if (unreadable !== undefined) return `the module cannot be read: ${unreadable}`;
  return `the module throws ${cause.name}: ${first}`;
}

function refuse(
  file: string,
  shown: string,
  problem: {
    readonly code: string;
    readonly message: string;
    readonly expected?: string;
    readonly found?: string;
    readonly cause?: unknown;
  } & { readonly line?: number; readonly column?: number },
): SuiteError {
  const { cause, line = null, column = null, ...rest } = problem;
  return new SuiteError(shown, [{ severity: 'error', file, path: '$', line, column, ...rest }], {
    cause,
  });
}

/** A place in a text, both counted from 1. */
interface ModulePlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds where in a module something was thrown, as it was written: stacks name places in what the loader made of it.
 *
 * @returns nothing where the stack does not name the file.
 */
async function locateThrown(cause: unknown, file: string): Promise<Partial<ModulePlace>> {
  if (!(cause instanceof Error)) return {};
  const parsed = readPlace(cause.message, file);
  // The parser counts columns from 0, and a byte order mark as one.
  if (parsed !== null) return toCounted(parsed, file);
  const made = readPlace(cause.stack ?? '', file);
  if (made === null) return {};
  return (await findOriginal(made, file)) ?? made;
}

const mark = /^\uFEFF/u;

function toCounted({ line, column }: ModulePlace, file: string): ModulePlace {
  const hasMark = line === 1 && mark.test(readFile(file, 'suiteBytes'));
  return { line, column: column + (hasMark ? 0 : 1) };
}

function readPlace(text: string, file: string): ModulePlace | null {
  const start = text.indexOf(`${file}:`);
  const match = /^:(\d+):(\d+)/.exec(start < 0 ? '' : text.slice(start + file.length));
  return match === null ? null : { line: Number(match[1]), column: Number(match[2]) };
}

/** Lines are kept by the loader; columns are not, and the first line begins with what the loader wraps around it. */
async function findOriginal(made: ModulePlace, file: string): Promise<ModulePlace | null> {
  const loader = createJiti(import.meta.url, { sourceMaps: true, fsCache: false });
  const toCode = (source: string): string =>
    loader.transform({ source, filename: file, ts: /\.m?ts$/u.test(file), async: true });
  try {
    const code = toCode(readFile(file, 'suiteBytes').replace(mark, ''));
    const encoded = /sourceMappingURL=data:[^,]*base64,([A-Za-z0-9+/=]+)\s*$/u.exec(code)?.[1];
    if (encoded === undefined) return null;
    // The loader's own source map.
    const payload = JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMapPayload;
    const column = made.line === 1 ? made.column - (await measureWrapping(toCode)) : made.column;
    const found = new SourceMap(payload).findEntry(made.line - 1, column - 1);
    if (!('originalLine' in found) || found.originalLine + 1 !== made.line) return null;
    return { line: made.line, column: found.originalColumn + 1 };
  } catch {
    return null;
  }
}

/** How many characters of the first line are the loader's: found by a module that throws at a known place. */
async function measureWrapping(toCode: (source: string) => string): Promise<number> {
  const probe = 'throw new Error("probe");';
  const name = '/toolrig-probe.mjs';
  try {
    const loader = createJiti(import.meta.url, { fsCache: false });
    await loader.evalModule(probe, { filename: name, async: true });
  } catch (error) {
    const place = error instanceof Error ? readPlace(error.stack ?? '', name) : null;
    if (place !== null) return place.column - (toCode(probe).indexOf('new Error') + 1);
  }
  return 0;
}
