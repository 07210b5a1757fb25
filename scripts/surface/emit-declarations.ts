import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

/** Emits the declarations of the package into a folder, as the build does. */
export function emitDeclarations(root: string, folder: string): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const project = join(root, 'tsconfig.build.json');
  execFileSync(
    process.execPath,
    [compiler, '-p', project, '--emitDeclarationOnly', '--outDir', folder],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}
