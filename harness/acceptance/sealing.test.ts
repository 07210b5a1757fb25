import { expect, it } from 'vitest';

import { cleanPlan } from '../core/suite/lane.ts';
import type { EventBody } from '../core/trial/transcript.ts';
import type { JsonValue } from '../json/json.ts';
import { LiveClock } from '../run/clock/live-clock.ts';
import { VirtualClock } from '../run/clock/virtual-clock.ts';
import type { TrialJob } from '../run/plan/trial-job.ts';
import { createModelSource, type ModelSourceOptions } from '../run/trial/create-model-source.ts';
import { Transcript } from '../run/trial/transcript.ts';
import { createFakeProvider } from '../testing/create-boundary-bench.ts';
import { createWallClock } from '../testing/create-wall-clock.ts';
import { makeSuite, payer } from '../testing/group-bench.ts';

const paid: EventBody = {
  type: 'effect',
  call: 't1c0',
  delivery: 1,
  tool: 'pay',
  grade: 'irreversible',
  key: 'A',
  confirmed: true,
};

function makeJob(): TrialJob {
  const suite = makeSuite(payer(1));
  const [scenario] = suite.scenarios;
  const [variant] = suite.variants;
  if (scenario === undefined || variant === undefined) throw new Error('Nothing to run');
  return {
    suite,
    scenario,
    variant,
    plan: { name: cleanPlan, faults: [], byHand: false },
    lane: { suite: 'shop', scenario: 'one', variant: variant.name, plan: cleanPlan, repeat: 1 },
  };
}

/** How the recording of a trial that paid once ends, where this is what its replay would show. */
async function seal(replayed: ((value: JsonValue) => JsonValue) | null): Promise<unknown> {
  const job = makeJob();
  const ends: unknown[] = [];
  const recorder = {
    replayChanges: () => replayed,
    seal: (end: unknown) => Promise.resolve(void ends.push(end)),
    abandon: () => Promise.resolve(void ends.push('abandoned')),
  };
  const source = createModelSource({
    mode: 'record',
    cassettes: { recorder: () => Promise.resolve(recorder) },
    models: [{ name: job.variant.model, kind: 'openai', nature: 'learned', about: null }],
    keepRecorded: false,
    onMiss: () => undefined,
    createProvider: () => createFakeProvider([]),
    // A session that only ends reads no more than this.
  } as unknown as ModelSourceOptions);
  const clock = source.createClock(job);
  const transcript = new Transcript(clock);
  const session = await source.open(job, {
    clock,
    transcript,
    faults: { atModel: () => [], atTool: () => [] },
    onRequest: () => undefined,
    onReply: () => undefined,
    onFailure: () => undefined,
  });
  transcript.emit(paid);
  try {
    await session.finish({ status: 'finished', stopReason: 'answered' });
  } catch (error) {
    ends.push(error);
  }
  return ends;
}

it.each<[string, ((value: JsonValue) => JsonValue) | null]>([
  ['that lost nothing', null],
  ['whose replay scores the same', (value) => value],
])('a recording %s is sealed with its end', async (_name, replayed) => {
  expect(await seal(replayed)).toEqual([{ stopReason: 'answered' }]);
});

it('a recording whose replay would score otherwise is not sealed', async () => {
  expect(await seal(() => [])).toEqual([
    expect.objectContaining({
      code: 'REDACTION_CHANGES_SCORES',
      message: expect.stringMatching(
        /"shop\/one\/[^"]*".* would change (?:.*, )?task\.success/u,
      ) as string,
    }),
  ]);
});

it.each([
  ['measures time', true],
  ['does not', false],
])('after an error of the provider a wait is real where the clock %s', async (_name, isLive) => {
  const job = makeJob();
  const wall = createWallClock();
  const clock = isLive ? new LiveClock(wall) : new VirtualClock();
  const owed: boolean[] = [];
  if (clock instanceof LiveClock) clock.oweWait = (owes) => void owed.push(owes);
  const source = createModelSource({
    mode: 'live',
    cassettes: null,
    models: [{ name: job.variant.model, kind: 'openai', nature: 'real', about: null }],
    keepRecorded: false,
    onMiss: () => undefined,
    createProvider: () => createFakeProvider([]),
    // A session reads no more than this.
  } as unknown as ModelSourceOptions);
  const transcript = new Transcript(clock);
  const session = await source.open(job, {
    clock,
    transcript,
    faults: { atModel: () => [], atTool: () => [] },
    onRequest: () => undefined,
    onReply: () => undefined,
    onFailure: () => undefined,
  });
  const request = { model: 'm', messages: [], tools: [] };
  const position = { turn: 1, attempt: 1 };
  // The fake has no answer: what counts is that it was asked through what paces it.
  await session.model.ask(request, position, new AbortController().signal).catch(() => undefined);
  expect(owed.length > 0).toBe(isLive);
});
