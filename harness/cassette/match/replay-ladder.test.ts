import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CassetteMissError, ToolLine } from '../../core/talk/cassette.ts';
import type { ChatMessage, ChatRequest } from '../../core/talk/chat.ts';
import type { JsonObject } from '../../json/json.ts';
import {
  createConversation,
  createLane,
  type RecordedStep,
} from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { acceptDrift } from '../upkeep/accept-drift.ts';
import { type CassetteStoreOptions, createCassetteStore } from '../cassette-store.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { toWaiverPath } from '../lane/lane-path.ts';

const lane = createLane();

function options(root: string, more: Partial<CassetteStoreOptions> = {}): CassetteStoreOptions {
  return {
    root,
    mode: 'record',
    recordedAt: '2025-01-02T03:04:05Z',
    protocolVersion: 1,
    redactor: createRedactor({ secrets: [], key: null, salt: 'test' }),
    drift: [],
    volatile: [],
    tier: 'exact',
    command: 'toolrig record suites/orders',
    ...more,
  };
}

const toolLine: ToolLine = {
  call: 't1c0',
  delivery: 1,
  tool: 'orders',
  arguments: { status: 'open' },
  status: 'success',
  content: { found: 1 },
};

async function record(root: string, steps: readonly RecordedStep[]): Promise<void> {
  const recorder = await createCassetteStore(options(root)).recorder(lane, {});
  for (const step of steps) recorder.record(step.request, step.position, step.exchange);
  recorder.recordTool(toolLine);
  await recorder.seal({});
}

/** The tiers of the steps, or the miss. */
async function play(
  root: string,
  steps: readonly RecordedStep[],
  more: Partial<CassetteStoreOptions> = {},
): Promise<readonly string[] | CassetteMissError> {
  const player = await createCassetteStore(options(root, more)).player(lane);
  try {
    return steps.map((step) => player.play(step.request, step.position).tier);
  } catch (error) {
    return error as CassetteMissError;
  }
}

function parts(outcome: readonly string[] | CassetteMissError): readonly string[] {
  return outcome instanceof Error ? outcome.differences.map((found) => found.part) : outcome;
}

function edit(
  steps: readonly RecordedStep[],
  change: (text: string) => string,
): readonly RecordedStep[] {
  return steps.map((step) => ({
    ...step,
    request: JSON.parse(change(JSON.stringify(step.request))),
  }));
}

const describes = (text: string): string => text.replace('Looks orders up', 'Finds orders');
const heats = (text: string): string => text.replace('"temperature":0', '"temperature":1');

it.each([
  { drift: ['tool.description'], change: describes, outcome: ['allowed', 'allowed'] },
  { drift: ['tool.orders'], change: describes, outcome: ['allowed', 'allowed'] },
  { drift: ['tool.orders.description'], change: describes, outcome: ['allowed', 'allowed'] },
  {
    drift: ['tool.parcels', 'tool.parameters', 'tools', 'params'],
    change: describes,
    outcome: ['tool.orders.description'],
  },
  { drift: ['params'], change: heats, outcome: ['allowed', 'allowed'] },
  { drift: ['params.temp'], change: heats, outcome: ['params.temperature'] },
  {
    drift: ['params'],
    change: (text: string) => heats(describes(text)),
    outcome: ['tool.orders.description', 'params.temperature'],
  },
  {
    drift: ['tool.parameters'],
    change: (text: string) => text.replace('"shipped"', '"lost"'),
    outcome: ['allowed', 'allowed'],
  },
  {
    drift: ['tool.orders.parameters.required'],
    change: (text: string) => text.replace('"shipped"', '"lost"'),
    outcome: ['tool.orders.parameters.properties.status.enum'],
  },
  {
    drift: ['system'],
    change: (text: string) => text.replace('You help', 'You serve'),
    outcome: ['allowed', 'allowed'],
  },
  {
    drift: ['system', 'tools', 'tool', 'params', 'model', 'harness_text'],
    change: (text: string) => text.replace('Where is', 'What is'),
    outcome: ['message.1'],
  },
])('drift of $drift decides: $outcome', async ({ drift, change, outcome }) => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(2);
  await record(scratch.path, steps);
  expect(parts(await play(scratch.path, edit(steps, change), { drift }))).toEqual(outcome);
  expect(await play(scratch.path, steps, { drift })).toEqual(['exact', 'exact']);
});

it.each(['message', 'message.1', 'tool_result', 'nonsense'])(
  'drift of "%s" cannot be declared',
  async (part) => {
    expect(() => createCassetteStore(options('nowhere', { drift: [part] }))).toThrow(
      `Cannot allow drift of "${part}"`,
    );
  },
);

it('a schema that changed tells which recorded calls it would reject', async () => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(3);
  await record(scratch.path, steps);
  const changed = edit(steps, (text) => text.replace('"open","shipped"', '"shipped","lost"'));
  const validate = (schema: JsonObject, value: unknown): readonly string[] => {
    const { status } = schema['properties'] as { status: { enum: readonly unknown[] } };
    const said = (value as { status: unknown }).status;
    return status.enum.includes(said) ? [] : [`$.status: "${String(said)}" is not allowed`];
  };
  const miss = (await play(scratch.path, changed, { validate })) as CassetteMissError;
  expect(miss.rejects).toEqual([
    String.raw`orders({"status":"open","limit":1}): $.status: "open" is not allowed`,
    String.raw`orders({"status":"open","limit":2}): $.status: "open" is not allowed`,
    String.raw`orders({"status":"open"}): $.status: "open" is not allowed`,
  ]);
  expect(miss.message).toContain(`The changed schema rejects a recorded call: ${miss.rejects[0]}`);
  const wider = edit(steps, (text) => text.replace('"shipped"', '"shipped","lost"'));
  expect(await play(scratch.path, wider, { validate })).toMatchObject({ rejects: [] });
});

function answerTools(steps: readonly RecordedStep[], content: string): readonly RecordedStep[] {
  return steps.map((step) => {
    const messages = step.request.messages.map((message): ChatMessage =>
      message.role === 'tool' ? { ...message, content } : message,
    );
    return { ...step, request: { ...step.request, messages } };
  });
}

it('another version of the harness texts is a miss that names it, unless it is allowed', async () => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(2);
  await record(scratch.path, steps);
  const other = answerTools(steps, 'the same, told otherwise');
  const drift = ['harness_text'];
  expect(parts(await play(scratch.path, steps, { protocolVersion: 2 }))).toEqual(['harness_text']);
  expect(await play(scratch.path, steps, { protocolVersion: 2, drift })).toEqual([
    'allowed',
    'allowed',
  ]);
  expect(await play(scratch.path, other, { protocolVersion: 2, drift })).toEqual([
    'allowed',
    'allowed',
  ]);
  expect(parts(await play(scratch.path, other, { drift }))).toEqual(['message.3']);
});

it('under another version of the harness texts, a miss names the tool message that differs as well', async () => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(2);
  await record(scratch.path, steps);
  const other = answerTools(steps, 'the same, said otherwise').slice(1);
  const missed = (drift: readonly string[]) =>
    play(scratch.path, other, { protocolVersion: 2, drift });
  expect(parts(await missed([]))).toEqual(['harness_text', 'message.3']);
  expect(parts(await missed(['harness_text']))).toEqual(['allowed']);
});

it.each<
  [string, readonly (readonly [turn: number, attempt: number])[], readonly string[] | string]
>([
  ['once', [[1, 1]], ['exact']],
  [
    'twice in a turn',
    [
      [1, 1],
      [1, 2],
    ],
    ['exact', 'exact'],
  ],
  [
    'again in a later turn',
    [
      [1, 1],
      [2, 1],
    ],
    'exhausted',
  ],
])('a faulted lane asks a clean recording of one call %s', async (_name, positions, outcome) => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(1);
  await record(scratch.path, steps);
  const faulted = createLane({ plan: 'standard.timeout' });
  const player = await createCassetteStore(options(scratch.path)).player(faulted);
  const [step] = steps;
  if (step === undefined) throw new Error('one step is needed');
  const ask = (): readonly string[] =>
    positions.map(([turn, attempt]) => player.play(step.request, { turn, attempt }).tier);
  if (typeof outcome === 'string') {
    expect(ask).toThrow(expect.objectContaining({ code: 'CASSETTE_MISS' }));
  } else {
    expect(ask()).toEqual(outcome);
  }
});

it('a tool result that differs is reported before the miss that follows from it', async () => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(2);
  await record(scratch.path, steps);
  const player = await createCassetteStore(options(scratch.path)).player(lane);
  const [first, second] = answerTools(steps, '{"found":2}');
  if (first === undefined || second === undefined) throw new Error('two steps are needed');
  player.play(first.request, first.position);
  player.compareTool({ ...toolLine, content: { found: 2 } });
  expect(() => player.play(second.request, second.position)).toThrow(
    expect.objectContaining({
      differences: [
        {
          part: 'tool_result.orders.t1c0',
          recorded: 'success {"found":1} for {"status":"open"}',
          now: 'success {"found":2} for {"status":"open"}',
        },
        { part: 'message.3', recorded: 'tool #1 {"found":1}', now: 'tool #1 {"found":2}' },
      ],
    }),
  );
});

it('loose looks at what was asked and called only, and not unless it is asked for', async () => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(3);
  await record(scratch.path, steps);
  const other = edit(answerTools(steps, 'else'), (text) => heats(describes(text)));
  expect(await play(scratch.path, other)).toBeInstanceOf(Error);
  expect(await play(scratch.path, other, { tier: 'loose' })).toEqual(['loose', 'loose', 'loose']);
  const asked = edit(steps, (text) => text.replace('Where is', 'What is'));
  expect(await play(scratch.path, asked, { tier: 'loose' })).toBeInstanceOf(Error);
  const called = edit(steps, (text) =>
    text.replace(String.raw`\"limit\":1`, String.raw`\"limit\":9`),
  );
  expect(parts(await play(scratch.path, called, { tier: 'loose' }))).toEqual(['message.2']);
});

it('position takes the next reply whatever is asked, for debugging', async () => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(2);
  await record(scratch.path, steps);
  const asked = edit(steps, (text) => text.replace('Where is', 'What is'));
  expect(await play(scratch.path, asked, { tier: 'position' })).toEqual(['position', 'position']);
  const more = [...asked, { ...asked[1], position: { turn: 3, attempt: 1 } } as RecordedStep];
  expect(await play(scratch.path, more, { tier: 'position' })).toMatchObject({
    reason: 'exhausted',
  });
});

it('declared volatile values are not compared, in messages and in the system prompt; all else is', async () => {
  await using scratch = await createScratchFolder();
  const dated = (day: string, word: string): readonly RecordedStep[] =>
    edit(createConversation(2), (text) =>
      text
        .replace('You help', `Today is 2025-01-${day}. You help`)
        .replace(String.raw`{\"found\":1}`, `${word} 2025-01-${day}`),
    );
  await record(scratch.path, dated('01', 'on'));
  const volatile = ['[0-9]{4}-[0-9]{2}-[0-9]{2}'];
  expect(await play(scratch.path, dated('31', 'on'), { volatile })).toEqual(['exact', 'exact']);
  expect(parts(await play(scratch.path, dated('31', 'by'), { volatile }))).toEqual(['message.3']);
  expect(parts(await play(scratch.path, dated('31', 'on')))).toEqual(['system']);
  expect(() => createCassetteStore(options(scratch.path, { volatile: ['('] }))).toThrow(
    'Cannot use volatile pattern "("',
  );
});

it('a waiver covers one change of one part, and the next change is a miss again', async () => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(1);
  await record(scratch.path, steps);
  const changed = edit(steps, (text) => heats(describes(text)));
  const miss = (await play(scratch.path, changed)) as CassetteMissError;
  const accept = (accepted: readonly string[]) =>
    acceptDrift({
      root: scratch.path,
      suite: 'orders',
      parts: accepted,
      differences: miss.differences,
      reason: 'wording only',
    });
  expect(accept(['tool.parcels'])).toEqual([]);
  expect(accept(['tool.description'])).toMatchObject([
    { part: 'tool.orders.description', reason: 'wording only' },
  ]);
  expect(accept(['tool.description'])).toEqual([]);
  expect(parts(await play(scratch.path, changed))).toEqual([
    'tool.orders.description',
    'params.temperature',
  ]);
  expect(accept(['params'])).toMatchObject([{ part: 'params.temperature' }]);
  expect(await play(scratch.path, changed)).toEqual(['allowed']);
  const again = edit(changed, (text) => text.replace('Finds orders', 'Gets orders'));
  expect(parts(await play(scratch.path, again))).toEqual([
    'tool.orders.description',
    'params.temperature',
  ]);
  const file = JSON.parse(readFileSync(toWaiverPath(scratch.path, 'orders'), 'utf8'));
  expect([file.version, file.waivers.length]).toEqual([1, 2]);
});

it('waivers that cannot be read are an error, not none', async () => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(1);
  await record(scratch.path, steps);
  await scratch.write('orders/drift.json', '{"version":2,"waivers":[]}');
  expect(await play(scratch.path, edit(steps, heats))).toMatchObject({ code: 'DRIFT_FILE' });
});

it('long texts are shown where they differ', async () => {
  await using scratch = await createScratchFolder();
  const words = Array.from({ length: 80 }, (_, index) => `word${index}`);
  const ask = (text: string): ChatRequest => ({
    model: 'm',
    messages: [{ role: 'user', content: text }],
  });
  const step = (text: string): RecordedStep => ({
    ...(createConversation(1)[0] as RecordedStep),
    request: ask(text),
  });
  await record(scratch.path, [step(words.join(' '))]);
  const miss = await play(scratch.path, [step(words.with(40, 'another one').join(' '))]);
  expect((miss as CassetteMissError).differences).toEqual([
    {
      part: 'message.0',
      recorded:
        '… word34 word35 word36 word37 word38 word39 word40 word41 word42 word43 word44 word45 word46 …',
      now: '… word34 word35 word36 word37 word38 word39 another one word41 word42 word43 word44 word45 word46 …',
    },
  ]);
});
