import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { makeRun } from '../../../testing/made-run.ts';
import { type CommandResult, runCommandLine } from '../../../testing/run-command-line.ts';
import { saveMadeRun } from '../../../testing/save-made-run.ts';
import { createScratchFolder } from '../../../testing/scratch-folder.ts';
import { usualEvent } from '../../../testing/usual-event.ts';
import { runCli } from '../../run-cli.ts';

const made = await createScratchFolder();
afterAll(async () => {
  await made[Symbol.asyncDispose]();
});

/** A run with one trial a scenario and variant, in which these tools are called. */
async function save(
  name: string,
  variants: Readonly<Record<string, readonly (readonly string[])[]>>,
): Promise<void> {
  const trials = Object.entries(variants).flatMap(([variant, scenarios]) =>
    scenarios.map((tools, at) => ({
      variant,
      scenario: `s${at + 1}`,
      values: { 'task.success': 0 },
      events: tools.map((tool, place) => ({
        ...usualEvent.judged({ name: tool, call: `t${place + 1}c0` }),
        seq: place,
        atMs: place,
      })),
    })),
  );
  await saveMadeRun(makeRun(trials), made, name);
}

await save('both', { a: [['look'], ['look', 'send']], b: [['look'], ['peek']] });
await save('old', { b: [['look'], ['peek', 'send']], a: [['peek'], ['look', 'send']] });
await save('other', { c: [['look'], ['look']], d: [[], []] });
await save('empty', {});
await save('cut', { a: [['look']] });
appendFileSync(join(made.path, 'cut/trials.jsonl'), '{');
await save('endless', { a: [['look']] });
rmSync(join(made.path, 'endless/summary.json'));

const diagnose = async (...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, ['diagnose', ...args], { cwd: made.path });

const agreed = (name: string, sameTool: number, places: number): object => ({
  with: name,
  measured: { sameTool, places },
});

it.each([
  { args: ['both'], a: null, b: agreed('a', 1, 3) },
  {
    args: ['both', '--against', 'old'],
    a: agreed('a of old', 2, 3),
    b: agreed('b of old', 2, 3),
  },
  {
    args: ['both', '--against', 'other'],
    a: agreed('c of other', 2, 3),
    b: agreed('c of other', 1, 2),
  },
  {
    args: ['both', '--against', 'both'],
    a: agreed('a of both', 3, 3),
    b: agreed('b of both', 2, 2),
  },
])('diagnose $args of a run that failed: exit code 0', async ({ args, a, b }) => {
  const printed = await diagnose(...args, '--json');
  expect([printed.exitCode, printed.err, JSON.parse(printed.out)]).toMatchObject([
    0,
    '',
    {
      schemaVersion: 1,
      suite: 'made',
      variants: [
        { name: 'a', diagnosis: { calls: 3 }, agreement: a },
        { name: 'b', diagnosis: { calls: 2 }, agreement: b },
      ],
    },
  ]);
  const shown = await diagnose(...args);
  expect([shown.exitCode, shown.out.match(/^suite made · [ab]$/gmu)]).toEqual([
    0,
    ['suite made · a', 'suite made · b'],
  ]);
  expect(shown.out.match(/agreement with/gu)).toHaveLength(a === null ? 1 : 2);
});

it.each([
  { args: ['nowhere'], exitCode: 2, says: 'there is no such run folder' },
  { args: ['both', '--against', 'nowhere'], exitCode: 2, says: 'there is no such run folder' },
  { args: ['empty'], exitCode: 2, says: 'Cannot diagnose "empty": it has no trial' },
  { args: ['both', '--against', 'empty'], exitCode: 2, says: 'Cannot diagnose "empty"' },
  { args: ['cut'], exitCode: 4, says: 'trials.jsonl' },
  { args: ['both', '--against', 'cut'], exitCode: 4, says: 'trials.jsonl' },
  { args: ['endless'], exitCode: 4, says: 'the run did not end' },
])('diagnose $args: exit code $exitCode', async ({ args, exitCode, says }) => {
  const result = await diagnose(...args);
  expect(result).toEqual({ exitCode, out: '', err: expect.stringContaining(says) });
});
