import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { readRun } from '../run/folder/read-run.ts';
import { runSuite } from '../run/run-suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { type TestRun, toTestRunOptions } from '../testing/test-run-options.ts';
import { type AgentSuiteChange, writeAgentSuite } from '../testing/write-agent-suite.ts';

/** Runs what was written, and gives what became of each scenario. */
async function run(folder: ScratchFolder, given: TestRun = {}, out = 'runs') {
  const suite = await loadSuite(folder.path);
  const options = toTestRunOptions(suite, `${folder.path}/${out}`, given);
  const { runFolder, summary } = await runSuite(options);
  const trials = [];
  for await (const trial of readRun(runFolder).trials()) trials.push(trial);
  return { runFolder, summary, trials };
}

async function runOne(user: string | readonly string[], change: AgentSuiteChange = {}) {
  await using folder = await createScratchFolder();
  await writeAgentSuite(folder, [user], change);
  const { trials, summary } = await run(folder);
  const [trial] = trials;
  const end = trial?.events.find((event) => event.type === 'end');
  const guards = trial?.events.flatMap((event) => (event.type === 'guard' ? [event.text] : []));
  return { summary, outcome: trial?.outcome, end, guards: guards ?? [] };
}

it.each(['stdin', 'argument', 'jsonl'] as const)(
  'a command takes a turn by "%s"',
  async (input) => {
    const { end, outcome } = await runOne('hello', { input });
    expect(outcome).toEqual({ status: 'finished', stopReason: 'answered' });
    expect(end).toMatchObject({ text: 'You said hello.' });
  },
);

it('lines of JSON carry several turns of the user', async () => {
  const { end, outcome } = await runOne(['hello', 'again'], { input: 'jsonl' });
  expect(outcome).toEqual({ status: 'finished', stopReason: 'answered' });
  expect(end).toMatchObject({ text: 'You said again.' });
});

const failures: readonly (readonly [
  user: string,
  input: 'stdin' | 'jsonl',
  text: string | RegExp,
])[] = [
  ['crash', 'stdin', /^exit_code: The agent ended with exit code 1, before its first request: .+/u],
  ['exit 3', 'stdin', 'exit_code: The agent ended with exit code 3, before its first request'],
  ['exit 3', 'jsonl', 'exit_code: The agent ended with exit code 3, before its first request'],
  ['kill', 'stdin', 'signal: The agent was ended by SIGTERM, before its first request'],
  ['silent', 'stdin', 'no_output: The agent ended and said nothing, at turn 1, attempt 1'],
  [
    'exit 0',
    'jsonl',
    'no_output: The agent ended before it answered turn 1 of the user, before its first request',
  ],
  [
    'garbage',
    'jsonl',
    'bad_output: The agent answered "what?", which is not JSON: expected one JSON object with "content", such as {"content": "Done."}, before its first request',
  ],
  [
    'endless',
    'stdin',
    'output_limit: The agent said more than 1048576 bytes (limit agentOutputBytes, raised with TOOLRIG_AGENT_OUTPUT_BYTES), before its first request',
  ],
];

it.each(failures)('an agent that does "%s" (%s) fails by name', async (user, input, text) => {
  const { guards, outcome } = await runOne(user, { input });
  expect(outcome).toEqual({ status: 'finished', stopReason: 'agent_error' });
  expect(guards[0]).toMatch(text);
});

it('a hang ends at the deadline of the agent', async () => {
  const { guards, outcome } = await runOne('hang', { timeoutMs: 700 });
  expect(outcome).toEqual({ status: 'finished', stopReason: 'deadline' });
  expect(guards[0]).toBe('The agent was still at work after 700 ms of real time');
});

it.each([
  ['no program', { command: ['no-such-program-here'] }],
  ['no process', { command: ['/'] }],
])('%s: the trial is invalid', async (_name, change) => {
  const { outcome } = await runOne('hello', change);
  expect(outcome).toMatchObject({ status: 'invalid', code: 'agent_cannot_start' });
});

it('its environment holds what it needs, what the suite sets and lets through, and nothing else', async () => {
  process.env['SERVE_TEST_SEEN'] = 'yes';
  process.env['SERVE_TEST_HIDDEN'] = 'no';
  const { end } = await runOne('env', {
    input: 'argument',
    env: { OWN: '1' },
    inherit: ['SERVE_TEST_SEEN'],
  });
  delete process.env['SERVE_TEST_SEEN'];
  delete process.env['SERVE_TEST_HIDDEN'];
  const names = end?.type === 'end' ? (end.text ?? '').split(' ') : [];
  const usual = ['HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TMP', 'TEMP', 'USER'];
  expect(names.filter((name) => !usual.includes(name) && !name.startsWith('__CF'))).toEqual([
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_BASE_URL',
    'NO_PROXY',
    'OPENAI_API_BASE',
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
    'OWN',
    'PATH',
    'SERVE_TEST_SEEN',
    'TOOLRIG_MCP_URL',
    'TOOLRIG_MODEL',
    'TOOLRIG_MODEL_URL',
    'TOOLRIG_SERVICE_URL',
    'TOOLRIG_TOKEN',
    'TOOLRIG_TOOLS_URL',
    'no_proxy',
  ]);
});

it('the token of a trial and the port of the server are in no file, so that a run is the same twice', async () => {
  await using folder = await createScratchFolder();
  await writeAgentSuite(folder, ['secret', 'hello', 'crash']);
  const first = await run(folder, {}, 'one');
  const second = await run(folder, {}, 'two');
  const read = (path: string): string => readFileSync(`${path}/trials.jsonl`, 'utf8');
  expect(read(first.runFolder)).toContain('the key is <trial token>');
  expect(read(second.runFolder)).toBe(read(first.runFolder));
});

it('64 trials at once: one is slow, one crashes, one hangs, and the others are not touched', async () => {
  await using folder = await createScratchFolder();
  const said = Array.from({ length: 64 }, (_, index) => `hello ${index}`);
  said[10] = 'slow';
  said[20] = 'crash';
  said[30] = 'hang';
  await writeAgentSuite(folder, said, { timeoutMs: 15_000 });
  const { trials, summary } = await run(folder, { concurrency: 64 });
  const ends = trials.map(({ outcome, events }) => {
    const end = events.find((event) => event.type === 'end');
    const reason = outcome.status === 'finished' ? outcome.stopReason : outcome.code;
    return `${reason} ${end?.type === 'end' ? (end.text ?? '') : ''}`.trim();
  });
  expect(ends).toEqual(
    said.map((text) => {
      if (text === 'crash') return 'agent_error';
      return text === 'hang' ? 'deadline' : `answered You said ${text}.`;
    }),
  );
  const { planned, passed, failed, invalid, skipped } = summary;
  expect({ planned, passed, failed, invalid, skipped }).toEqual({
    planned: 64,
    passed: 62,
    failed: 2,
    invalid: 0,
    skipped: 0,
  });
}, 60_000);
