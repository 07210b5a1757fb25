import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from './run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from './scratch-folder.ts';

/** A copy of the shipped suite `suites/orders` and its recordings that a test may damage. */
export async function copyOrders(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  const copied = ['suites/orders', 'cassettes/orders', 'cassettes/parts'];
  for (const path of copied) {
    cpSync(join(repositoryRoot, path), join(folder.path, path), { recursive: true });
  }
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder.path, 'node_modules'));
  return folder;
}
