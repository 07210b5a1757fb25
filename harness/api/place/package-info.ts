import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isJsonObject } from '../../json/json.ts';

/** The folder of the package, whether it runs from its sources or from its build. */
export function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return folder;
    folder = parent;
  }
  return folder;
}

/** The version in the package's own `package.json`. */
export function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8'));
  const version = isJsonObject(parsed) ? parsed['version'] : undefined;
  return typeof version === 'string' ? version : '0.0.0';
}
