import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import type { RunManifest, RunSummary } from '../../core/run.ts';
import type { FaultRecord } from '../../core/suite/fault.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { makeRun, type MadeRun } from '../../testing/made-run.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { checkRun } from './check-run.ts';
import { readRun } from './read-run.ts';

type Result = MadeRun['results'][number];

/** A run of a pass, a failure, a trial that could not be measured and one that was skipped. */
function make(): MadeRun {
  const lost = { status: 'invalid', code: 'lost', cause: 'The line was lost', detail: [] } as const;
  const skip = { status: 'skipped', code: 'unreachable', cause: 'There is no such turn' } as const;
  return makeRun([
    { scenario: 's1' },
    { scenario: 's2', values: { 'task.success': 0 } },
    { scenario: 's3', outcome: lost },
    { scenario: 's4', outcome: skip, verdict: 'skipped' },
  ]);
}

async function check(made: MadeRun, scratch: ScratchFolder): Promise<string> {
  await saveMadeRun(made, scratch);
  return await say(scratch);
}

/** What the check says of the run as it lies there, without the folder. */
async function say(scratch: ScratchFolder): Promise<string> {
  const path = join(scratch.path, 'run');
  const said = checkRun(readRun(path)).then(
    () => 'sound',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return (await said).replaceAll(path, 'run');
}

/** Changes the trial or the scores on one line, and seals the run again. */
function change(
  line: number,
  part: { readonly trial?: Partial<TrialRecord>; readonly score?: Partial<ScoreRecord> },
): MadeRun {
  const made = make();
  const results = made.results.map((result, index): Result =>
    index + 1 === line
      ? { trial: { ...result.trial, ...part.trial }, score: { ...result.score, ...part.score } }
      : result,
  );
  return { ...made, results };
}

it('a run that is as it was written is sound', async () => {
  await using scratch = await createScratchFolder();
  expect(await check(make(), scratch)).toBe('sound');
});

const laneOf = (scenario: string, suite = 'made') =>
  ({ suite, scenario, variant: 'a', plan: 'none', repeat: 1 }) as const;
const task = (value: number | null) => ({
  'task.success': { value, count: value ?? 0, of: value === null ? 0 : 1, losses: [] },
});
const fault: FaultRecord = {
  name: 'late',
  kind: 'timeout',
  address: { on: 'model', turn: 9, attempt: 1 },
  fired: 0,
  noticed: false,
  handled: null,
};

it.each<readonly [string, MadeRun, RegExp]>([
  [
    'scores of another trial',
    change(2, { score: { lane: laneOf('s9') } }),
    /line 2 of "trials.jsonl" is of trial ".*s2.*", and of "scores.jsonl" of another/u,
  ],
  [
    'a trial twice',
    change(2, { trial: { lane: laneOf('s1') }, score: { lane: laneOf('s1') } }),
    /"run\/trials.jsonl": line 2 repeats the trial ".*s1.*"/u,
  ],
  [
    'a trial of another suite',
    change(1, { trial: { lane: laneOf('s1', 'other') }, score: { lane: laneOf('s1', 'other') } }),
    /"run\/trials.jsonl": line 1 is of suite "other", the summary of "made"/u,
  ],
  [
    'another cluster',
    change(1, { score: { cluster: 'c' } }),
    /"run\/scores.jsonl": line 1 has cluster "c", and its trial "s1"/u,
  ],
  [
    'a trial that was not measured, as passed',
    change(3, { score: { verdict: 'passed' } }),
    /line 3 says "passed", and its trial is "invalid"/u,
  ],
  [
    'a trial that was skipped, as invalid',
    change(4, { score: { verdict: 'invalid' } }),
    /line 4 says "invalid", and its trial is "skipped"/u,
  ],
  [
    'another end',
    change(1, { trial: { outcome: { status: 'finished', stopReason: 'max_turns' } } }),
    /line 1 says that it ended by "answered", and its trial by "max_turns"/u,
  ],
  [
    'a failure as a pass',
    change(2, { score: { verdict: 'passed' } }),
    /line 2 says "passed", but by its task.success it is "failed"/u,
  ],
  [
    'a pass that was to fail',
    change(1, { score: { expectFail: 'It cannot yet' } }),
    /line 1 says "passed", but by its task.success it is "failed"/u,
  ],
  [
    'a part of a success as a pass',
    change(2, { score: { verdict: 'passed', scores: task(0.5) } }),
    /line 2 says "passed", but by its task.success it is "failed"/u,
  ],
  [
    'a success that was not judged',
    change(1, { score: { scores: task(null) } }),
    /line 1 says "passed", but by its task.success it is "invalid"/u,
  ],
  [
    'no success at all',
    change(1, { score: { scores: {} } }),
    /line 1 says "passed", but by its task.success it is "invalid"/u,
  ],
  [
    'scores that say less than the summary',
    change(1, { score: { verdict: 'failed', scores: task(0) } }),
    /"run\/summary.json": .* is .*, and by trials and scores it is/u,
  ],
])('%s is refused', async (...[, made, wanted]) => {
  await using scratch = await createScratchFolder();
  const said = await check(made, scratch);
  expect(said).toMatch(wanted);
  expect(said).toMatch(/^Cannot trust .* so it was changed after the run\. Run it again$/u);
});

it('scores without facts do not say how their trial ended', async () => {
  await using scratch = await createScratchFolder();
  const said = await check(change(1, { score: { facts: null } }), scratch);
  expect(said).not.toMatch(/ended by/u);
});

it('faults of the scores are those of the trial', async () => {
  await using scratch = await createScratchFolder();
  const said = await check(change(1, { trial: { faults: [fault] } }), scratch);
  expect(said).toMatch(/line 1 has other faults than its trial/u);
});

it('a fault of a named plan that never struck is missing among the reasons, but not of an import', async () => {
  await using scratch = await createScratchFolder();
  const made = makeRun([{ scenario: 's1' }, { scenario: 's1', plan: 'mine', faults: [fault] }]);
  const of = (plans: RunManifest['content'][string], selection = made.manifest.selection) => ({
    ...made,
    manifest: { ...made.manifest, selection, content: { ...made.manifest.content, plans } },
  });
  expect(await check(of([{ name: 'other' }]), scratch)).toBe('sound');
  expect(await check(of([7, { name: 7 }, 'mine']), scratch)).toBe('sound');
  expect(await check(of('mine'), scratch)).toBe('sound');
  expect(await check(of([7, { name: 'mine' }]), scratch)).toMatch(/by trials and scores it is/u);
  expect(await check(of([{ name: 'mine' }], { format: 'junit' }), scratch)).toBe('sound');
});

it.each<readonly [string, (path: string) => void, RegExp]>([
  [
    'a line that has no end',
    (path) => {
      appendFileSync(join(path, 'trials.jsonl'), '{"lane":');
    },
    /trials.jsonl.*it ends in the middle of line 5\. Run it again/u,
  ],
  [
    'lines that are missing',
    (path) => {
      truncateSync(join(path, 'scores.jsonl'));
    },
    /scores.jsonl.*it has 0 lines, and 4 trials were planned\. Run it again/u,
  ],
])('%s is damage', async (...[, damage, wanted]) => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(make(), scratch);
  damage(join(scratch.path, 'run'));
  expect(await say(scratch)).toMatch(wanted);
});

/** Changes one file in a way that decides nothing, without sealing it again. */
it.each(['trials', 'scores', 'manifest', 'summary'] as const)(
  'a blank or a word that was added to %s breaks the seal',
  async (name) => {
    await using scratch = await createScratchFolder();
    const made = make();
    await saveMadeRun(made, scratch);
    const lines = (rows: readonly unknown[]): string =>
      rows.map((row) => `${JSON.stringify(row, null, 0).replace('{', '{ ')}\n`).join('');
    const { summary, seal } = readRun(join(scratch.path, 'run'));
    const manifest: RunManifest = { ...made.manifest, selection: { suite: 'other' } };
    const changed: RunSummary = { ...summary, manifestHash: '1'.repeat(64) };
    const file = {
      trials: ['trials.jsonl', lines(made.results.map(({ trial }) => trial))],
      scores: ['scores.jsonl', lines(made.results.map(({ score }) => score))],
      manifest: ['manifest.json', JSON.stringify(manifest)],
      summary: ['summary.json', JSON.stringify({ ...changed, ...seal })],
    }[name];
    writeFileSync(join(scratch.path, 'run', file[0] ?? ''), file[1] ?? '');
    const what = name === 'summary' ? 'its seal' : 'the seal of the summary';
    expect(await say(scratch)).toBe(
      `Cannot trust "run/${file[0]}": its content does not match ${what}, so it was changed after the run. Run it again`,
    );
  },
);

it('what machine a run was made on is outside of the seal', async () => {
  await using scratch = await createScratchFolder();
  const made = make();
  await saveMadeRun(made, scratch);
  await scratch.write('run/manifest.json', JSON.stringify({ ...made.manifest, environment: {} }));
  expect(await say(scratch)).toBe('sound');
});

it.each<readonly [string, Partial<RunSummary>, RegExp]>([
  [
    'a run that was interrupted keeps its exit code',
    { exitCode: 130, invalidReasons: [] },
    /invalidReasons/u,
  ],
  ['an exit code that does not follow from the trials', { exitCode: 0 }, /exitCode is 0, and/u],
  [
    'a verdict that does not follow from the trials',
    { verdict: 'PASS' },
    /verdict is "PASS", and/u,
  ],
  [
    'a count that does not follow from the trials',
    { passed: 2 },
    /passed is 2, and by trials .* it is 1/u,
  ],
])('%s', async (...[, part, wanted]) => {
  await using scratch = await createScratchFolder();
  const made = make();
  const summary = { ...made.summary, ...part };
  expect(await check({ ...made, summary }, scratch)).toMatch(wanted);
});

it('reasons of the run as a whole only make it worse, and an interrupt decides the exit code', async () => {
  await using scratch = await createScratchFolder();
  const reason = (code: string) => ({ code, text: 'The run ended early', lanes: [] });
  const trials = [{ scenario: 's1' }];
  const limited = makeRun(trials, { invalidReasons: [reason('spend_limit')] });
  expect(limited.summary.verdict).toBe('INVALID');
  expect(await check(limited, scratch)).toBe('sound');
  const stopped = makeRun(trials, { invalidReasons: [reason('interrupted')] });
  const summary = { ...stopped.summary, exitCode: 130 };
  expect(await check({ ...stopped, summary }, scratch)).toBe('sound');
  const wrong = { ...stopped.summary, exitCode: 4 };
  expect(await check({ ...stopped, summary: wrong }, scratch)).toMatch(
    /exitCode is 4, and .* 130/u,
  );
});
