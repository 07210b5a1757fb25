import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';

/** Loads a suite module and gives its default export. What the module throws goes through. */
export async function importSuiteFile(path: string): Promise<unknown> {
  const jiti = createJiti(import.meta.url, {
    // The suite gets the very modules that run, so that there is one `HandlerOutcome`, not two.
    virtualModules: { toolrig: await importEntry() },
    alias: findLibraries(path),
    // A suite that has changed on disk is read again.
    moduleCache: false,
    interopDefault: false,
  });
  const module: unknown = await jiti.import(pathToFileURL(path).href);
  if (typeof module !== 'object' || module === null || !('default' in module)) return undefined;
  return module.default;
}

/** The harness as users import it: `index.ts` in the sources, `index.js` in a build. */
async function importEntry(): Promise<unknown> {
  const kind = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const entry = new URL(`../index.${kind}`, import.meta.url).href;
  return import(entry);
}

/** zod comes along with toolrig, for suites in folders that have none. */
function findLibraries(path: string): Record<string, string> {
  try {
    createRequire(path).resolve('zod');
    return {};
  } catch {
    const own = createRequire(import.meta.url).resolve('zod');
    return existsSync(own) ? { zod: own } : {};
  }
}
