import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { repositoryRoot } from './run-command-line.ts';

/** The rows of the table: id and files; a row without files says why it waits. */
const rows = readFileSync(join(repositoryRoot, 'harness/testing/cases.md'), 'utf8')
  // A row without an id continues the row above.
  .replaceAll(' |\n| | | ', ', ')
  .split('\n')
  .flatMap((line) => {
    const [, id = '', where = ''] = /^\| (B[0-9]{3}) \| [a-z-]+ \| (.*) \|$/u.exec(line) ?? [];
    const files = [...where.matchAll(/`([^`]+\.test\.ts)`/gu)].map((match) => match[1] ?? '');
    return id === '' ? [] : [{ id, where, files }];
  });

it('every reported fault has a row, once', () => {
  const ids = rows.map((row) => row.id);
  expect(ids).toHaveLength(163);
  expect(new Set(ids).size).toBe(ids.length);
});

it('every file that a row names holds the id', () => {
  const wrong = rows.flatMap(({ id, files }) =>
    files.filter((file) => !readFileSync(join(repositoryRoot, file), 'utf8').includes(id)),
  );
  expect(wrong).toEqual([]);
});

it('a row without a test says what it waits for', () => {
  const silent = rows.filter(
    ({ where, files }) => files.length === 0 && !/^waits: .{20}/u.test(where),
  );
  expect(silent.map((row) => row.id)).toEqual([]);
});
