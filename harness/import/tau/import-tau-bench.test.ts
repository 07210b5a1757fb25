import { expect, it } from 'vitest';
import type { ImportedRun, ImportedTrial, ImportOptions } from '../imported-run.ts';
import { importTauBench } from './import-tau-bench.ts';

const options: ImportOptions = {
  tools: null,
  suite: null,
  variant: null,
  only: null,
  errors: 'failed',
  injectionTasks: false,
};

const call = { id: 'c1', type: 'function', function: { name: 'book', arguments: '{"id": 5.0}' } };
const talk = [
  { role: 'system', content: 'Policy' },
  { role: 'user', content: 'Book it' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'c1', name: 'book', content: 'booked' },
  { role: 'assistant', content: 'It is booked' },
  { role: 'user', content: 'Thanks ###STOP###' },
];

function toResult(part: Record<string, unknown> = {}): Record<string, unknown> {
  return { task_id: 3, trial: 0, reward: 1, info: {}, traj: talk, ...part };
}

function readAll(results: readonly unknown[], part: Partial<ImportOptions> = {}): ImportedRun {
  const files = [{ name: 'results/gpt-x.json', text: JSON.stringify(results) }];
  return importTauBench(files, { ...options, ...part });
}

function readOne(result: unknown, part: Partial<ImportOptions> = {}): ImportedTrial | undefined {
  return [...readAll([result], part).trials()][0];
}

it('a result becomes a trial; its file names the variant, its attempt the repeat', () => {
  const trial = readOne(toResult({ trial: 2 }));
  expect(trial?.record.lane).toEqual({
    suite: 'tau-bench',
    scenario: 'task-3',
    variant: 'gpt-x',
    plan: 'none',
    repeat: 3,
  });
  expect(trial?.given['task.success']?.value).toBe(1);
  expect(trial?.strays).toBe(0);
});

it('argument text stays as the model sent it', () => {
  const reply = readOne(toResult())?.record.events.find(({ type }) => type === 'reply');
  expect(reply).toMatchObject({ calls: [{ argumentsText: '{"id": 5.0}' }], deviations: [] });
});

it.each([
  ['the user ends it', talk, 'answered'],
  [
    'the agent hands over',
    [
      ...talk.slice(0, 3),
      {
        role: 'tool',
        tool_call_id: 'c1',
        name: 'transfer_to_human_agents',
        content: 'Transfer successful',
      },
    ],
    'needs_human',
  ],
  ['the limit of steps', talk.slice(0, 5), 'max_turns'],
  ['nothing at all', [], 'model_error'],
])('the end: %s', (_, traj, stopReason) => {
  expect(readOne(toResult({ traj }))?.record.outcome).toEqual({ status: 'finished', stopReason });
});

it('a run that its harness lost counts as failed, or is set apart', () => {
  const broken = toResult({ reward: 0, traj: [], info: { error: 'timed out\ntrace' } });
  expect(readOne(broken)?.given['task.success']?.value).toBe(0);
  expect(readOne(broken, { errors: 'invalid' })?.record.outcome).toEqual({
    status: 'invalid',
    code: 'source_error',
    cause: 'timed out',
    detail: [],
  });
});

it.each([
  [{ r_actions: 0 }, 'tau-bench gave 0 of 1: the data base is not as it should be'],
  [{ r_actions: false }, 'tau-bench gave 0 of 1: the data base is not as it should be'],
  [{ r_outputs: 0 }, 'tau-bench gave 0 of 1: the answer lacks a required output'],
  [{ r_actions: 1 }, 'tau-bench gave 0 of 1'],
])('a lost reward says which part was lost: %j', (info, text) => {
  const trial = readOne(toResult({ reward: 0, info: { reward_info: { info } } }));
  expect(trial?.given['task.success']?.losses).toEqual([
    { code: 'task_not_done', event: null, text },
  ]);
});

it.each([
  ['Error: payment not found', 'result', 'failed'],
  ['Unknown action refund', 'refused', 'unknown_tool'],
  [
    "Error: Book.invoke() missing 1 required positional argument: 'id'",
    'refused',
    'invalid_arguments',
  ],
])('the result "%s" is an error: %s', (content, event, kind) => {
  const traj = [...talk.slice(0, 3), { role: 'tool', tool_call_id: 'c1', name: 'book', content }];
  const events = readOne(toResult({ traj }))?.record.events ?? [];
  expect(events.find(({ type }) => type === event)).toMatchObject({ error: { kind } });
  expect(events.some(({ type }) => type === 'delivery')).toBe(event === 'result');
});

it('the same attempt twice is refused, since it is not known which counts', () => {
  expect(() => readAll([toResult(), toResult()])).toThrow(
    /^Cannot import "results\/gpt-x\.json \$\[1\]": attempt 1 of "gpt-x" at task "3" is there twice/u,
  );
});

it('none of it is under attack', () => {
  expect([...readAll([toResult()], { only: 'attacked' }).trials()]).toEqual([]);
});
