import { expect, it } from 'vitest';

import { findKept } from './find-kept.ts';

it.each<[code: string, kept: string | null]>([
  ['const seen = new Map(); const f = () => { seen.set(a, 1); };', 'seen'],
  ['const seen = new Map(); const f = () => seen.get(a);', null],
  ['const seen = new Set(); export default { handler: (a) => seen.add(a).size };', 'seen'],
  ['const list = []; function f() { list.push(a); }', 'list'],
  ['const list = []\nlist.push(a)\nlist.push(b)\nexport default list', null],
  ['const list = [];\nfor (const a of b) { list.push(a); }', 'list'],
  ['const list = []; const f = () =>\n  list.push(a);', 'list'],
  ['const list = []; const f = (a) =>\n  a\n    ? list.push(a) : 0;', 'list'],
  ['const list = []; list.push(a); export default { list };', null],
  ['const state = { n: 0 }; const f = () => ({ n: (state.n += 1) });', 'state'],
  ['const state = { n: 0 }; const f = () => { state.n++; };', 'state'],
  ['const state = { n: 0 }; const f = () => { ++state.n; };', 'state'],
  ['const state = { a: { b: 1 } }; const f = (k) => { state.a[k] = 2; };', 'state'],
  ['const state = { n: 0 }; const f = () => (state.n === 1 ? state.n >= 0 : state.n == 2);', null],
  ['const state = { f: 1 }; const g = () => [state].map((state) => state.f);', null],
  ['const state = {}; const f = () => { delete state.a; };', 'state'],
  ['const state = {}; const f = (a) => Object.assign(state, a);', 'state'],
  ['const state = {}; const f = (a) => Object.assign({}, state, a);', null],
  ['const rows = [1]; const f = () => rows.toSorted().map((one) => one);', null],
  ['const rows = [2, 1]; const f = () => rows.sort();', 'rows'],
  ['const ids = makeIds(); const f = () => ids.next().value;', 'ids'],
  [
    'import { type Row } from "0"; const f = (rows: Row[] = []) => rows; const a: Row[] = [];',
    null,
  ],
  ['import { f, type Row } from "0"; const g = (a: Row["1"] = []) => a;', null],
  ['import type { Row } from "0"; const g = (a: Row["1"] = []) => a;', null],
  ['class Count { static n = 0; } const f = () => { Count.n += 1; };', 'Count'],
  ['import { store } from "0"; const f = (a) => { store.rows.push(a); };', 'store'],
  ['import store, { other as rows } from "0"; const f = (a) => rows?.set(a, 1);', 'rows'],
  ['const f = (world) => { const seen = new Map(); seen.set(1, 2); world.rows.push(1); };', null],
  ['const $a = new Map(); const f = () => $a.set(1, 1);', '$a'],
  ['const a = {}; const f = () => b.a.set(1); const ba = (aa) => aa.set(1);', null],
])('%s: %j', (code, kept) => {
  expect(findKept(code)).toBe(kept);
});
