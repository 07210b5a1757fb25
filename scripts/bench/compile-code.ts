import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compiles the harness and the benchmark as the package is built, so that plain JavaScript is measured.
 *
 * @returns The compiled entry of the child processes.
 */
export function compileCode(root: string, scratch: string): string {
  const outDir = join(scratch, 'code');
  mkdirSync(outDir, { recursive: true });
  const config = {
    extends: join(root, 'tsconfig.build.json'),
    compilerOptions: {
      outDir,
      rootDir: root,
      declaration: false,
      noCheck: true,
      noEmitOnError: false,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: [join(root, 'scripts/bench/main.ts')],
    include: [],
  };
  const configFile = join(scratch, 'tsconfig.json');
  writeFileSync(configFile, JSON.stringify(config));
  writeFileSync(join(outDir, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(outDir, 'node_modules'), 'dir');
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', configFile], { stdio: 'inherit' });
  return join(outDir, 'scripts/bench/main.js');
}
