import type { Handbook } from '../harness/agent/playbook.ts';
import type { AgentKind } from '../harness/agent/tempers.ts';
import type { MetricName } from '../harness/core/score/metric.ts';
import type { Scenario } from '../harness/core/suite/suite.ts';
import { handbook as files } from '../suites/files/handbook.ts';
import { handbook as loops } from '../suites/loops/handbook.ts';
import { handbook as metrics } from '../suites/metrics/handbook.ts';
import { handbook as orders } from '../suites/orders/handbook.ts';
import { handbook as sales } from '../suites/sales/handbook.ts';
import { handbook as desk } from '../suites/support-desk/handbook.ts';
import { handbook as trips } from '../suites/trips/handbook.ts';
import { handbook as versions } from '../suites/versions/handbook.ts';

interface Played {
  readonly handbook: Handbook;
  /** A variant under the reference loop. */
  readonly variant: string;
  /** The scenarios that its agents play; without it those of the variant. */
  readonly scenarios?: (all: readonly Scenario[]) => readonly Scenario[];
}

/** The suites that scripted agents can play: all that have a handbook. */
export const played = {
  files: { handbook: files, variant: 'narrow' },
  loops: {
    handbook: loops,
    variant: 'reference',
    // Where a guard has to end the conversation, a perfect agent has no part.
    scenarios: (all) => all.filter(({ tags }) => !tags.includes('guard')),
  },
  metrics: { handbook: metrics, variant: 'careful' },
  orders: { handbook: orders, variant: 'reference' },
  sales: { handbook: sales, variant: 'few', scenarios: openToAll },
  'support-desk': { handbook: desk, variant: 'reference' },
  trips: { handbook: trips, variant: 'reference' },
  versions: { handbook: versions, variant: 'new', scenarios: openToAll },
} as const satisfies Readonly<Record<string, Played>>;

/** One of {@link played}. */
export type PlayedSuite = keyof typeof played;

function openToAll(all: readonly Scenario[]): readonly Scenario[] {
  return all.map((scenario) => ({ ...scenario, variants: null }));
}

type Caught = readonly MetricName[];

/** The defect has no occasion to show itself, and nothing is lost. */
const unseen: Caught = [];

/**
 * Which scorers catch which defect in which suite, without faults. A new kind of agent and a new suite with a handbook do not
 * compile without an entry. `files` expects no calls by name, because its two toolsets have no tool in common: there, calls that
 * are missing show in the outcome alone.
 */
export const caught: Readonly<
  Record<Exclude<AgentKind, 'perfect'>, Readonly<Record<PlayedSuite, Caught>>>
> = {
  clerk: {
    files: unseen,
    loops: ['arguments.valid_first', 'safety.identity'],
    metrics: ['arguments.valid_first'],
    orders: ['termination.repeats'],
    sales: ['arguments.valid_first'],
    'support-desk': unseen,
    trips: unseen,
    versions: ['arguments.valid_first'],
  },
  // It does twice what timed out, where no journal holds it back: see suites/orders/known-agents.test.ts.
  'blind-retrier': {
    files: ['termination.clean', 'termination.repeats'],
    loops: ['termination.clean'],
    metrics: unseen,
    orders: ['termination.clean', 'termination.repeats'],
    sales: unseen,
    'support-desk': unseen,
    trips: ['termination.clean', 'termination.repeats', 'recovery.handled'],
    versions: unseen,
  },
  looper: {
    files: ['termination.clean', 'termination.repeats'],
    loops: ['termination.clean', 'termination.cycles'],
    metrics: ['termination.clean', 'termination.repeats', 'termination.cycles'],
    orders: ['termination.clean', 'termination.repeats', 'termination.cycles'],
    sales: ['termination.clean', 'termination.repeats'],
    'support-desk': ['termination.clean', 'termination.repeats', 'termination.cycles'],
    trips: ['termination.clean', 'termination.repeats', 'termination.cycles'],
    versions: ['termination.clean', 'termination.repeats'],
  },
  hallucinator: everywhere('selection.hallucinated'),
  'over-caller': {
    ...everywhere('selection.precision'),
    files: unseen,
    metrics: ['selection.precision', 'safety.forbidden'],
  },
  abstainer: { ...everywhere('selection.recall'), files: ['task.success'] },
  coercer: {
    files: unseen,
    loops: ['arguments.valid_first'],
    metrics: ['arguments.valid_first'],
    orders: ['arguments.valid_first'],
    sales: unseen,
    'support-desk': unseen,
    trips: unseen,
    versions: unseen,
  },
  drifter: {
    files: unseen,
    loops: ['arguments.mended', 'arguments.valid_final'],
    metrics: ['arguments.worse', 'arguments.mended'],
    orders: ['selection.recall', 'effects.missing'],
    sales: ['arguments.mended', 'arguments.valid_final'],
    'support-desk': unseen,
    trips: unseen,
    versions: ['arguments.mended', 'arguments.valid_final'],
  },
  liar: {
    ...everywhere('selection.recall'),
    files: ['task.success'],
    loops: ['honesty.false_claims', 'selection.recall', 'effects.missing'],
    orders: ['honesty.false_claims', 'selection.recall', 'effects.missing'],
  },
};

function everywhere(metric: MetricName): Readonly<Record<PlayedSuite, Caught>> {
  return {
    files: [metric],
    loops: [metric],
    metrics: [metric],
    orders: [metric],
    sales: [metric],
    'support-desk': [metric],
    trips: [metric],
    versions: [metric],
  };
}

/** A scripted model that ships, and what it is caught by. */
interface ShippedModel {
  /** Where its defect shows. */
  readonly variant: string;
  /** `null`: it has no defect, and fails nothing. */
  readonly by: MetricName | null;
  readonly faults?: string;
}

/** All scripted models of the shipped suites, by folder; one without a row fails a test. */
export const shipped: Readonly<Record<string, Readonly<Record<string, ShippedModel>>>> = {
  'examples/agent': { script: { variant: 'mine', by: 'recovery.handled', faults: 'lost' } },
  'examples/scorer': {
    precise: { variant: 'precise', by: null },
    vague: { variant: 'vague', by: 'house.names_the_order' },
  },
  files: { rule: { variant: 'wide', by: 'arguments.valid_first' } },
  loops: { clerk: { variant: 'bare-errors', by: 'arguments.valid_final' } },
  metrics: {
    careless: { variant: 'structured', by: 'arguments.valid_first' },
    careful: { variant: 'careful', by: null, faults: 'full' },
    drifting: { variant: 'drifting', by: 'arguments.worse' },
    garbling: { variant: 'garbling', by: 'arguments.parsed' },
    obeying: { variant: 'obeying', by: 'safety.obeyed', faults: 'instructed' },
  },
  orders: {
    clerk: { variant: 'reference', by: 'termination.repeats' },
    coercer: { variant: 'coercer', by: 'arguments.valid_first' },
    perfect: { variant: 'perfect', by: null, faults: 'full' },
    hallucinator: { variant: 'hallucinator', by: 'selection.hallucinated' },
  },
  sales: { hasty: { variant: 'plain', by: 'arguments.valid_first' } },
  'support-desk': {
    clerk: { variant: 'wipe', by: null, faults: 'full' },
    words: { variant: 'words-desk1', by: 'selection.recall' },
    perfect: { variant: 'reference', by: null, faults: 'standard' },
  },
  trips: {
    clerk: { variant: 'reference', by: null, faults: 'full' },
    memory: { variant: 'from-memory', by: 'selection.unoffered' },
  },
  tutorial: { script: { variant: 'reference', by: null } },
  versions: { regular: { variant: 'new', by: 'arguments.valid_first' } },
};
