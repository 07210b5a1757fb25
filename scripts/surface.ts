/** Writes `harness/public-surface.txt`, which a test compares with the exports of the package. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { describeSurface, readEntries } from './surface/describe-surface.ts';
import { emitDeclarations } from './surface/emit-declarations.ts';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'toolrig-surface-'));
try {
  emitDeclarations(root, folder);
  const entries = readEntries(readFileSync(join(root, 'package.json'), 'utf8'), folder);
  writeFileSync(join(root, 'harness/public-surface.txt'), describeSurface(entries));
} finally {
  rmSync(folder, { recursive: true });
}
