import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { parse } from 'yaml';

import {
  type ActionResult,
  type ActionStep,
  readAction,
  runAction,
} from '../testing/composite-action.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';

const actionFile = join(repositoryRoot, '.github/actions/toolrig/action.yml');

const suiteOf = (reply: string): string => `
tools:
  - { name: look, description: Looks., effect: read, parameters: { type: object }, results: [{ give: {} }] }
model: { script: [${reply}] }
scenarios:
  - id: greets
    user: Hi
    expected: { calls: [], says: Hello }
`;

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
}

/** The comments of pull request 7, over the part of GitHub's API that the action uses. */
async function startGithub(comments: Comment[], status = 200) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://host');
      asked.push(`${request.method ?? ''} ${url.pathname} ${request.headers.authorization ?? ''}`);
      const { body = '' } = text === '' ? {} : (JSON.parse(text) as { readonly body?: string });
      const id = Number(url.pathname.split('/').at(-1));
      const known = comments.find((comment) => comment.id === id);
      if (request.method === 'POST')
        comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
      if (request.method === 'PATCH' && known !== undefined) known.body = body;
      const page = Number(url.searchParams.get('page') ?? 1);
      const shown = comments.slice((page - 1) * 100, page * 100);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(request.method === 'GET' ? shown : {}));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A repository of somebody else, in which toolrig is installed. */
async function createRepository(isInstalled = true): Promise<ScratchFolder> {
  const scratch = await createScratchFolder();
  await scratch.write('package.json', '{ "name": "shop", "private": true }');
  await scratch.write('event.json', '{ "pull_request": { "number": 7 } }');
  await scratch.write('good/suite.yaml', suiteOf('Hello.'));
  await scratch.write('bad/suite.yaml', suiteOf('Goodbye.'));
  if (!isInstalled) return scratch;
  await mkdir(join(scratch.path, 'node_modules/.bin'), { recursive: true });
  const bin = join(scratch.path, 'node_modules/.bin/toolrig');
  const main = join(repositoryRoot, 'dist/harness/cli/main.js');
  await scratch.write(
    'node_modules/.bin/toolrig',
    `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`,
  );
  await chmod(bin, 0o755);
  return scratch;
}

async function use(
  scratch: ScratchFolder,
  inputs: Readonly<Record<string, string>>,
  api = 'http://127.0.0.1:1',
): Promise<ActionResult> {
  return await runAction(actionFile, {
    folder: scratch.path,
    inputs: { arguments: '', ...inputs },
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: scratch.path,
      GITHUB_EVENT_PATH: join(scratch.path, 'event.json'),
      GITHUB_REPOSITORY: 'somebody/shop',
      GITHUB_API_URL: api,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_RUN_ID: '99',
    },
  });
}

interface Job {
  readonly steps: readonly ActionStep[];
}

// The file is that of this repository: a part that is missing fails the tests below.
const workflow = parse(
  readFileSync(join(repositoryRoot, '.github/workflows/toolrig.yml'), 'utf8'),
) as { readonly jobs: Readonly<Record<string, Job>> };
const workflowSteps = Object.values(workflow.jobs).flatMap(({ steps }) => steps);
const action = readAction(actionFile);

it('the workflow of this repository uses the action with inputs that it has', () => {
  const [step] = workflowSteps.filter(({ uses }) => uses === './.github/actions/toolrig');
  const known = Object.keys(action.inputs);
  expect(Object.keys(step?.with ?? {}).filter((name) => !known.includes(name))).toEqual([]);
  expect(step?.with?.['suite']).toBe('suites/orders');
});

it('no text of a pull request is pasted into a script', () => {
  const scripts = [...action.runs.steps, ...workflowSteps].flatMap(({ run }) => run ?? []);
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

it('in another repository it reports a failure at the line of its scenario, and fails the job', async () => {
  await using scratch = await createRepository();
  const { failed, log, summary, outputs } = await use(scratch, { suite: 'bad' });
  expect(failed).toBe(true);
  expect(outputs).toMatchObject({ verdict: 'FAIL', 'exit-code': '1' });
  expect(log).toContain('::error file=bad/suite.yaml,line=6,title=bad.');
  expect(summary).toContain('toolrig `bad`: FAIL');
  expect(summary).toContain('https://github.example/somebody/shop/actions/runs/99#artifacts');
  const kept = join(scratch.path, 'toolrig-reports');
  expect(readFileSync(join(kept, 'report.html'), 'utf8')).toContain('<!doctype html>');
  expect(readdirSync(join(kept, 'pictures')).length).toBeGreaterThan(0);
  expect(existsSync(join(scratch.path, outputs['run-folder'] ?? '', 'summary.json'))).toBe(true);
}, 120_000);

it('several suites: the worst exit code, a summary of each, and comments that are updated', async () => {
  await using scratch = await createRepository();
  const comments: Comment[] = Array.from({ length: 100 }, (_, at) => ({
    id: at + 1,
    body: at === 3 ? '<!-- toolrig: good --> as somebody quotes it' : 'Nice.',
    user: { type: 'User' },
  }));
  await using github = await startGithub(comments);
  const inputs = { suite: 'good\n bad \n', comment: 'true' };
  const first = await use(scratch, inputs, github.url);
  expect([first.failed, first.outputs['verdict'], first.outputs['exit-code']]).toEqual([
    true,
    'FAIL',
    '1',
  ]);
  expect(first.outputs['run-folder']?.split('\n')).toHaveLength(2);
  expect(comments.slice(100).map(({ body }) => body.split('\n').slice(0, 2))).toEqual([
    ['<!-- toolrig: good -->', '## ✅ toolrig `good`: PASS'],
    ['<!-- toolrig: bad -->', '## ❌ toolrig `bad`: FAIL'],
  ]);
  await scratch.write('bad/suite.yaml', suiteOf('Hello.'));
  const second = await use(scratch, inputs, github.url);
  expect([second.failed, second.outputs['verdict']]).toEqual([false, 'PASS']);
  expect(comments).toHaveLength(102);
  expect(comments[101]?.body).toContain('toolrig `bad`: PASS');
  expect(comments[3]?.body).toContain('quotes');
  expect(github.asked.every((line) => line.endsWith(' Bearer token-of-the-job'))).toBe(true);
}, 120_000);

it('a comment that may not be written is a warning, and the verdict holds', async () => {
  await using scratch = await createRepository();
  await using github = await startGithub([], 403);
  const { failed, log } = await use(scratch, { suite: 'good', comment: 'true' }, github.url);
  expect(failed).toBe(false);
  expect(log).toContain('::warning title=toolrig::No comment was written: GET issues/7/comments');
}, 120_000);

it('what was not measured and what did not begin fail the job with their exit codes', async () => {
  await using scratch = await createRepository();
  const unrecorded = suiteOf('').replace('model: { script: [] }', 'model: { name: m, model: m }');
  await scratch.write('bad/suite.yaml', unrecorded);
  const invalid = await use(scratch, { suite: 'bad' });
  expect([invalid.failed, invalid.outputs['verdict'], invalid.outputs['exit-code']]).toEqual([
    true,
    'INVALID',
    '4',
  ]);
  const refused = await use(scratch, { suite: 'bad', arguments: '--mode nonsense' });
  expect([refused.failed, refused.outputs['exit-code']]).toEqual([true, '2']);
  expect(refused.log).toContain('::error title=toolrig::The run did not begin (exit code 2)');
}, 120_000);

it('outside of a pull request there is no comment, and without toolrig the job says how to install it', async () => {
  await using scratch = await createRepository();
  await scratch.write('event.json', '{ "ref": "main" }');
  const pushed = await use(scratch, { suite: 'good', comment: 'true' });
  expect([pushed.failed, pushed.log.includes('this job is not of a pull request')]).toEqual([
    false,
    true,
  ]);
  await using bare = await createRepository(false);
  const missing = await use(bare, { suite: 'good' });
  expect([missing.failed, missing.log.includes('npm install --save-dev toolrig')]).toEqual([
    true,
    true,
  ]);
}, 120_000);
