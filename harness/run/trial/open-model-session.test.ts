import { expect, it } from 'vitest';

import { CassetteMissError } from '../../core/talk/cassette.ts';
import type { ToolLine } from '../../core/talk/cassette.ts';
import { createFakeProvider } from '../../testing/create-boundary-bench.ts';
import { LiveClock } from '../clock/live-clock.ts';
import { VirtualClock } from '../clock/virtual-clock.ts';
import type { ModelSession, ModelSource, TrialJob } from '../plan/trial-job.ts';
import { createModelSource, type ModelSourceOptions } from './create-model-source.ts';
import { Transcript } from './transcript.ts';

const job = {
  lane: { suite: 's', scenario: 'one', variant: 'v', plan: 'none', repeat: 1 },
  scenario: { script: null },
  plan: { name: 'none', byHand: false, faults: [] },
  variant: { name: 'v', model: 'm', agent: null, settings: { guards: { modelTimeoutMs: 1 } } },
  // A session reads no more than this of a trial.
} as unknown as TrialJob;

interface Case {
  readonly mode?: ModelSourceOptions['mode'];
  readonly kind?: 'openai' | 'script';
  readonly nature?: 'real' | 'learned';
  readonly keepRecorded?: boolean;
  readonly renewStale?: boolean;
  /** The lane has a recording. */
  readonly has?: boolean;
  readonly store?: false;
  /** What opening the recording throws. */
  readonly refuses?: Error;
}

interface Opened {
  readonly source: ModelSource;
  /** What was opened, and whom it was reported to. */
  readonly log: string[];
  readonly transcript: Transcript;
  readonly lines: ToolLine[];
  open(): Promise<ModelSession>;
}

function create(of: Case): Opened {
  const log: string[] = [];
  const lines: ToolLine[] = [];
  const note = <T>(text: string, value: T): T => (log.push(text), value);
  const tell = (line: ToolLine): void => void lines.push(line);
  const player = { play: () => null, compareTool: tell, unconsumed: () => 2 };
  const store = {
    has: () => Promise.resolve(of.has === true),
    recorder: () => Promise.resolve(note('recorder', { recordTool: tell })),
    player: () =>
      of.refuses === undefined
        ? Promise.resolve(note('player', player))
        : Promise.reject(of.refuses),
  };
  const replies = ['One.', 'Two.', 'Three.'];
  const clock = new VirtualClock();
  const transcript = new Transcript(clock);
  const source = createModelSource({
    mode: of.mode ?? 'record',
    cassettes: of.store === false ? null : store,
    models: [
      { name: 'other', kind: 'script', nature: 'scripted', replies: [] },
      { name: 'm', kind: of.kind ?? 'openai', nature: of.nature ?? 'learned', replies },
    ],
    keepRecorded: of.keepRecorded ?? false,
    renewStale: of.renewStale ?? false,
    onMiss: () => log.push('miss'),
    onPlay: () => log.push('play'),
    createProvider: () => note('provider', createFakeProvider([])),
    meter: { watch: <T>(provider: T) => note('meter', provider) },
    // A source reads no more than this of what surrounds it.
  } as unknown as ModelSourceOptions);
  const open = async (): Promise<ModelSession> =>
    await source.open(job, {
      clock,
      transcript,
      faults: { atModel: () => [], atTool: () => [] },
      onRequest: () => undefined,
      onReply: () => undefined,
      onFailure: () => undefined,
    });
  return { source, log, transcript, lines, open };
}

const played = ['play', 'player'];
const recorded = ['recorder', 'provider', 'meter'];
const sent = ['provider', 'meter'];

it.each<[Case, readonly string[]]>([
  [{ mode: 'replay' }, played],
  [{ mode: 'replay', has: true, keepRecorded: true }, played],
  [{ mode: 'record' }, recorded],
  [{ mode: 'record', has: true }, recorded],
  [{ mode: 'record', keepRecorded: true }, recorded],
  [{ mode: 'record', has: true, keepRecorded: true }, played],
  [{ mode: 'live' }, sent],
  [{ mode: 'live', has: true, keepRecorded: true }, sent],
  [{ mode: 'live', store: false }, sent],
  [{ mode: 'replay', kind: 'script' }, []],
  [{ mode: 'record', kind: 'script', has: true, keepRecorded: true }, []],
])('under %j, a trial opens %j', async (of, opened) => {
  const { log, open } = create(of);
  await open();
  expect(log).toEqual(opened);
});

it.each<[Case, object | null]>([
  [{ mode: 'replay' }, { of: 'recording', replies: 2 }],
  [
    { mode: 'live', kind: 'script' },
    { of: 'script', replies: 3 },
  ],
  [{ mode: 'live' }, null],
])('under %j, what was never asked for is %j', async (of, unused) => {
  const session = await create(of).open();
  expect(session.unused?.()).toEqual(unused);
});

it.each<[Case, boolean]>([
  [{ nature: 'real', mode: 'record' }, true],
  [{ nature: 'real', mode: 'live' }, true],
  [{ nature: 'real', mode: 'replay' }, false],
  [{ nature: 'learned', mode: 'record' }, false],
  [{ nature: 'real', kind: 'script', mode: 'live' }, false],
])('under %j, the clock of a trial measures time: %j', (of, isLive) => {
  expect(create(of).source.createClock(job) instanceof LiveClock).toBe(isLive);
});

it.each<[Case]>([[{ mode: 'replay' }], [{ mode: 'record' }]])(
  'under %j, results of tools are kept or compared with the recording',
  async (of) => {
    const { open, transcript, lines } = create(of);
    await open();
    transcript.emit({
      type: 'delivery',
      call: 't1c0',
      tool: 'pay',
      delivery: 1,
      preview: false,
      confirm: 'not_needed',
      arguments: {},
      idempotencyKey: null,
    });
    expect(lines).toEqual([]);
    transcript.emit({
      type: 'result',
      call: 't1c0',
      delivery: 1,
      status: 'success',
      value: 1,
      error: null,
      cached: false,
      durationMs: 1,
      executed: null,
    });
    expect(lines.map(({ tool, content }) => [tool, content])).toEqual([['pay', 1]]);
  },
);

const miss = new CassetteMissError('No recording', {
  lane: 's/one/v/none/r1',
  reason: 'damaged',
  differences: [],
  remedy: 'x',
});

it.each<[string, Error, readonly string[]]>([
  ['a miss is reported', miss, ['play', 'miss']],
  ['another error is not', new Error('Disk'), ['play']],
])('where a recording cannot be opened, %s and thrown on', async (_name, refuses, log) => {
  const opened = create({ mode: 'replay', refuses });
  await expect(opened.open()).rejects.toBe(refuses);
  expect(opened.log).toEqual(log);
  expect(opened.source.again?.(job)).toBe(false);
});

it('a recorded lane that misses is recorded again where that is wanted', async () => {
  const of = { has: true, keepRecorded: true, renewStale: true, refuses: miss };
  const { source, log, open } = create(of);
  expect(source.again?.(job)).toBe(false);
  await expect(open()).rejects.toBe(miss);
  expect(source.again?.(job)).toBe(true);
  expect(source.again?.({ ...job, lane: { ...job.lane, repeat: 2 } })).toBe(false);
  await open();
  expect(log).toEqual(['play', ...recorded]);
});

it.each<[Case]>([
  [{ has: true, keepRecorded: true, refuses: miss }],
  [{ mode: 'replay', renewStale: true, refuses: miss }],
])('under %j, a lane that misses is not recorded again', async (of) => {
  const { source, log, open } = create(of);
  await expect(open()).rejects.toBe(miss);
  expect(source.again?.(job)).toBe(false);
  expect(log).toEqual(['play', 'miss']);
});

it('a variant whose model is not there is refused by name', async () => {
  const { source } = create({});
  const lost = { ...job, variant: { ...job.variant, model: 'gone' } };
  expect(() => source.createClock(lost)).toThrowError(
    expect.objectContaining({
      code: 'MODEL_UNKNOWN',
      message: 'Cannot run variant "v": the suite has no model "gone"',
    }),
  );
});
