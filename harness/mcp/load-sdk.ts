import type * as clientModule from '@modelcontextprotocol/sdk/client/index.js';
import type * as stdioModule from '@modelcontextprotocol/sdk/client/stdio.js';
import type * as httpModule from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { RigError } from '../core/rig-error.ts';

/** The parts of the MCP SDK that a client is made of. */
export interface McpClientSdk {
  readonly client: typeof clientModule;
  readonly stdio: typeof stdioModule;
  readonly http: typeof httpModule;
}

/**
 * Loads the MCP SDK, an optional peer: from beside this package, else from the folder of the suite.
 *
 * @throws RigError `PACKAGE_MISSING` that says what to install.
 */
export async function loadClientSdk(home: string): Promise<McpClientSdk> {
  try {
    return {
      client: await import('@modelcontextprotocol/sdk/client/index.js'),
      stdio: await import('@modelcontextprotocol/sdk/client/stdio.js'),
      http: await import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return {
      client: await importFrom(home, '@modelcontextprotocol/sdk/client/index.js'),
      stdio: await importFrom(home, '@modelcontextprotocol/sdk/client/stdio.js'),
      http: await importFrom(home, '@modelcontextprotocol/sdk/client/streamableHttp.js'),
    };
  }
}

async function importFrom<Module>(home: string, name: string): Promise<Module> {
  let path: string;
  try {
    path = createRequire(join(home, 'suite.js')).resolve(name);
  } catch {
    throw new RigError(
      'PACKAGE_MISSING',
      'Cannot use MCP: the package "@modelcontextprotocol/sdk" is not installed. Install it with `npm install --save-dev @modelcontextprotocol/sdk`',
    );
  }
  // The module of this name, as the folder of the suite has it.
  return (await import(pathToFileURL(path).href)) as Module;
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND')
  );
}
