import { beforeAll, expect, it } from 'vitest';

import { createScriptedAgent } from '../../harness/agent/create-scripted-agent.ts';
import type { AgentKind } from '../../harness/agent/tempers.ts';
import { referenceLoop, type LoopSettings } from '../../harness/core/suite/loop-settings.ts';
import type { MetricName } from '../../harness/core/score/metric.ts';
import type { MetricSummaries, RunSummary } from '../../harness/core/run.ts';
import type { Scenario, Suite } from '../../harness/core/suite/suite.ts';
import { naiveLoop } from '../../harness/loop/presets.ts';
import { runSuite } from '../../harness/run/run-suite.ts';
import { loadSuite } from '../../harness/suite/load/load-suite.ts';
import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';
import { handbook } from './handbook.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await loadSuite('suites/orders');
});

interface Attempt {
  readonly settings?: LoopSettings;
  readonly faults?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly edit?: (scenario: Scenario) => Scenario;
}

/** Runs an agent in-process on this suite, under loop settings of its own. */
async function run(kind: AgentKind, attempt: Attempt = {}): Promise<RunSummary> {
  await using folder = await createScratchFolder();
  const { settings = referenceLoop, faults = [], scenarios = null, edit } = attempt;
  const [variant] = suite.variants;
  if (variant === undefined) throw new Error('No variant');
  const result = await runSuite({
    suite: {
      ...suite,
      models: [
        {
          name: variant.model,
          nature: 'scripted',
          about: null,
          price: null,
          kind: 'responder',
          respond: createScriptedAgent(kind, handbook),
        },
      ],
      variants: [{ ...variant, settings }],
      scenarios: edit === undefined ? suite.scenarios : suite.scenarios.map(edit),
    },
    mode: 'replay',
    variants: null,
    scenarios,
    faults,
    repeats: null,
    concurrency: 8,
    seed: 'known',
    cassettes: folder.path,
    out: folder.path,
    runId: kind,
    startedAt: '2026-01-01T00:00:00.000Z',
    rerecord: false,
    tier: 'exact',
    access: { baseUrl: null, keyOf: () => null },
    secrets: {},
    redaction: { key: null, salt: 'known' },
    process: { owner: 'test/1', isAlive: () => false },
    environment: {},
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(result.summary.invalidReasons).toEqual([]);
  return result.summary;
}

function scoresOf(summary: RunSummary): MetricSummaries {
  return summary.variants['reference']?.scores ?? {};
}

function valueOf(summary: RunSummary, name: MetricName): number | null | undefined {
  return scoresOf(summary)[name]?.value;
}

/** What the preset does: at the model, at the tool, and between them. */
const standard = [
  'duplicate_call',
  'http',
  'http_before',
  'malformed_arguments',
  'timeout',
  'timeout_after',
  'timeout_before',
];

/** How far a metric is from perfect, in counts; 0 where nothing was judged. */
function lossOf(summary: RunSummary, name: MetricName): number {
  const score = scoresOf(summary)[name];
  if (score === undefined) return 0;
  const higherIsBetter = name === 'termination.clean' || name === 'arguments.valid_final';
  return higherIsBetter ? score.of - score.count : score.count;
}

it.each<[AgentKind, readonly string[]]>([
  ['clerk', []],
  ['perfect', ['standard']],
  ['clerk', ['standard']],
])(
  '%s passes all under the reference loop, faults %j',
  async (kind, faults) => {
    const summary = await run(kind, { faults });
    expect(summary.failures).toEqual([]);
    expect(summary).toMatchObject({ verdict: 'PASS', passed: summary.planned, skipped: 0 });
    const { planned } = summary.faults;
    expect(summary.faults).toEqual({
      planned,
      fired: planned,
      noticed: planned,
      handled: planned,
      unreachable: 0,
    });
    expect(valueOf(summary, 'effects.double')).toBe(0);
    const often = Object.entries(summary.faultKinds).filter(([, counts]) => counts.fired >= 5);
    expect(often.map(([fault]) => fault).toSorted()).toEqual(faults.length === 0 ? [] : standard);
  },
  60_000,
);

it('perfect is perfect in every metric that a model answers for', async () => {
  const summary = await run('perfect');
  const known: readonly (readonly [MetricName, number])[] = [
    ['task.success', 1],
    ['selection.exact', 1],
    ['selection.f1', 1],
    ['selection.first', 1],
    ['selection.abstention', 1],
    ['selection.hallucinated', 0],
    ['arguments.parsed', 1],
    ['arguments.valid_first', 1],
    ['arguments.correct', 1],
    ['arguments.ungrounded', 0],
    ['effects.once', 1],
    ['effects.missing', 0],
    ['effects.unintended', 0],
    ['termination.clean', 1],
    ['termination.turns_over', 0],
    ['termination.repeats', 0],
    ['honesty.false_claims', 0],
    ['safety.forbidden', 0],
  ];
  expect(known.map(([name]) => [name, valueOf(summary, name)])).toEqual(known);
});

it('the blind retrier does twice what timed out, where no journal holds it back', async () => {
  const settings = { ...naiveLoop, retry: { ...naiveLoop.retry, max: 0 } };
  const attempt = { settings, faults: ['standard'], scenarios: ['refund-mug-zh'] };
  const [perfect, blind, kept] = await Promise.all([
    run('perfect', attempt),
    run('blind-retrier', attempt),
    run('blind-retrier', { ...attempt, settings: referenceLoop }),
  ]);
  // The two doubled calls of the preset are planted, so that they double under any agent.
  expect(lossOf(perfect, 'effects.double')).toBe(2);
  expect(lossOf(blind, 'effects.double')).toBe(3);
  expect(lossOf(kept, 'effects.double')).toBe(0);
});

it('the looper never comes to an end by itself', async () => {
  const scenarios = ['not-cancelled', 'many-orders', 'nothing-found', 'already-cancelled-zh'];
  const [guarded, capped] = await Promise.all([
    run('looper', { scenarios }),
    run('looper', { scenarios, settings: naiveLoop }),
  ]);
  expect(valueOf(guarded, 'termination.clean')).toBe(0);
  expect(valueOf(capped, 'termination.clean')).toBe(0);
  const codes = (summary: RunSummary): readonly string[] => [
    ...new Set(
      summary.failures.map(({ code }) => code).filter((code) => code.startsWith('ended_')),
    ),
  ];
  expect(codes(guarded)).toEqual(['ended_repeat']);
  expect(codes(capped)).toEqual(['ended_max_turns']);
});

it('the hallucinator calls something that does not exist for each call, and makes up what it should ask for', async () => {
  const summary = await run('hallucinator');
  expect(valueOf(summary, 'selection.hallucinated')).toBe(0.5);
  expect(lossOf(summary, 'arguments.ungrounded')).toBe(2);
  const fabricated = summary.failures.filter(({ code }) => code === 'fabricated_value');
  expect(new Set(fabricated.map(({ lane }) => lane.split('/')[1]))).toEqual(
    new Set(['ask-which', 'ask-address-zh']),
  );
});

it('the over-caller loses precision and no recall', async () => {
  const summary = await run('over-caller');
  expect(valueOf(summary, 'selection.recall')).toBe(1);
  expect(valueOf(summary, 'selection.precision')).toBeLessThan(0.6);
  expect(valueOf(summary, 'effects.unintended')).toBe(0);
});

it('the abstainer calls nothing: no recall, all abstention, no claim', async () => {
  const summary = await run('abstainer');
  expect(valueOf(summary, 'selection.recall')).toBe(0);
  expect(valueOf(summary, 'selection.abstention')).toBe(1);
  expect(valueOf(summary, 'selection.precision')).toBeNull();
  expect(valueOf(summary, 'effects.missing')).toBe(1);
  expect(valueOf(summary, 'honesty.false_claims')).toBeNull();
});

it('the coercer is invalid at first wherever there is a number, and valid after the error', async () => {
  const summary = await run('coercer');
  const first = scoresOf(summary)['arguments.valid_first'];
  expect(first).toMatchObject({ count: 13, of: 26 });
  expect(valueOf(summary, 'arguments.valid_final')).toBe(1);
  expect(valueOf(summary, 'task.success')).toBe(1);
});

it('every claim of the liar is false', async () => {
  const summary = await run('liar');
  expect(valueOf(summary, 'honesty.false_claims')).toBe(1);
  expect(lossOf(summary, 'honesty.false_claims')).toBeGreaterThanOrEqual(10);
  expect(valueOf(summary, 'effects.missing')).toBe(1);
});

/** What each setting of the loop is there for. */
const guarded = [
  'effects.double',
  'effects.half_batch',
  'effects.unconfirmed',
  'termination.clean',
  'arguments.valid_final',
] as const satisfies readonly MetricName[];

const { enforce, guards } = referenceLoop;

it.each<[name: string, moved: readonly (typeof guarded)[number][], settings: LoopSettings]>([
  ['nothing', [], referenceLoop],
  ['the journal', ['effects.double'], { ...referenceLoop, journal: null }],
  [
    'the batch check',
    ['effects.half_batch'],
    { ...referenceLoop, enforce: { ...enforce, batch: false } },
  ],
  [
    'confirmation',
    ['effects.unconfirmed'],
    { ...referenceLoop, enforce: { ...enforce, confirm: false } },
  ],
  [
    'the repeat guard',
    ['termination.clean'],
    { ...referenceLoop, guards: { ...guards, repeat: 0, noProgress: 0 } },
  ],
  [
    'validation',
    // The checks of tools are enforced with it: a call that they object to fails beside one that runs.
    ['effects.half_batch', 'arguments.valid_final'],
    { ...referenceLoop, enforce: { ...enforce, validation: false } },
  ],
])(
  'switching off %s moves %j and no other',
  async (_name, moved, settings) => {
    const faults = ['standard'];
    const parts = [
      await run('clerk', {
        settings,
        faults,
        scenarios: [
          'refund-mug-zh',
          'voucher-denied',
          'voucher-silent',
          'two-addresses',
          'yes-twice',
        ],
      }),
      await run('coercer', {
        settings,
        scenarios: ['refund-mug-zh', 'newest-order', 'voucher-zh'],
      }),
      // A looping agent is to be stopped at its third round, and that is the end that is wanted.
      await run('looper', {
        settings,
        scenarios: ['nothing-found'],
        edit: (scenario) => ({
          ...scenario,
          expected: { ...scenario.expected, stopReasons: ['repeat'] },
        }),
      }),
    ];
    const worse = guarded.filter((name) => parts.some((part) => lossOf(part, name) > 0));
    expect(worse).toEqual(moved);
  },
  60_000,
);
