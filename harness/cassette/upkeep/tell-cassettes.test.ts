import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CassetteMissError } from '../../core/talk/cassette.ts';
import {
  createConversation,
  createLane,
  createReply,
} from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { createCassetteStore } from '../cassette-store.ts';
import { createMiss, type MissCause } from '../match/create-miss.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { groupMisses } from '../match/group-misses.ts';
import { toLanePath } from '../lane/lane-path.ts';
import { showCassette } from './show-cassette.ts';

const redactor = createRedactor({ secrets: [], key: null, salt: 'test' });
const command = 'toolrig record suites/orders';

function miss(scenario: string, cause: Partial<MissCause>): CassetteMissError {
  const whole: MissCause = {
    reason: 'changed',
    text: 'it changed',
    differences: [],
    nearest: null,
    requests: 3,
    rejects: [],
    ...cause,
  };
  return createMiss(createLane({ scenario }), whole, { command, redactor });
}

const description = { part: 'tool.orders.description', recorded: 'old', now: 'new' };
const message = (recorded: string) => ({ part: 'message.3', recorded, now: 'other' });

it('lanes that one change stops are one cause, with the command that mends all', () => {
  const groups = groupMisses(
    [
      miss('a', {
        differences: [description, message('1')],
        requests: 2,
        rejects: ['orders({}): no'],
      }),
      miss('b', {
        differences: [description, message('2')],
        requests: 5,
        rejects: ['orders({}): no'],
      }),
      miss('c', { differences: [message('3')] }),
      miss('d', { reason: 'no_cassette', requests: null }),
      miss('e', { reason: 'no_cassette', requests: null }),
    ],
    command,
  );
  expect(
    groups.map(({ reason, lanes, extent, command: text }) => [reason, lanes.length, extent, text]),
  ).toEqual([
    ['changed', 2, 'stale', `${command} --scenario a,b --variant ref --stale`],
    ['changed', 1, 'stale', `${command} --scenario c --variant ref --stale`],
    ['no_cassette', 2, 'missing', `${command} --scenario d,e --variant ref`],
  ]);
  expect(groups[0]?.text).toBe(
    '2 lanes ask something else than was recorded (orders/a/ref/none/r1, orders/b/ref/none/r1). ' +
      'tool.orders.description: recorded "old", now "new". message.3: recorded "1", now "other". ' +
      'The changed schema rejects a recorded call: orders({}): no. ' +
      `Record them with \`${command} --scenario a,b --variant ref --stale\``,
  );
});

it('the same lane missed twice counts once', () => {
  const twice = [
    miss('a', { differences: [description] }),
    miss('a', { differences: [description] }),
  ];
  expect(groupMisses(twice, command)).toMatchObject([{ lanes: ['orders/a/ref/none/r1'] }]);
});

it('a miss that does not say its lane by names keeps its own remedy', () => {
  const bare = new CassetteMissError('x', {
    lane: 'l',
    reason: 'changed',
    differences: [],
    remedy: 'mend it',
  });
  expect(groupMisses([bare], command)).toMatchObject([{ command: 'mend it' }]);
});

it('odd names in a command are quoted, plans of a preset are named by it', () => {
  const lane = createLane({ scenario: "it's", plan: 'standard/x@y.1', repeat: 2 });
  const whole: MissCause = {
    reason: 'damaged',
    text: 'x',
    differences: [],
    nearest: null,
    requests: 1,
    rejects: [],
  };
  expect(createMiss(lane, whole, { command, redactor }).remedy).toBe(
    String.raw`toolrig record suites/orders --scenario 'it'\''s' --variant ref --faults standard --repeats 2 --stale`,
  );
});

it('a recording is shown turn by turn, with its age and without anything that steers a terminal', async () => {
  await using scratch = await createScratchFolder();
  const store = createCassetteStore({
    root: scratch.path,
    mode: 'record',
    recordedAt: '2025-01-01T00:00:00Z',
    protocolVersion: 1,
    redactor,
    drift: [],
    volatile: [],
    tier: 'exact',
    command,
  });
  const recorder = await store.recorder(createLane(), {
    model: 'perfect',
    nature: 'scripted',
    about: null,
  });
  for (const step of createConversation(2))
    recorder.record(step.request, step.position, createReply('ok \u001b[31m\u202e'));
  recorder.recordTool({
    call: 't1c0',
    delivery: 1,
    tool: 'orders',
    arguments: {},
    status: 'success',
    content: { found: 1 },
  });
  await recorder.seal({});
  const text = readFileSync(toLanePath(scratch.path, createLane()), 'utf8');
  const options = { now: '2026-02-05T12:00:00Z', maxChars: 60 };
  expect(showCassette(text, options)).toEqual([
    'Lane      orders/find/ref/none/r1',
    'Recorded  2025-01-01T00:00:00Z (400 days ago)',
    'Source    model: perfect, nature: scripted',
    'Texts     harness version 1',
    '  user Where is my order?',
    'Turn 1, attempt 1: "test-model", 2 tools, {"temperature":0,"tool_choice":"auto"}, key ' +
      keyOf(text, 0),
    '  status 200, application/json, 1 frames, complete after 141 ms',
    String.raw`  ok \u001b[31m\u202e`,
    String.raw`  assistant calls orders({"status":"open","limit":1})`,
    '  tool #1 {"found":1}',
    'Turn 2, attempt 1: "test-model", 2 tools, {"temperature":0,"tool_choice":"auto"}, key ' +
      keyOf(text, 1),
    '  status 200, application/json, 1 frames, complete after 141 ms',
    String.raw`  ok \u001b[31m\u202e`,
    'Tool t1c0, delivery 1: orders success {"found":1}',
    'Sealed, 2 model requests',
  ]);
  expect(showCassette(text.slice(0, -10), options).at(-1)).toBe(
    'Unusable (damaged): the file is cut inside line 8',
  );
  expect(showCassette('', options)).toEqual(['Unusable (damaged): the file is empty']);
});

function keyOf(text: string, call: number): string {
  return [...text.matchAll(/"chain":"([0-9a-f]{16})"/g)][call]?.[1] ?? '';
}
