import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const files = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Installs the locked frameworks, without their install scripts, where no walk over the checkout meets them; what is installed
 * already from the same lock is used again.
 *
 * @returns The folder that holds their `node_modules`.
 */
export function installFrameworks(root: string): string {
  const source = join(root, 'scripts/frameworks');
  const place = join(root, 'node_modules/.cache/frameworks');
  const lock = readFileSync(join(source, 'package-lock.json'), 'utf8');
  const stamp = join(place, 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return place;
  mkdirSync(place, { recursive: true });
  for (const file of files) cpSync(join(source, file), join(place, file));
  execFileSync('npm', ['ci'], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  writeFileSync(stamp, lock);
  return place;
}
