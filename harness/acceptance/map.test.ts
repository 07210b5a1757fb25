import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

import { layerTable } from '../testing/house/layer-table.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';

const harness = join(repositoryRoot, 'harness');
const map = readFileSync(join(harness, 'README.md'), 'utf8');

/** Paths in backticks: with a slash or an ending. Names of a room's own files are looked for in that room. */
function listPaths(line: string): readonly string[] {
  const room = /^\| `(?<room>[a-z/]+)` \|/u.exec(line)?.groups?.['room'];
  const words = [...line.matchAll(/`(?<path>[\w./*-]+)`/gu)].map(
    ({ groups }) => groups?.['path'] ?? '',
  );
  const paths = words.filter(
    (word) => word !== 'toolrig/vitest' && /^[a-z][\w-]*\/|\.ts$|\.txt$/u.test(word),
  );
  return paths.map((path) => (room === undefined || path.includes('/') ? path : `${room}/${path}`));
}

function isThere(path: string): boolean {
  const places = [harness, repositoryRoot].map((folder) => join(folder, path));
  if (path.includes('*')) return places.some(hasMatch);
  return places.some((place) => existsSync(place));
}

/** A file of the folder fits the last part, in which `*` is any run of characters. */
function hasMatch(pattern: string): boolean {
  const [start = '', end = ''] = basename(pattern).split('*');
  const folder = dirname(pattern);
  return (
    existsSync(folder) &&
    readdirSync(folder).some((name) => name.startsWith(start) && name.endsWith(end))
  );
}

it('every path that the map names exists', () => {
  const rooms = Object.keys(layerTable);
  const named = map.split('\n').flatMap(listPaths);
  const inRoom = (path: string): boolean => rooms.some((room) => isThere(`${room}/${path}`));
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !isThere(path) && !inRoom(path))).toEqual([]);
});

it('every room is in the map', () => {
  const rooms = Object.keys(layerTable).filter((room) => room !== 'testing');
  expect(rooms.filter((room) => !map.includes(`\`${room}\``))).toEqual([]);
});
