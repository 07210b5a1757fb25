import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { readGit } from './read-git.ts';

const systemPath = process.env['PATH'] ?? '';

function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid'];
  return execFileSync('git', [...identity, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: systemPath, GIT_CONFIG_NOSYSTEM: '1', HOME: cwd },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** A repository with one commit, and a program that leaves a mark when anything runs it. */
async function createRepository(scratch: ScratchFolder): Promise<{
  readonly commit: string;
  readonly program: string;
  readonly wasRun: () => boolean;
}> {
  await scratch.write('a.txt', 'one\n');
  git(scratch.path, 'init', '-q');
  git(scratch.path, 'add', 'a.txt');
  git(scratch.path, 'commit', '-qm', 'one');
  const mark = join(scratch.path, 'ran');
  const program = join(scratch.path, 'program.sh');
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
  chmodSync(program, 0o755);
  const commit = git(scratch.path, 'rev-parse', 'HEAD');
  return { commit, program, wasRun: () => existsSync(mark) };
}

it('reads the commit, and whether a tracked file differs from it', async () => {
  await using scratch = await createScratchFolder();
  const { commit } = await createRepository(scratch);
  const place = { cwd: scratch.path, env: { PATH: systemPath } };
  expect(readGit(place)).toMatchObject({ commit, dirty: false });
  await scratch.write('a.txt', 'two\n');
  expect(readGit(place)).toMatchObject({ commit, dirty: true });
});

it.each(['core.fsmonitor', 'core.hooksPath', 'filter.evil.clean', 'filter.evil.process'])(
  'a program that the folder names as %s is not run',
  async (setting) => {
    await using scratch = await createScratchFolder();
    const { commit, program, wasRun } = await createRepository(scratch);
    git(scratch.path, 'config', setting, setting === 'core.hooksPath' ? dirname(program) : program);
    await scratch.write('.git/info/attributes', '* filter=evil\n');
    await scratch.write('a.txt', 'two\n');
    const dirty = setting.startsWith('filter.') ? null : true;
    expect(readGit({ cwd: scratch.path, env: { PATH: systemPath } })).toMatchObject({
      commit,
      dirty,
    });
    expect(wasRun()).toBe(false);
  },
);

it('a bare repository inside the working folder is not taken for one', async () => {
  await using scratch = await createScratchFolder();
  const { commit, program, wasRun } = await createRepository(scratch);
  git(scratch.path, 'clone', '-q', '--bare', '.', 'suites');
  git(join(scratch.path, 'suites'), 'config', 'core.fsmonitor', program);
  git(join(scratch.path, 'suites'), 'config', 'core.bare', 'false');
  git(join(scratch.path, 'suites'), 'config', 'core.worktree', scratch.path);
  const found = readGit({ cwd: join(scratch.path, 'suites'), env: { PATH: systemPath } });
  expect([null, commit]).toContain(found?.['commit'] ?? null);
  expect(wasRun()).toBe(false);
});

it('a program named git inside the working folder is not run', async () => {
  await using scratch = await createScratchFolder();
  const { commit, program, wasRun } = await createRepository(scratch);
  const folder = join(scratch.path, 'node_modules', '.bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nexec '${program}'\n`);
  chmodSync(join(folder, 'git'), 0o755);
  const env = { PATH: `.:${folder}:${systemPath}` };
  expect(readGit({ cwd: scratch.path, env })?.['commit']).toBe(commit);
  expect(wasRun()).toBe(false);
});

it('without git on the path nothing is known', async () => {
  await using scratch = await createScratchFolder();
  await createRepository(scratch);
  expect(readGit({ cwd: scratch.path, env: {} })).toBeNull();
});
