/**
 * The steps of the build after `tsc`: the files that the harness reads at run time (fonts, licences, pages) are copied
 * to `dist/`, outputs without a source are removed, the JSON Schemas of suites and of all files that toolrig keeps are
 * written, the script of the HTML report is bundled, and the checkout gets its own command in `node_modules/.bin`, so that `npx toolrig` runs it as it is.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { build } from 'vite';

import { publishedSchemas } from './schema/stored-formats.ts';

const root = resolve(import.meta.dirname, '..');
const sources = join(root, 'harness');
const built = join(root, 'dist/harness');
const command = join(built, 'cli/main.js');
const pageScripts = { page: 'report/page/app/main.ts', follow: 'view/app/follow.ts' };

for (const path of filesIn(built)) {
  if (!hasSource(path)) rmSync(join(built, path));
}
for (const path of filesIn(sources).filter(isAsset)) {
  mkdirSync(dirname(join(built, path)), { recursive: true });
  copyFileSync(join(sources, path), join(built, path));
}
writeSchema(join(built, 'suite/suite.schema.json'), publishedSchemas['suite']);
for (const [name, schema] of Object.entries(publishedSchemas)) {
  writeSchema(join(root, 'dist/schemas', `${name}.json`), schema);
}
for (const [name, entry] of Object.entries(pageScripts)) {
  writeFileSync(join(built, `report/page/${name}.js`), await bundle(join(sources, entry)));
}
chmodSync(command, 0o755);
linkCommand(join(root, 'node_modules/.bin/toolrig'));

/** Paths of all files below a folder, relative to it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function isAsset(path: string): boolean {
  if (/^(report\/page|view)\/app\//.test(path)) return false;
  if (path === 'public-surface.txt') return false;
  return !/\.(ts|md)$/.test(path) && !/(^|\/)(testing|fixtures|golden)\//.test(path);
}

function hasSource(path: string): boolean {
  const module = path.replace(/\.(d\.ts|js)$/, '.ts');
  return existsSync(join(sources, module)) || (isAsset(path) && existsSync(join(sources, path)));
}

function writeSchema(path: string, schema: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(schema, null, 2)}\n`);
}

function linkCommand(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(relative(dirname(path), command), path);
}

/** A script of a page as one text without imports. */
async function bundle(input: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input,
        output: { format: 'iife' },
      },
    },
  });
  const outputs = [made].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [code] = outputs.flatMap((one) => (one.type === 'chunk' ? [one.code] : []));
  if (code === undefined) throw new Error(`"${input}" was not bundled`);
  return code;
}
