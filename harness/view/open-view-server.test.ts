import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeRun } from '../testing/made-run.ts';
import { saveMadeRun } from '../testing/save-made-run.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { openViewServer } from './open-view-server.ts';
import { RunList } from './run-list.ts';
import { Viewer } from './viewer.ts';

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks a viewer over a socket; `fetch` would not send another host. */
async function ask(
  scratch: ScratchFolder,
  { path, method = 'GET', headers = {} }: Asked,
): Promise<{ readonly status: number; readonly text: string }> {
  const viewer = new Viewer({
    runs: new RunList(join(scratch.path, 'runs')),
    report: (folder) => Promise.resolve([`report of ${folder}`]),
    compare: (left, right) => Promise.resolve([`${left} with ${right}`]),
    accepted: () => 0.75,
    now: () => Date.parse('2026-01-01T00:00:10.000Z'),
  });
  const server = await openViewServer(viewer, 0);
  try {
    return await new Promise((resolve, reject) => {
      const sent = request(`${server.origin}${path}`, { method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      sent.on('error', reject).end();
    });
  } finally {
    await server.close();
  }
}

async function makeRuns(scratch: ScratchFolder): Promise<void> {
  for (const [place, value] of [1, 0.5].entries()) {
    const made = makeRun([
      { scenario: 's', values: { 'task.success': value } },
      { scenario: 't', values: { 'task.success': 1 } },
    ]);
    const environment = {
      startedAt: `2026-01-0${place + 1}T00:00:00.000Z`,
      git: { commit: `abcdef01234${place}`, branch: 'main', dirty: place === 1 },
    };
    const manifest = {
      ...made.manifest,
      content: { ...made.manifest.content, suite: 'made' },
      environment,
    };
    await saveMadeRun({ ...made, manifest }, scratch, `runs/r${place + 1}`);
  }
}

it.each<[string, Asked, number, string]>([
  ['another host', { path: '/', headers: { host: 'evil.test' } }, 403, 'only under the address'],
  ['another port as host', { path: '/', headers: { host: '127.0.0.1:1' } }, 403, 'only under'],
  ['another origin', { path: '/', headers: { origin: 'http://evil.test' } }, 403, 'no other site'],
  ['the origin of a file', { path: '/', headers: { origin: 'null' } }, 403, 'no other site'],
  ['a change', { path: '/runs/r1', method: 'DELETE' }, 405, 'only reads'],
  ['a form', { path: '/', method: 'POST' }, 405, 'only reads'],
  ['a path out of the folder', { path: '/runs/..%2fsecret' }, 404, 'no such run'],
  ['a folder that is no run', { path: '/runs/notes' }, 404, 'no such run'],
  ['a link to a run elsewhere', { path: '/runs/link' }, 404, 'no such run'],
  ['a file beside the runs', { path: '/secret/summary.json' }, 404, 'no such run'],
  ['an address that cannot be decoded', { path: '/runs/%zz' }, 404, 'no such run'],
  ['a path that is no address', { path: '//' }, 400, 'no address'],
  ['a comparison with nothing', { path: '/compare?baseline=r1&candidate=no' }, 404, 'no such run'],
])('refused: %s', async (_, asked, ...[status, text]) => {
  await using scratch = await createScratchFolder();
  await makeRuns(scratch);
  mkdirSync(join(scratch.path, 'runs/notes'));
  await saveMadeRun(makeRun([{ scenario: 's', values: {} }]), scratch, 'secret');
  symlinkSync(join(scratch.path, 'secret'), join(scratch.path, 'runs/link'));
  const answer = await ask(scratch, asked);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(text);
});

it.each<[string, readonly string[]]>([
  ['/', ['r2', 'abcdef01+ (main)', 'abcdef01 (main)', '2 of 2 passed', 'compare with ...']],
  ['/?with=r1', ['Choose the run to compare with', '/compare?baseline=r1&#38;candidate=r2']],
  ['/?suite=other', ['0 runs', 'There is no run here yet']],
  ['/runs/r1', ['report of ']],
  ['/compare?baseline=r1&candidate=r2', ['r1 with ', 'runs/r2']],
  ['/history', ['task.success', 'accepted 0.750', 'r1: 1.000', 'r2: 0.750', '▼']],
  ['/history?variant=no', ['No finished run has a value of it']],
])('%s is answered', async (path, texts) => {
  await using scratch = await createScratchFolder();
  await makeRuns(scratch);
  const answer = await ask(scratch, { path });
  expect(answer.status).toBe(200);
  for (const text of texts) expect(answer.text).toContain(text);
});

it('HEAD answers as GET does, without the page', async () => {
  await using scratch = await createScratchFolder();
  await makeRuns(scratch);
  expect(await ask(scratch, { path: '/', method: 'HEAD' })).toEqual({ status: 200, text: '' });
});

it('a run that goes on shows how far it is, one that was killed how to continue it', async () => {
  await using scratch = await createScratchFolder();
  const made = makeRun([
    { scenario: 's', values: { 'task.success': 1 } },
    {
      scenario: 't',
      values: { 'task.success': 0 },
      losses: [{ code: 'effect_twice', event: null, text: 'Paid <b>twice</b>' }],
    },
    { scenario: 'u', values: { 'task.success': 1 } },
  ]);
  await saveMadeRun(made, scratch, 'runs/on');
  const folder = join(scratch.path, 'runs/on');
  const lines = made.results.map(({ score }) => JSON.stringify(score));
  // The third trial is just being written.
  writeFileSync(
    join(folder, 'scores.jsonl'),
    `${lines[0]}\n${lines[1]}\n${lines[2]?.slice(0, 40)}`,
  );
  rmSync(join(folder, 'summary.json'));
  const killed = await ask(scratch, { path: '/runs/on' });
  expect(killed.text).toContain('toolrig run --resume');
  expect(killed.text).toContain('2 of 3 conversations');
  expect(killed.text).not.toContain(' s left');
  writeFileSync(join(folder, 'run.lock'), 'somebody');
  const { text } = await ask(scratch, { path: '/runs/on/progress' });
  const { html, isOver } = JSON.parse(text) as { html: string; isOver: boolean };
  expect(isOver).toBe(false);
  expect(html).toContain('2 of 3 conversations, 0.2 trials a second, about 5 s left');
  expect(html).toContain('effect_twice: Paid &#60;b&#62;twice&#60;/b&#62;');
});

it('a damaged line of a run that goes on is counted and left out', async () => {
  await using scratch = await createScratchFolder();
  const made = makeRun([{ scenario: 's' }, { scenario: 't' }]);
  await saveMadeRun(made, scratch, 'runs/on');
  const folder = join(scratch.path, 'runs/on');
  const [line] = made.results.map(({ score }) => JSON.stringify(score));
  writeFileSync(join(folder, 'scores.jsonl'), `${line}\n{"lane":\n[]\n`);
  rmSync(join(folder, 'summary.json'));
  const { status, text } = await ask(scratch, { path: '/runs/on' });
  expect(status).toBe(200);
  expect(text).toContain('1 of 2 conversations');
  expect(text).toContain('2 lines of scores.jsonl cannot be read');
});

it('the report of a run is made again after the run was finished again', async () => {
  await using scratch = await createScratchFolder();
  await makeRuns(scratch);
  let made = 0;
  const viewer = new Viewer({
    runs: new RunList(join(scratch.path, 'runs')),
    report: () => Promise.resolve([`report ${(made += 1)}`]),
    compare: () => Promise.resolve([`comparison ${(made += 1)}`]),
    accepted: () => null,
    now: () => 0,
  });
  const open = async (path: string): Promise<string> =>
    (await viewer.answer(new URL(path, 'http://127.0.0.1'))).body.join('');
  expect([await open('/runs/r1'), await open('/runs/r1')]).toEqual(['report 1', 'report 1']);
  const pair = '/compare?baseline=r1&candidate=r2';
  expect([await open(pair), await open(pair)]).toEqual(['comparison 2', 'comparison 2']);
  utimesSync(join(scratch.path, 'runs/r1/summary.json'), 9e8, 9e8);
  expect([await open('/runs/r1'), await open(pair)]).toEqual(['report 3', 'comparison 4']);
});

it('a run that is damaged is listed, and opening it says what is wrong', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('runs/torn/manifest.json', '{');
  const { text } = await ask(scratch, { path: '/' });
  expect(text).toContain('torn');
  expect(text).toContain('unreadable');
});
