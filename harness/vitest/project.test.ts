import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { loadSuite } from '../suite/load/load-suite.ts';
import { runSuite } from '../run/run-suite.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';
import { linkProject, runVitest, type VitestRun } from '../testing/vitest-project.ts';

// A project of its own, with vitest in a process of its own, as a user has it.

const config = `export default {
  test: { reporters: ['default', 'toolrig/vitest/reporter'], include: ['**/*.test.mjs'] },
};
`;

let requests = 0;
let server: Server;

/** Answers the first request with a call and the one after its result with a text. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (more: Buffer) => (text += more.toString()));
    request.on('end', () => {
      requests += 1;
      const isAnswer = text.includes('"role":"tool"');
      const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
      const message = isAnswer
        ? { role: 'assistant', content: 'It is there.' }
        : { role: 'assistant', content: null, tool_calls: [call] };
      const finish_reason = isAnswer ? 'stop' : 'tool_calls';
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          created: 1,
          model: 'm',
          choices: [{ index: 0, message, finish_reason }],
        }),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

afterAll(() => {
  server.close();
});

async function open(files: Readonly<Record<string, string>>): Promise<ScratchFolder> {
  const project = await createScratchFolder();
  linkProject(project);
  await project.write('vitest.config.mjs', config);
  for (const [name, text] of Object.entries(files)) await project.write(name, text);
  return project;
}

/** What vitest says of one failed test. */
function failureOf({ text }: VitestRun, test: string): string {
  const part = text
    .split(/^ FAIL {2}/mu)
    .find((one) => one.split('\n')[0]?.endsWith(test) === true);
  return part?.split('\n').slice(1, 7).join('\n') ?? '';
}

function recordedSuite(prompt: string): string {
  const { port } = server.address() as AddressInfo;
  return JSON.stringify({
    name: 'looks',
    tools: [
      {
        name: 'look',
        description: 'Looks.',
        effect: 'read',
        parameters: { type: 'object', properties: {} },
        results: [{ give: { found: true } }],
      },
    ],
    models: [{ name: 'm', baseUrl: `http://127.0.0.1:${port}/v1`, nature: 'scripted' }],
    systemPrompt: prompt,
    scenarios: [{ id: 'there', user: 'Is it there?', expected: { calls: [{ tool: 'look' }] } }],
  });
}

it('the run folder has the bytes of a run of the same selection, whatever the order of tests and files', async () => {
  const suite = join(repositoryRoot, 'suites/orders');
  const describe = (variant: string, scenarios: readonly string[]): string =>
    `import { describeSuite } from 'toolrig/vitest';
     describeSuite(${JSON.stringify(suite)}, { variants: ['${variant}'], scenarios: ${JSON.stringify(scenarios)}, faults: ['standard'] });`;
  await using project = await open({
    'a.test.mjs': describe('naive', ['yes-twice', 'refund-once']),
    'b.test.mjs': describe('reference', ['refund-once', 'yes-twice']),
  });

  const run = await runVitest(project, ['--sequence.shuffle.tests']);

  expect(failureOf(run, 'naive > yes-twice')).toMatch(
    /turn \d+: double_effect: The effect of "refund_order" on A-1001\/1500 happened once more/u,
  );
  expect(run.exitCode).toBe(1);
  const [folder = ''] = readdirSync(join(project.path, 'reports/runs'));
  const loaded = await loadSuite(suite);
  const own = await runSuite(
    toTestRunOptions(loaded, join(project.path, 'own'), {
      variants: ['reference', 'naive'],
      scenarios: ['refund-once', 'yes-twice'],
      faults: ['standard'],
    }),
  );
  for (const name of ['trials.jsonl', 'scores.jsonl']) {
    const found = readFileSync(join(project.path, 'reports/runs', folder, name), 'utf8');
    expect(found === readFileSync(join(own.runFolder, name), 'utf8')).toBe(true);
  }
}, 120_000);

it('a trial that could not be measured is an error of the harness, under .not as well', async () => {
  await using project = await open({
    'suite.json': recordedSuite('Be kind.'),
    'a.test.mjs': `import { expect, test } from 'vitest';
      import { describeSuite, runScenario } from 'toolrig/vitest';
      describeSuite('./suite.json');
      test('passes', async () => { expect(await runScenario('./suite.json', 'there')).toPass(); });
      test('does not pass', async () => { expect(await runScenario('./suite.json', 'there')).not.toPass(); });
      test('no result', () => { expect({}).not.toPass(); });`,
  });

  const run = await runVitest(project);

  for (const test of ['suite.json > there', 'passes', 'does not pass']) {
    expect(failureOf(run, test)).toMatch(
      /^HarnessError: INVALID: the trial "looks\/there\/reference\/none\/r1" could not be measured[\s\S]*`toolrig record suite.json[\s\S]*`npx vitest run --update`/u,
    );
  }
  expect(failureOf(run, 'no result')).toContain('expected the result of runScenario');
  expect(run.text).toContain('(INVALID, 0 of 1 trials passed)');
  expect(requests).toBe(0);
}, 120_000);

it('--update records what is missing and what no longer answers, and nothing where CI is set', async () => {
  await using project = await open({
    'suite.json': recordedSuite('Be kind.'),
    'a.test.mjs': `import { describeSuite } from 'toolrig/vitest';
      describeSuite('./suite.json', { faults: ['standard'] });`,
    'cassettes/.keep': '',
  });
  const lane = join(project.path, 'cassettes/looks/there/reference/none.r1.jsonl');
  requests = 0;

  const inCi = await runVitest(project, ['--update'], { CI: '1' });
  expect(inCi.text).toContain('Nothing was recorded, although --update was given: CI is set');
  expect([inCi.exitCode, requests, existsSync(lane)]).toEqual([1, 0, false]);

  await runVitest(project, ['--update']);
  const first = readFileSync(lane, 'utf8');
  const sent = requests;
  expect(sent).toBeGreaterThanOrEqual(2);

  await runVitest(project, ['--update']);
  expect([readFileSync(lane, 'utf8') === first, requests]).toEqual([true, sent]);

  await project.write('suite.json', recordedSuite('Be very kind.'));
  const stale = await runVitest(project);
  expect([stale.exitCode, requests]).toEqual([1, sent]);
  expect(failureOf(stale, 'suite.json > there')).toContain(
    'system: recorded "Be kind.", now "Be very kind."',
  );

  await runVitest(project, ['--update']);
  expect(readFileSync(lane, 'utf8')).not.toBe(first);
  expect(requests).toBeGreaterThan(sent);
}, 240_000);
