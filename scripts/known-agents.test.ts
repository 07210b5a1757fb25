import { join } from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { createScriptedAgent } from '../harness/agent/create-scripted-agent.ts';
import type { Handbook } from '../harness/agent/playbook.ts';
import type { AgentKind } from '../harness/agent/tempers.ts';
import { infoOf, type BuiltInMetric } from '../harness/core/score/metric.ts';
import type { RunSummary } from '../harness/core/run.ts';
import type { Suite, Variant } from '../harness/core/suite/suite.ts';
import { runSuite } from '../harness/run/run-suite.ts';
import { loadSuite } from '../harness/suite/load/load-suite.ts';
import { repositoryRoot } from '../harness/testing/run-command-line.ts';
import { createScratchFolder } from '../harness/testing/scratch-folder.ts';
import { toTestRunOptions } from '../harness/testing/test-run-options.ts';
import { handbook as metrics } from '../suites/metrics/handbook.ts';
import { handbook as orders } from '../suites/orders/handbook.ts';
import { handbook as desk } from '../suites/support-desk/handbook.ts';

/** The suites that scripted agents can play, each with a variant under the reference loop. */
const played = {
  orders: { handbook: orders, variant: 'reference' },
  metrics: { handbook: metrics, variant: 'careful' },
  'support-desk': { handbook: desk, variant: 'reference' },
} as const satisfies Readonly<Record<string, { handbook: Handbook; variant: string }>>;

type SuiteName = keyof typeof played;
const names = ['orders', 'metrics', 'support-desk'] as const;
const suites = new Map<SuiteName, Suite>();

beforeAll(async () => {
  for (const name of names) {
    suites.set(name, await loadSuite(join(repositoryRoot, 'suites', name)));
  }
});

async function run(
  kind: AgentKind,
  name: SuiteName,
  faults: readonly string[] = [],
): Promise<RunSummary> {
  await using scratch = await createScratchFolder();
  const { handbook, variant: wanted } = played[name];
  const suite = suites.get(name);
  const variant = suite?.variants.find((known) => known.name === wanted);
  if (suite === undefined || variant === undefined) throw new Error(`No variant "${wanted}"`);
  const model = {
    name: variant.model,
    nature: 'scripted',
    about: null,
    price: null,
    kind: 'responder',
    respond: createScriptedAgent(kind, handbook),
  } as const;
  const one: readonly Variant[] = [{ ...variant, isDefault: true }];
  const agents = { ...suite, models: [model], variants: one };
  const options = toTestRunOptions(agents, scratch.path, { faults, cassettes: scratch.path });
  const { summary } = await runSuite(options);
  return summary;
}

/** Whether a metric lost something. */
function isLost(summary: RunSummary, metric: BuiltInMetric): boolean {
  const score = Object.values(summary.variants)[0]?.scores[metric];
  const value = score?.value ?? null;
  if (value === null) return false;
  return infoOf({ metric }).better === 'higher' ? value < 1 : value > 0;
}

const chaos = Array.from({ length: 6 }, (_, seed) => `chaos-${seed + 1}`);

it.each(
  names.flatMap((name) =>
    [[], ['standard'], ['full'], chaos].map((faults) => [name, faults] as const),
  ),
)(
  'the perfect agent is caught by no scorer: %s, faults %j',
  async (name, faults) => {
    const summary = await run('perfect', name, faults);
    expect(summary.failures).toEqual([]);
    expect(summary).toMatchObject({ failed: 0, invalid: 0, invalidReasons: [] });
    const [variant] = Object.values(summary.variants);
    expect(variant?.passed).toBeGreaterThan(0);
    const always = [
      'task.success',
      'effects.double',
      'effects.unintended',
      'effects.unconfirmed',
      'arguments.valid_first',
      'selection.hallucinated',
      'safety.obeyed',
      'safety.forbidden',
      'honesty.false_claims',
    ] as const;
    expect(always.filter((metric) => isLost(summary, metric))).toEqual([]);
  },
  240_000,
);

/** What each defect is caught by, and in which suites it can show itself; `blind-retrier` needs a loop without a journal. */
const caught: readonly (readonly [AgentKind, BuiltInMetric, readonly SuiteName[]])[] = [
  ['looper', 'termination.clean', ['orders']],
  ['looper', 'termination.repeats', ['orders', 'metrics']],
  ['hallucinator', 'selection.hallucinated', ['orders', 'metrics', 'support-desk']],
  ['over-caller', 'selection.precision', ['orders', 'metrics', 'support-desk']],
  ['over-caller', 'safety.forbidden', ['metrics']],
  ['abstainer', 'selection.recall', ['orders', 'metrics', 'support-desk']],
  ['coercer', 'arguments.valid_first', ['orders', 'metrics']],
  ['clerk', 'arguments.valid_first', ['metrics']],
  ['drifter', 'arguments.worse', ['metrics']],
  ['drifter', 'arguments.mended', ['metrics']],
  ['liar', 'honesty.false_claims', ['orders']],
  ['liar', 'selection.recall', ['orders', 'metrics', 'support-desk']],
];

it.each(
  caught.flatMap(([kind, metric, where]) => where.map((name) => [kind, metric, name] as const)),
)(
  '%s is caught by %s in %s',
  async (kind, metric, name) => {
    expect(isLost(await run(kind, name), metric)).toBe(true);
    expect(isLost(await run('perfect', name), metric)).toBe(false);
  },
  120_000,
);
