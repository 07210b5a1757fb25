import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkHouse, maxFilesAtTop, maxLines } from './testing/house/check-house.ts';
import { findIdlePermissions } from './testing/house/find-idle-permissions.ts';
import { checkLayers, type DeclaredPackages } from './testing/house/check-layers.ts';
import { layerTable } from './testing/house/layer-table.ts';
import { readSourceFiles, type Violation } from './testing/house/read-source-files.ts';
import { createScratchFolder } from './testing/scratch-folder.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const harness = import.meta.dirname;

async function readDeclared(): Promise<DeclaredPackages> {
  const text = await readFile(join(harness, '../package.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const runtime = { ...manifest.dependencies, ...manifest.peerDependencies };
  return {
    runtime: new Set(Object.keys(runtime)),
    development: new Set(Object.keys(manifest.devDependencies)),
  };
}

function toLine(violation: Violation): string {
  return `${violation.path}:${violation.line} ${violation.code} ${violation.text}`;
}

it('the harness keeps to its layers', async () => {
  const files = await readSourceFiles(harness);
  expect(checkLayers(files, await readDeclared()).map(toLine)).toEqual([]);
  expect(files.map((file) => file.path)).toContain('layers.test.ts');
});

it('the harness keeps to the rules of the house', async () => {
  expect(checkHouse(await readSourceFiles(harness)).map(toLine)).toEqual([]);
});

it('every package that the product needs at run time has an owner, and no owner one that is gone', async () => {
  const { runtime, development } = await readDeclared();
  const owned = Object.values(layerTable).flatMap((layer) => layer.owns);
  expect([...runtime].filter((name) => !owned.includes(name))).toEqual([]);
  expect(owned.filter((name) => !runtime.has(name) && !development.has(name))).toEqual([]);
});

it('the arrows between the layers make no circle', () => {
  const open = new Set(Object.keys(layerTable));
  const isFree = (folder: string): boolean =>
    layerTable[folder]?.imports.every((other) => !open.has(other)) === true;
  for (let free = [...open].filter(isFree); free.length > 0; free = [...open].filter(isFree)) {
    for (const folder of free) open.delete(folder);
  }
  expect([...open]).toEqual([]);
});

it('every permission of the table is used', async () => {
  expect(findIdlePermissions(await readSourceFiles(harness))).toEqual([]);
});

it('a planted permission that no import needs is reported', async () => {
  const planted = { ...layerTable, agent: { imports: ['json', 'core', 'stats'], owns: [] } };
  expect(findIdlePermissions(await readSourceFiles(harness), planted)).toEqual(['agent -> stats']);
});

const planted: readonly (readonly [path: string, source: string, expected: readonly string[]])[] = [
  ['core/a.ts', "import { b } from '../loop/b.ts';", ['1 layer']],
  ['loop/a.ts', "import type { B } from '../model/b.ts';", ['1 layer']],
  ['boundary/tool/deep/a.ts', "import { b } from '../../model/b.ts';", ['1 layer']],
  ['loop/a.ts', "import { b } from '../boundary/model/b.ts';", ['1 layer']],
  [
    'loop/a.ts',
    "export { b } from '../core/b.ts';\nexport { c } from '../dialect/c.ts';",
    ['2 layer'],
  ],
  ['score/a.ts', "const a = 1;\nconst b = await import(\n  '../loop/b.ts'\n);", ['2 layer']],
  ['boundary/tool/a.ts', "type B = import('../../cassette/b.ts').B;", ['1 layer']],
  ['score/a.ts', "import '../../harness/dialect/b.ts';", ['1 leaves_harness']],
  ['loop/a.test.ts', "import { b } from '../cli/b.ts';", ['1 layer']],
  ['run/a.ts', "import { index } from '../index.ts';", ['1 layer']],
  ['core/deep/er/a.ts', "import { b } from '../../../run/b.ts';", ['1 layer']],
  ['core/a.ts', "import leftPad from 'left-pad';", ['1 undeclared_package']],
  ['core/a.test.ts', "import leftPad from 'left-pad/fast';", ['1 undeclared_package']],
  ['loop/a.ts', "import OpenAI from 'openai';", ['1 package_owner']],
  ['suite/a.ts', "import { a } from '@napi-rs/canvas/node';", ['1 package_owner']],
  ['loop/a.ts', "import nock from 'nock';", ['1 development_package']],
  ['core/a.ts', "import { join } from 'node:path';", ['1 node_in_pure']],
  ['stats/a.ts', "import { a } from 'node:fs/promises';", ['1 node_in_pure']],
  ['loop/a.ts', "import { join } from 'path';", ['1 no_node_prefix']],
  ['loop/a.ts', "import { b } from './b.js';", ['1 no_extension']],
  ['loop/a.ts', "import { b } from '../../scripts/b.ts';", ['1 leaves_harness']],
  ['loop/a.ts', "import { b } from '../testing/b.ts';", ['1 testing_in_product']],
  ['loop/a.ts', "import { argv } from 'node:process';", ['1 surroundings']],
  [
    'loop/a.ts',
    'const a = 1;\nconst b = process.env;\nconsole.log(a / 2, b);',
    ['2 surroundings', '3 surroundings'],
  ],
  ['loop/a.ts', 'const b = `a ${process.env.B}`;', ['1 surroundings']],
  ['gadgets/a.ts', 'export const a = 1;', ['0 unknown_folder']],
];

it.each(planted)('planted violation %# in %s is reported', async (path, source, expected) => {
  await using scratch = await createScratchFolder();
  await scratch.write(path, source);
  const violations = checkLayers(await readSourceFiles(scratch.path), await readDeclared());
  expect(violations.map(({ line, code }) => `${line} ${code}`)).toEqual(expected);
});

const allowed: readonly (readonly [path: string, source: string])[] = [
  [
    'loop/a.ts',
    "import { b } from './b.ts';\nimport type { C } from '../core/c.ts';\nimport { d } from '../boundary/tool/d.ts';",
  ],
  ['model/a.ts', "import OpenAI from 'openai';\nimport { readFile } from 'node:fs/promises';"],
  ['cli/main.ts', 'console.log(process.argv);'],
  ['index.ts', "export { run } from './run/run.ts';"],
  [
    'core/a.test.ts',
    "import { it } from 'vitest';\nimport { b } from '../testing/b.ts';\nimport { join } from 'node:path';",
  ],
  [
    'loop/a.ts',
    "// import { b } from '../cli/b.ts';\n/* process.env */ const a = 'console.log()';",
  ],
  ['loop/a.ts', 'const a = `import x from "../cli/b.ts" ${`${{ a: `}` }.a}`} process.env`;'],
  ['loop/a.ts', "const a = /['\"`]/.test('x'); // it's\nconst b = a ? 1 / 2 : 'process.env / 2';"],
  ['loop/a.ts', 'const a = { process: 1 }.process; const b = a.console?.log;'],
  ['loop/a.ts', "export const from = 'left-pad';\nexport type A = 'a' | 'b';"],
];

it.each(allowed)('allowed piece %# in %s is not reported', async (path, source) => {
  await using scratch = await createScratchFolder();
  await scratch.write(path, source);
  const files = await readSourceFiles(scratch.path);
  expect(checkLayers(files, await readDeclared()).map(toLine)).toEqual([]);
});

const unlike: readonly (readonly [path: string, source: string, code: string])[] = [
  ['loop/runTrial.ts', '', 'name_case'],
  ['Loop/run.ts', '', 'name_case'],
  ['loop/json-utils.ts', '', 'empty_name'],
  ['loop/types.ts', '', 'empty_name'],
  ['loop/helpers.test.ts', '', 'empty_name'],
  ['common/run.ts', '', 'empty_name'],
  ['loop/index.ts', '', 'second_index'],
  ['loop/run.ts', 'const a = 1;\n'.repeat(maxLines + 1), 'too_long'],
  ['loop/run.ts', 'export default 1;', 'default_export'],
  ['loop/run.ts', "export * from './a.ts';", 'export_star'],
];

it.each(unlike)('a file unlike the house, %s, is reported', async (path, source, code) => {
  await using scratch = await createScratchFolder();
  await scratch.write(path, source);
  const violations = checkHouse(await readSourceFiles(scratch.path));
  expect(violations.map((violation) => violation.code)).toEqual([code]);
});

it('a folder with too many files at its top is reported', async () => {
  await using scratch = await createScratchFolder();
  for (let file = 0; file <= maxFilesAtTop; file += 1) {
    await scratch.write(`loop/a-${file}.ts`, 'const a = 1;\n');
  }
  const violations = checkHouse(await readSourceFiles(scratch.path));
  expect(violations.map(({ code, path }) => `${path} ${code}`)).toEqual(['loop crowded_folder']);
});

it('a file like the house is not reported', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('index.ts', "export { a } from './loop/run-trial.ts';\n");
  await scratch.write('loop/run-trial.ts', 'const a = 1;\n'.repeat(maxLines));
  expect(checkHouse(await readSourceFiles(scratch.path)).map(toLine)).toEqual([]);
});
