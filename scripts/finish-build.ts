/**
 * What `tsc` leaves undone in `dist/`: the files that the harness reads at run time beside its
 * modules (schema, fonts, licences, pages), and the command of the checkout itself, so that
 * `npx toolrig` works after `npm ci` without asking a registry.
 */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const command = join(root, 'dist/harness/cli/main.js');

for (const path of assets(join(root, 'harness'))) {
  const target = join(root, 'dist', relative(root, path));
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(path, target);
}
chmodSync(command, 0o755);
linkCommand(join(root, 'node_modules/.bin/toolrig'));

/** Every file of the harness that is neither a module, a page of documentation nor test data. */
function assets(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isTestData(entry.name) ? [] : assets(path);
    return /\.(ts|md)$/.test(entry.name) ? [] : [path];
  });
}

function isTestData(folderName: string): boolean {
  return ['testing', 'fixtures', 'golden', 'decision'].includes(folderName);
}

function linkCommand(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(relative(dirname(path), command), path);
}
