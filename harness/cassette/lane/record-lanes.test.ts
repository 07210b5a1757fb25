import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CassetteMissError, CassetteStore, LaneRecorder } from '../../core/talk/cassette.ts';
import type { AskPosition } from '../../core/talk/model.ts';
import {
  createConversation,
  createLane,
  createReply,
  type RecordedStep,
} from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { type CassetteStoreOptions, createCassetteStore } from '../cassette-store.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { type LaneDisk, nodeDisk } from './lane-disk.ts';
import { toLanePath } from './lane-path.ts';

const clean = createLane();
const faulted = createLane({ plan: 'standard/http-503@model.2' });

function openStore(root: string, options: Partial<CassetteStoreOptions> = {}): CassetteStore {
  return createCassetteStore({
    root,
    mode: 'record',
    recordedAt: '2025-01-02T03:04:05Z',
    protocolVersion: 1,
    redactor: createRedactor({ secrets: [], key: null, salt: 'test' }),
    drift: [],
    volatile: [],
    tier: 'exact',
    command: 'toolrig record suites/orders',
    ...options,
  });
}

/** Asks as the model boundary does: the clean lane first, then the provider; says who answered. */
function ask(recorder: LaneRecorder, step: RecordedStep): 'shared' | 'own' {
  const shared = recorder.shared(step.request, step.position);
  recorder.record(step.request, step.position, shared ?? step.exchange);
  return shared === null ? 'own' : 'shared';
}

async function recordClean(root: string, turns = 3): Promise<readonly RecordedStep[]> {
  const steps = createConversation(turns);
  const recorder = await openStore(root).recorder(clean, {});
  for (const step of steps) ask(recorder, step);
  await recorder.seal({});
  return steps;
}

function at(
  step: RecordedStep | undefined,
  position: AskPosition,
  more: Partial<RecordedStep> = {},
): RecordedStep {
  if (step === undefined) throw new Error('the conversation is too short');
  return { ...step, position, ...more };
}

/** The same conversation from a turn on with another tool result, as after a fault. */
function parted(steps: readonly RecordedStep[], turn: number): readonly RecordedStep[] {
  return steps.map((step) => {
    if (step.position.turn < turn) return step;
    const last = 2 * turn - 1;
    const messages = step.request.messages.map((message, index) =>
      index === last ? { ...message, content: 'lost' } : message,
    );
    return { ...step, request: { ...step.request, messages }, exchange: createReply('"own"') };
  });
}

function readHead(root: string): Record<string, unknown> {
  return JSON.parse(readFileSync(toLanePath(root, faulted), 'utf8').split('\n')[0] ?? '');
}

describe('a faulted lane', () => {
  it('that stays with its clean lane writes no file, sends nothing, and replays from there', async () => {
    await using scratch = await createScratchFolder();
    const steps = await recordClean(scratch.path);
    // A 503 at turn 2 is made by the plan; attempt 2 then asks what the clean lane holds as attempt 1.
    const asked = [steps[0], at(steps[1], { turn: 2, attempt: 2 }), steps[2]].map((step) =>
      at(step, step?.position ?? { turn: 0, attempt: 0 }),
    );
    const recorder = await openStore(scratch.path).recorder(faulted, {});
    expect(asked.map((step) => ask(recorder, step))).toEqual(['shared', 'shared', 'shared']);
    await recorder.seal({});
    const store = openStore(scratch.path, { mode: 'replay' });
    expect(await store.has(faulted)).toBe(false);
    const player = await store.player(faulted);
    const replies = asked.map((step) => player.play(step.request, step.position));
    expect(replies).toEqual(steps.map(({ exchange }) => ({ exchange, tier: 'exact' })));
    expect(player.unconsumed()).toBe(0);
  });

  it('may ask a turn of its clean lane twice: a fault spoilt the first answer', async () => {
    await using scratch = await createScratchFolder();
    const [first, second] = await recordClean(scratch.path);
    const player = await openStore(scratch.path, { mode: 'replay' }).player(faulted);
    const asked = [
      at(first, { turn: 1, attempt: 1 }),
      at(first, { turn: 1, attempt: 2 }),
      at(second, { turn: 2, attempt: 1 }),
    ];
    expect(asked.map((step) => player.play(step.request, step.position).exchange)).toEqual(
      asked.map((step) => step.exchange),
    );
  });

  it('keeps only what is its own, from the turn where it parts', async () => {
    await using scratch = await createScratchFolder();
    const steps = await recordClean(scratch.path);
    const own = parted(steps, 2);
    const recorder = await openStore(scratch.path).recorder(faulted, {});
    expect(own.map((step) => ask(recorder, step))).toEqual(['shared', 'own', 'own']);
    await recorder.seal({});
    expect(readHead(scratch.path)).toMatchObject({ fork: { lane: clean, turn: 2 } });
    const player = await openStore(scratch.path, { mode: 'replay' }).player(faulted);
    const replies = own.map((step) => player.play(step.request, step.position).exchange);
    expect(replies).toEqual([steps[0]?.exchange, createReply('"own"'), createReply('"own"')]);
    expect(player.unconsumed()).toBe(0);
  });

  it('never goes back to its clean lane once it has parted', async () => {
    await using scratch = await createScratchFolder();
    const steps = await recordClean(scratch.path);
    const recorder = await openStore(scratch.path).recorder(faulted, {});
    const asked = [steps[0], parted(steps, 2)[1], steps[2]].map((step) =>
      at(step, step?.position ?? { turn: 0, attempt: 0 }),
    );
    expect(asked.map((step) => ask(recorder, step))).toEqual(['shared', 'own', 'own']);
  });

  it('without a recording misses where the conversation parts, and says from what', async () => {
    await using scratch = await createScratchFolder();
    const own = parted(await recordClean(scratch.path), 2);
    const player = await openStore(scratch.path, { mode: 'replay' }).player(faulted);
    const [first, second] = own.map((step) => () => player.play(step.request, step.position));
    first?.();
    expect(second).toThrow(
      'Cannot replay lane "orders/find/ref/standard/http-503@model.2/r1": it has no recording of its own and parts from its clean lane at turn 2, attempt 1. ' +
        String.raw`message.3: recorded "tool #1 {\"found\":1}", now "tool #1 lost". ` +
        'The nearest lane is "orders/find/ref/none/r1". ' +
        'Record it with `toolrig record suites/orders --scenario find --variant ref --faults standard`',
    );
  });

  it('that goes on longer than its clean lane needs a recording of its own', async () => {
    await using scratch = await createScratchFolder();
    const steps = await recordClean(scratch.path, 1);
    const player = await openStore(scratch.path, { mode: 'replay' }).player(faulted);
    const [first, second] = createConversation(2).map(
      (step) => () => player.play(step.request, step.position),
    );
    expect(first?.()).toEqual({ exchange: steps[0]?.exchange, tier: 'exact' });
    expect(second).toThrow(
      expect.objectContaining({ reason: 'no_cassette', nearest: 'orders/find/ref/none/r1' }),
    );
  });

  it('whose clean lane is gone says which lane must be recorded', async () => {
    await using scratch = await createScratchFolder();
    const own = parted(await recordClean(scratch.path), 2);
    const recorder = await openStore(scratch.path).recorder(faulted, {});
    for (const step of own) ask(recorder, step);
    await recorder.seal({});
    rmSync(toLanePath(scratch.path, clean));
    const player = await openStore(scratch.path, { mode: 'replay' }).player(faulted);
    const [first, second] = own.map((step) => () => player.play(step.request, step.position));
    expect(first).toThrow(
      'Cannot replay lane "orders/find/ref/none/r1": there is no recording, and lane "orders/find/ref/standard/http-503@model.2/r1" begins with its turns',
    );
    expect(second?.()).toMatchObject({ tier: 'exact' });
  });

  it('is recorded whole when its clean lane is not there or broken', async () => {
    await using scratch = await createScratchFolder();
    const steps = createConversation(2);
    await scratch.write('orders/find/ref/none.r1.jsonl', 'broken');
    const recorder = await openStore(scratch.path).recorder(faulted, {});
    expect(steps.map((step) => ask(recorder, step))).toEqual(['own', 'own']);
    await recorder.seal({});
    expect(readHead(scratch.path)).toMatchObject({ fork: null });
    const player = await openStore(scratch.path, { mode: 'replay' }).player(faulted);
    expect(steps.map((step) => player.play(step.request, step.position).tier)).toEqual([
      'exact',
      'exact',
    ]);
  });

  it('that shares all when it is recorded again loses the file it had', async () => {
    await using scratch = await createScratchFolder();
    const steps = await recordClean(scratch.path);
    for (const conversation of [parted(steps, 2), steps]) {
      const recorder = await openStore(scratch.path).recorder(faulted, {});
      for (const step of conversation) ask(recorder, step);
      await recorder.seal({});
    }
    expect(await openStore(scratch.path).has(faulted)).toBe(false);
  });

  it('sees a clean lane that was recorded again by the same store', async () => {
    await using scratch = await createScratchFolder();
    const store = openStore(scratch.path);
    const [step] = createConversation(1);
    for (const text of ['"old"', '"new"']) {
      const recorder = await store.recorder(clean, {});
      ask(recorder, at(step, { turn: 1, attempt: 1 }, { exchange: createReply(text) }));
      await recorder.seal({});
      const player = await store.player(faulted);
      const { request, position } = at(step, { turn: 1, attempt: 1 });
      expect(player.play(request, position).exchange).toEqual(createReply(text));
    }
  });
});

describe('recorders', () => {
  it('two of one lane: the second is refused with the file that the first holds', async () => {
    await using scratch = await createScratchFolder();
    const store = openStore(scratch.path, { owner: '17', isOwnerAlive: (owner) => owner === '17' });
    const first = await store.recorder(clean, {});
    const lock = `${toLanePath(scratch.path, clean)}.lock.part`;
    await expect(store.recorder(clean, {})).rejects.toMatchObject({
      code: 'CASSETTE_LOCKED',
      message: `Cannot record lane "orders/find/ref/none/r1": another recorder holds "${lock}". Wait for it, or delete the file when none runs`,
    });
    await first.abandon();
    await (await store.recorder(clean, {})).abandon();
    expect(readdirSync(join(scratch.path, 'orders/find/ref'))).toEqual([]);
  });

  it('sixteen at once: one gets the lane', async () => {
    await using scratch = await createScratchFolder();
    const tries = Array.from({ length: 16 }, () => openStore(scratch.path).recorder(clean, {}));
    const results = await Promise.allSettled(tries);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('a lock whose owner is dead is taken over', async () => {
    await using scratch = await createScratchFolder();
    await openStore(scratch.path, { owner: '1' }).recorder(clean, {});
    const store = openStore(scratch.path, { owner: '2', isOwnerAlive: (owner) => owner !== '1' });
    const recorder = await store.recorder(clean, {});
    const [step] = createConversation(1);
    ask(recorder, at(step, { turn: 1, attempt: 1 }));
    await recorder.seal({});
    expect(readdirSync(join(scratch.path, 'orders/find/ref'))).toEqual(['none.r1.jsonl']);
  });

  it('an abandoned lane leaves nothing, and what was there before stays', async () => {
    await using scratch = await createScratchFolder();
    await recordClean(scratch.path);
    const path = toLanePath(scratch.path, clean);
    const before = readFileSync(path, 'utf8');
    const recorder = await openStore(scratch.path).recorder(clean, {});
    ask(
      recorder,
      at(createConversation(1)[0], { turn: 1, attempt: 1 }, { exchange: createReply('"x"') }),
    );
    await recorder.abandon();
    await expect(recorder.seal({})).rejects.toMatchObject({ code: 'CASSETTE_CLOSED' });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(readdirSync(join(scratch.path, 'orders/find/ref'))).toEqual(['none.r1.jsonl']);
  });

  it('nothing is readable under its name before the seal', async () => {
    await using scratch = await createScratchFolder();
    const store = openStore(scratch.path);
    const recorder = await store.recorder(clean, {});
    for (const step of createConversation(2)) ask(recorder, step);
    expect(await store.has(clean)).toBe(false);
    expect(existsSync(join(scratch.path, 'parts'))).toBe(false);
    await recorder.seal({});
    expect(await store.has(clean)).toBe(true);
  });

  it('a torn draft of a killed recorder is never used', async () => {
    await using scratch = await createScratchFolder();
    await recordClean(scratch.path);
    const path = toLanePath(scratch.path, clean);
    const text = readFileSync(path, 'utf8');
    await writeFile(`${path}.part`, text.slice(0, 300));
    const recorder = await openStore(scratch.path).recorder(clean, {});
    for (const step of createConversation(3)) ask(recorder, step);
    await recorder.seal({});
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

function failing(code: string, at: 'create' | 'rename', match: RegExp): LaneDisk {
  const fail = (path: string): void => {
    if (match.test(path)) throw Object.assign(new Error(code), { code });
  };
  return {
    ...nodeDisk,
    create(path, text) {
      if (at === 'create') fail(path);
      nodeDisk.create(path, text);
    },
    rename(from, to) {
      if (at === 'rename') fail(to);
      nodeDisk.rename(from, to);
    },
  };
}

describe('a disk that refuses', () => {
  it.each([
    {
      system: 'ENOSPC',
      step: 'create',
      match: /\.jsonl\.part$/,
      code: 'CASSETTE_DISK_FULL',
      words: /the disk is full/,
    },
    {
      system: 'EDQUOT',
      step: 'create',
      match: /parts/,
      code: 'CASSETTE_DISK_FULL',
      words: /the quota is used up/,
    },
    {
      system: 'EROFS',
      step: 'rename',
      match: /\.jsonl$/,
      code: 'CASSETTE_UNWRITABLE',
      words: /the folder may not be written to/,
    },
    {
      system: 'EIO',
      step: 'rename',
      match: /\.json$/,
      code: 'CASSETTE_UNWRITABLE',
      words: /the system says EIO/,
    },
  ] as const)(
    '$system at $step of $match: a clear error and nothing half used',
    async ({ system, step, match, code, words }) => {
      await using scratch = await createScratchFolder();
      const store = openStore(scratch.path, { disk: failing(system, step, match) });
      const recorder = await store.recorder(clean, {});
      for (const item of createConversation(2)) ask(recorder, item);
      const error = await recorder.seal({}).catch((caught: unknown) => caught as CassetteMissError);
      expect(error).toMatchObject({ code, message: expect.stringMatching(words) });
      expect(readdirSync(join(scratch.path, 'orders/find/ref'))).toEqual([]);
    },
  );

  it('a full disk at the very start is reported when the recorder opens', async () => {
    await using scratch = await createScratchFolder();
    const disk = failing('ENOSPC', 'create', /lock/);
    await expect(openStore(scratch.path, { disk }).recorder(clean, {})).rejects.toMatchObject({
      code: 'CASSETTE_DISK_FULL',
    });
  });

  it('a file where a folder must be is reported with its path', async () => {
    await using scratch = await createScratchFolder();
    await writeFile(join(scratch.path, 'orders'), '');
    await expect(openStore(scratch.path).recorder(clean, {})).rejects.toMatchObject({
      code: 'CASSETTE_UNWRITABLE',
      message: expect.stringContaining('there is a file where a folder must be'),
    });
  });
});
