import { expect, it } from 'vitest';

import type { TrialOutcome } from '../../core/trial/trial.ts';
import { createFakeProvider } from '../../testing/create-boundary-bench.ts';
import { VirtualClock } from '../clock/virtual-clock.ts';
import type { TrialJob } from '../plan/trial-job.ts';
import { createModelSource, type ModelSourceOptions } from './create-model-source.ts';
import { Transcript } from './transcript.ts';

const job = {
  lane: { suite: 's', scenario: 'one', variant: 'v', plan: 'none', repeat: 1 },
  variant: { name: 'v', model: 'm', agent: null, settings: { guards: { modelTimeoutMs: 1 } } },
  // A session reads no more than this of a trial.
} as unknown as TrialJob;

/** Records one trial and ends its session; how its recording ended. */
async function end(outcome: TrialOutcome | null): Promise<readonly string[]> {
  const ends: string[] = [];
  const recorder = {
    replayChanges: () => null,
    seal: async () => void (await Promise.resolve(ends.push('sealed'))),
    abandon: async () => void (await Promise.resolve(ends.push('abandoned'))),
  };
  const source = createModelSource({
    mode: 'record',
    cassettes: { recorder: () => Promise.resolve(recorder) },
    models: [{ name: 'm', kind: 'openai', nature: 'learned', about: null, price: null }],
    keepRecorded: false,
    onMiss: () => undefined,
    createProvider: () => createFakeProvider([]),
  } as unknown as ModelSourceOptions);
  const clock = new VirtualClock();
  const session = await source.open(job, {
    clock,
    transcript: new Transcript(clock),
    faults: { atModel: () => [], atTool: () => [] },
    onRequest: () => undefined,
    onReply: () => undefined,
    onFailure: () => undefined,
  });
  await (outcome === null ? session.abandon() : session.finish(outcome));
  return ends;
}

it.each<[string, TrialOutcome | null, string]>([
  ['finished', { status: 'finished', stopReason: 'answered' }, 'sealed'],
  ['invalid', { status: 'invalid', code: 'provider_error', cause: 'x', detail: [] }, 'abandoned'],
  ['skipped', { status: 'skipped', code: 'script_ended', cause: 'x' }, 'abandoned'],
  ['broken off', null, 'abandoned'],
])('the recording of a trial that is %s', async (_name, outcome, how) => {
  expect(await end(outcome)).toEqual([how]);
});
