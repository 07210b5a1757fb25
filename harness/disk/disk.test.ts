import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { createScratchFolder } from '../testing/scratch-folder.ts';
import { useLimits } from '../testing/use-limits.ts';
import { cutFile, openAppendFile } from './append-file.ts';
import { toReason } from './disk-reason.ts';
import { openFile } from './open-file.ts';
import { readFile } from './read-file.ts';
import { replaceFile, replaceFileInPieces } from './replace-file.ts';

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return toReason(error);
  }
  return 'done';
}

const linked = 'it is a symbolic link, and nothing is written through links (ELOOP)';

it('a link in the place of a file is replaced, and what it points to is left alone', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('victim.txt', 'before');
  const file = join(scratch.path, 'out.json');
  symlinkSync(join(scratch.path, 'victim.txt'), file);
  replaceFile(file, 'after');
  expect(readFileSync(file, 'utf8')).toBe('after');
  expect(lstatSync(file).isSymbolicLink()).toBe(false);
  expect(readFileSync(join(scratch.path, 'victim.txt'), 'utf8')).toBe('before');
});

it('a link in the place of a draft is replaced, and what it points to is left alone', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('victim.txt', 'before');
  symlinkSync(join(scratch.path, 'victim.txt'), join(scratch.path, 'out.json.part'));
  replaceFile(join(scratch.path, 'out.json'), 'after');
  expect(readFileSync(join(scratch.path, 'victim.txt'), 'utf8')).toBe('before');
  expect(readdirSync(scratch.path)).toEqual(['out.json', 'victim.txt']);
});

it.each([
  ['appended to', (path: string) => openAppendFile(path)],
  ['cut', (path: string) => cutFile(path, 0)],
  ['created', (path: string) => openFile(path, 'create')],
])('nothing is %s through a link', async (_, work) => {
  await using scratch = await createScratchFolder();
  await scratch.write('victim.txt', 'before');
  symlinkSync(join(scratch.path, 'victim.txt'), join(scratch.path, 'trials.jsonl'));
  expect([linked, 'it exists already (EEXIST)']).toContain(
    reasonOf(() => work(join(scratch.path, 'trials.jsonl'))),
  );
  expect(readFileSync(join(scratch.path, 'victim.txt'), 'utf8')).toBe('before');
});

it('content that stops coming leaves the file as it was, and no draft', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('page.html', 'old');
  const pieces = async function* (): AsyncGenerator<string> {
    yield 'half';
    await Promise.resolve();
    throw new Error('the run folder is damaged');
  };
  await expect(replaceFileInPieces(join(scratch.path, 'page.html'), pieces())).rejects.toThrow(
    'the run folder is damaged',
  );
  expect(readFileSync(join(scratch.path, 'page.html'), 'utf8')).toBe('old');
  expect(readdirSync(scratch.path)).toEqual(['page.html']);
});

it('a draft that another writer has replaced is not published', async () => {
  await using scratch = await createScratchFolder();
  const file = join(scratch.path, 'out.json');
  const pieces = function* (): Generator<string> {
    yield 'mine';
    replaceFile(file, 'theirs');
  };
  await expect(replaceFileInPieces(file, pieces())).rejects.toMatchObject({ code: 'EBUSY' });
  expect(readFileSync(file, 'utf8')).toBe('theirs');
});

it('a file larger than its limit is refused before it is read', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('a.jsonl', 'x'.repeat(100));
  const file = join(scratch.path, 'a.jsonl');
  using _ = useLimits({ inputBytes: 100, suiteBytes: 99 });
  expect(readFile(file, 'inputBytes')).toBe('x'.repeat(100));
  expect(reasonOf(() => readFile(file, 'suiteBytes'))).toBe(
    'it may have 99 bytes (limit suiteBytes: a suite, configuration or baseline) and has 100. Raise the limit with TOOLRIG_SUITE_BYTES',
  );
});

it('a pipe and a folder are no files to read, and reading neither waits', async () => {
  await using scratch = await createScratchFolder();
  execFileSync('mkfifo', [join(scratch.path, 'pipe')]);
  mkdirSync(join(scratch.path, 'folder'));
  expect(reasonOf(() => readFile(join(scratch.path, 'pipe'), 'inputBytes'))).toBe(
    'it is not a regular file (ENOTREG)',
  );
  expect(reasonOf(() => readFile(join(scratch.path, 'folder'), 'inputBytes'))).toBe(
    'it is a folder (EISDIR)',
  );
});

it('appended texts follow each other, and a cut keeps the first bytes', async () => {
  await using scratch = await createScratchFolder();
  const path = join(scratch.path, 'trials.jsonl');
  writeFileSync(path, 'one\n');
  const file = openAppendFile(path);
  file.append('two é\n');
  file.sync();
  file.close();
  expect(readFile(path, 'inputBytes')).toBe('one\ntwo é\n');
  cutFile(path, 4);
  expect(readFile(path, 'inputBytes')).toBe('one\n');
});
