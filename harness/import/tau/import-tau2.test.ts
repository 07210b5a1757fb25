import { expect, it } from 'vitest';
import type { ImportedRun, ImportedTrial, ImportOptions } from '../imported-run.ts';
import { importTau2 } from './import-tau2.ts';

const options: ImportOptions = {
  tools: null,
  suite: null,
  variant: null,
  only: null,
  errors: 'failed',
  injectionTasks: false,
};

const at = (second: number): string => `2025-08-01T10:00:${String(second).padStart(2, '0')}.500000`;
const rawCall = { id: 'c1', function: { name: 'book', arguments: '{"id": 5.0}' } };
const talk = [
  {
    role: 'assistant',
    content: 'Hi!',
    tool_calls: null,
    raw_data: null,
    usage: null,
    timestamp: at(0),
  },
  { role: 'user', content: 'Book it', tool_calls: null, timestamp: at(1) },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', name: 'book', arguments: { id: 5 } }],
    raw_data: { finish_reason: 'tool_calls', message: { tool_calls: [rawCall] } },
    usage: { prompt_tokens: 10, completion_tokens: 2 },
    timestamp: at(4),
  },
  {
    role: 'tool',
    id: 'c1',
    content: 'booked',
    requestor: 'assistant',
    error: false,
    timestamp: at(5),
  },
  {
    role: 'assistant',
    content: 'It is booked',
    tool_calls: null,
    raw_data: { finish_reason: 'stop', message: {} },
    usage: { prompt_tokens: 20, completion_tokens: 3 },
    timestamp: at(7),
  },
  { role: 'user', content: 'Bye ###STOP###', tool_calls: null, timestamp: at(8) },
];

function toSimulation(part: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    task_id: '7',
    trial: 0,
    termination_reason: 'user_stop',
    reward_info: { reward: 1, reward_breakdown: { DB: 1 } },
    messages: talk,
    ...part,
  };
}

function toFile(simulations: readonly unknown[], domain = 'airline', llm = 'gpt-x'): string {
  const secret = { temperature: 0, api_key: 'v1.made-up-for-this-test' };
  return JSON.stringify({
    info: {
      environment_info: { domain_name: domain, policy: 'Policy' },
      agent_info: { implementation: 'llm_agent', llm, llm_args: secret },
      user_info: { llm_args: secret },
    },
    tasks: [],
    simulations,
  });
}

function readAll(texts: readonly string[], part: Partial<ImportOptions> = {}): ImportedRun {
  const files = texts.map((text, index) => ({ name: `${index}.json`, text }));
  return importTau2(files, { ...options, ...part });
}

function readOne(
  simulation: unknown,
  part: Partial<ImportOptions> = {},
): ImportedTrial | undefined {
  return [...readAll([toFile([simulation])], part).trials()][0];
}

it('a simulation becomes a trial of its domain and model', () => {
  const run = readAll([toFile([toSimulation()])]);
  const [trial] = [...run.trials()];
  expect(trial?.record.lane).toEqual({
    suite: 'tau2-airline',
    scenario: 'task-7',
    variant: 'gpt-x',
    plan: 'none',
    repeat: 1,
  });
  expect(run.variants).toEqual([
    { name: 'gpt-x', model: 'gpt-x', loop: 'llm_agent', systemPrompt: 'Policy' },
  ]);
});

it('the greeting is not a reply of the model; raw argument text, tokens, times and finish reasons are kept', () => {
  const events = readOne(toSimulation())?.record.events ?? [];
  expect(events[0]).toMatchObject({ type: 'reply', from: 'scripted', turn: 0, text: 'Hi!' });
  expect(events[3]).toMatchObject({
    type: 'reply',
    turn: 1,
    calls: [{ argumentsText: '{"id": 5.0}' }],
    finishReason: 'tool_calls',
    stop: 'tool_calls',
    usage: { inputTokens: 10, outputTokens: 2 },
    deviations: [],
    atMs: 4000,
    durationMs: 3000,
  });
  expect(events.find(({ type }) => type === 'result')).toMatchObject({ durationMs: 1000 });
});

it('where the raw message is gone, argument text is written again and says so', () => {
  const messages = talk.map((message) => ({ ...message, raw_data: null }));
  const events = readOne(toSimulation({ messages }))?.record.events ?? [];
  expect(events.filter(({ type }) => type === 'reply')[1]).toMatchObject({
    calls: [{ argumentsText: '{"id":5}' }],
    deviations: [{ code: 'arguments_rewritten' }],
    stop: 'none',
  });
});

it.each([
  ['user_stop', 'answered'],
  ['agent_stop', 'answered'],
  ['max_steps', 'max_turns'],
  ['too_many_errors', 'budget'],
  ['timeout', 'deadline'],
  ['agent_error', 'protocol_error'],
  ['user_error', 'model_error'],
])('%s ends it as %s', (reason, stopReason) => {
  const trial = readOne(toSimulation({ termination_reason: reason }));
  expect(trial?.record.outcome).toEqual({ status: 'finished', stopReason });
});

it('a user who is handed over leaves the agent waiting for a human', () => {
  const messages = [...talk.slice(0, 5), { role: 'user', content: '###TRANSFER###' }];
  expect(readOne(toSimulation({ messages }))?.record.outcome).toEqual({
    status: 'finished',
    stopReason: 'needs_human',
  });
});

it.each([
  ['infrastructure_error', 'failed'],
  ['context_window_exceeded', 'failed'],
  ['user_error', 'invalid'],
] as const)('%s is no verdict on the model (errors: %s)', (reason, errors) => {
  const trial = readOne(toSimulation({ termination_reason: reason, reward_info: null }), {
    errors,
  });
  expect(trial?.record.outcome).toMatchObject({ status: 'invalid', code: 'source_error' });
  expect(trial?.given).toEqual({});
});

it('a lost reward names its parts', () => {
  const reward_info = { reward: 0, reward_breakdown: { DB: 1, COMMUNICATE: 0 } };
  expect(readOne(toSimulation({ reward_info }))?.given['task.success']?.losses).toEqual([
    { code: 'task_not_done', event: null, text: 'tau2-bench gave 0 of 1; lost: COMMUNICATE' },
  ]);
});

it('what the user did on its own phone becomes part of its text', () => {
  const messages = [
    talk[0],
    { role: 'user', content: null, tool_calls: [{ name: 'toggle_data', arguments: { on: true } }] },
    { role: 'tool', id: 'u1', content: 'on', requestor: 'user', error: false },
  ];
  const events = readOne(toSimulation({ messages }))?.record.events ?? [];
  expect(events.flatMap((event) => (event.type === 'user' ? [event.text] : []))).toEqual([
    '[toggle_data {"on":true}]',
    "[result of the user's own tool] on",
  ]);
});

it('tasks of two domains are distinguished, and so are two models', () => {
  const run = readAll([
    toFile([toSimulation()]),
    toFile([toSimulation()], 'retail', 'other/model'),
  ]);
  expect(run.suite).toBe('tau2-airline-retail');
  expect(run.scenarios.map(({ id }) => id)).toEqual(['task-airline-7', 'task-retail-7']);
  expect(run.variants.map(({ model }) => model)).toEqual(['gpt-x', 'other/model']);
  expect(run.variants[1]?.name).toMatch(/^other-model~[0-9a-f]{8}$/u);
});

it('keys that the client was made with are not carried over', () => {
  const run = readAll([toFile([toSimulation()])]);
  expect(JSON.stringify([run, ...run.trials()])).not.toContain('made-up');
});
