import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import { RigError } from '../../core/rig-error.ts';
import { locateThrown } from './locate-thrown.ts';
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
