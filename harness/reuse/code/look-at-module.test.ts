import { expect, it } from 'vitest';

import { isJsonObject } from '../../json/json.ts';
import { moduleLook, packageLook } from './look-at-module.ts';

function look(source: string): Readonly<Record<string, unknown>> {
  const found = moduleLook.find(Buffer.from(source));
  return isJsonObject(found) ? found : {};
}

it.each([
  ['export default 1', []],
  ["import { a } from './a.ts'; export { b } from '../b.js'; import './c.mjs';", []],
  ["const text = 'process.env says new Date() and Math.random()';", []],
  ['// process.env\n/* new Date() */ const a = `Date.now() fetch`;', []],
  ['const about = { description: "Use `process` and the date (Date) here" };', []],
  ["new Date('2026-01-01'); Date.parse(x); Date.UTC(1); x instanceof Date;", []],
  ['const f = ({ process }: { process: string }) => 1;', ['uses `process`']],
  ['tool.process(1); const a = { process: 1 };', []],
  ['const a = b / c / d; const r = /["\']process/u.test(x);', []],
  ["import { createHash } from 'node:crypto'; createHash('sha256');", []],
  ["import { join } from 'node:path'; import url from 'url';", []],
  ["import data from './data.json' with { type: 'json' };", []],
  ['const a = process.env.A;', ['uses `process`']],
  ["const { env } = process; const a = env['A'];", ['uses `process`']],
  ['const a = `x ${process.env.A} y`;', ['uses `process`']],
  ['const a = `x ${`y ${Date.now()}`}`;', ['reads the clock (`Date.now`)']],
  ['const a = new Date();', ['reads the clock (`new Date()`)']],
  ['const a = new Date;', ['reads the clock (`new Date()`)']],
  ['const a = String(Date());', ['reads the clock (`Date()`)']],
  ['const D = Date; new D();', ['hands `Date` on']],
  ['const { now } = Date;', ['hands `Date` on']],
  ['class Now extends Date {}', ['hands `Date` on']],
  ['const a = Date?.now();', ['reads the clock (`Date.now`)']],
  ['function f(a: Date, b: Map<string, Date>): Date | null { let c = 1; return c; }', []],
  ['let count = 0;', ['keeps a variable (`let`) from one trial to the next']],
  ['const f = () => { let count = 0; for (let a of b) count += `${a}`.length; };', []],
  ["const a = Date['now']();", ['reads the clock (`Date.now`)']],
  ['const a = performance.now();', ['reads the clock (`performance`)']],
  ['const a = Math.random();', ['uses `Math.random`']],
  ['const a = crypto.randomUUID();', ['uses `crypto`']],
  ['await new Promise((done) => setTimeout(done, 1));', ['waits in real time']],
  ['const a = globalThis;', ['uses `globalThis`']],
  ["const a = eval('1');", ['makes code of text']],
  ["const a = new Function('return 1');", ['makes code of text']],
  ['const a = await import(name);', ['imports a module by a computed name']],
  ['const a = await import(`./${name}.ts`);', ['imports a module by a computed name']],
  ['const a = require(name);', ['requires a module by a computed name']],
  ['const a = __dirname;', ['uses the place of its file']],
  ['const a = import.meta.url;', ['uses `import.meta`']],
  ["import { readFile } from 'node:fs/promises';", ['imports "node:fs/promises"']],
  ["import fs from 'fs';", ['imports "fs"']],
  ["import { readdirSync } from 'node:fs';", ['imports more of "node:fs" than reading']],
  ["import os from 'node:os';", ['imports "node:os"']],
  ["export * from 'node:child_process';", ['imports "node:child_process"']],
  ["import { randomUUID } from 'node:crypto';", ['imports "node:crypto"']],
  ["import { createHash as h, randomUUID } from 'node:crypto';", ['imports "node:crypto"']],
  ["const { readFileSync } = require('fs');", ['imports "fs"']],
  ["import a from 'data:text/javascript,1';", ['imports "data:text/javascript,1"']],
  ["import a from '#inner';", ['imports "#inner", which its package resolves']],
  ["const a = '", []],
  ["const a = 'x\n; process.env", ['uses `process`']],
])('%j: %j', (source, problems) => {
  expect(look(source)['problems']).toEqual(problems);
});

it('lists what is imported, and files beside the module that are read where they are named', () => {
  const source = `import { readFileSync } from 'node:fs';
    import a, { type B } from './a.ts'; import type { C } from '@x/y/z';
    const d = await import('./d.ts'); const e = require("./e.cjs"); export * from './f.ts';
    const g = JSON.parse(readFileSync(new URL('g.json', import.meta.url), 'utf8'));`;
  const { imports, files, problems } = look(source);
  expect(imports).toEqual(
    expect.arrayContaining(['./a.ts', '@x/y/z', './d.ts', './e.cjs', './f.ts']),
  );
  expect([files, problems]).toEqual([['g.json'], []]);
});

it.each([
  "import { readFileSync } from 'node:fs'; readFileSync(path);",
  "import { readFileSync } from 'node:fs'; const read = readFileSync; read(new URL('a', import.meta.url));",
  "import { readFileSync } from 'node:fs'; readFileSync(new URL('a', import.meta.url)); readFileSync('b');",
])('reading what is not named there is a problem: %j', (source) => {
  expect(look(source)['problems']).not.toEqual([]);
});

it('times in the zone or the language of the machine are seen', () => {
  const sources = [
    'new Date(text)',
    'a.toLocaleString()',
    'a.localeCompare(b)',
    'new Intl.X()',
    '1',
  ];
  expect(sources.map((source) => look(source)['isLocal'])).toEqual([true, true, true, true, false]);
});

it('a package that reaches out of itself is named with what it uses', () => {
  const sources = [
    "require('fs')",
    'import a from "node:net"',
    "protocol === 'https'",
    "from './fs'",
  ];
  expect(sources.map((source) => packageLook.find(Buffer.from(source)))).toEqual([
    'fs',
    'net',
    null,
    null,
  ]);
});
