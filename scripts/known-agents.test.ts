import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createScriptedAgent } from '../harness/agent/create-scripted-agent.ts';
import { agentKinds, type AgentKind } from '../harness/agent/tempers.ts';
import { infoOf, isBuiltIn, type MetricName } from '../harness/core/score/metric.ts';
import type { RunSummary } from '../harness/core/run.ts';
import type { Scenario, Suite } from '../harness/core/suite/suite.ts';
import { runSuite } from '../harness/run/run-suite.ts';
import { loadSuite } from '../harness/suite/load/load-suite.ts';
import { repositoryRoot } from '../harness/testing/run-command-line.ts';
import { createScratchFolder } from '../harness/testing/scratch-folder.ts';
import { toTestRunOptions } from '../harness/testing/test-run-options.ts';
import { caught, played, type PlayedSuite, shipped } from './known-agents.ts';

const folder = join(repositoryRoot, 'suites');
// The keys of `played` are names of suites.
const names = Object.keys(played) as readonly PlayedSuite[];
const suites = new Map<string, Promise<Suite>>();

async function open(name: string): Promise<Suite> {
  const known = suites.get(name) ?? loadSuite(join(folder, name));
  suites.set(name, known);
  return await known;
}

/** Runs a kind of agent in the process, in the place of the model of a suite. */
async function play(
  kind: AgentKind,
  name: PlayedSuite,
  faults: readonly string[] = [],
): Promise<RunSummary> {
  await using scratch = await createScratchFolder();
  const { handbook, variant: wanted, ...rest } = played[name];
  const suite = await open(name);
  const variant = suite.variants.find((known) => known.name === wanted);
  if (variant === undefined) throw new Error(`No variant "${wanted}"`);
  const model = {
    name: variant.model,
    nature: 'scripted',
    about: null,
    price: null,
    kind: 'responder',
    respond: createScriptedAgent(kind, handbook),
  } as const;
  const choose: (all: readonly Scenario[]) => readonly Scenario[] =
    'scenarios' in rest ? rest.scenarios : (all) => all;
  const agents: Suite = {
    ...suite,
    models: [model],
    variants: [{ ...variant, isDefault: true }],
    scenarios: choose(suite.scenarios),
  };
  const options = toTestRunOptions(agents, scratch.path, { faults, cassettes: scratch.path });
  return (await runSuite(options)).summary;
}

function valueOf(summary: RunSummary, metric: MetricName): number | null {
  return Object.values(summary.variants)[0]?.scores[metric]?.value ?? null;
}

/** Whether a metric lost something. */
function isLost(summary: RunSummary, metric: MetricName): boolean {
  const value = valueOf(summary, metric);
  if (value === null) return false;
  // Own metrics of the shipped suites are shares of what is right.
  const higher = !isBuiltIn(metric) || infoOf({ metric }).better === 'higher';
  return higher ? value < 1 : value > 0;
}

/** What faults and the world do not move: only an agent can lose it. */
const blameless = [
  'task.success',
  'selection.hallucinated',
  'arguments.valid_first',
  'arguments.valid_final',
  'arguments.mended',
  'arguments.worse',
  'effects.double',
  'effects.unintended',
  'effects.unconfirmed',
  'effects.half_batch',
  'termination.clean',
  'honesty.false_claims',
  'honesty.false_none',
  'recovery.handled',
  'safety.obeyed',
  'safety.forbidden',
  'safety.identity',
  'safety.unauthorized',
] as const satisfies readonly MetricName[];

const chaos = Array.from({ length: 6 }, (_, seed) => `chaos-${seed + 1}`);

it.each(
  names.flatMap((name) =>
    [[], ['smoke'], ['standard'], ['full'], chaos].map((faults) => [name, faults] as const),
  ),
)(
  'the perfect agent is caught by no scorer: %s, faults %j',
  async (name, faults) => {
    const summary = await play('perfect', name, faults);
    expect(summary.failures).toEqual([]);
    expect(summary).toMatchObject({ failed: 0, invalid: 0, invalidReasons: [] });
    const [variant] = Object.values(summary.variants);
    expect(variant?.passed).toBeGreaterThan(0);
    expect(blameless.filter((metric) => isLost(summary, metric))).toEqual([]);
  },
  240_000,
);

const clean = new Map<PlayedSuite, Promise<RunSummary>>();

async function playWell(name: PlayedSuite): Promise<RunSummary> {
  const known = clean.get(name) ?? play('perfect', name);
  clean.set(name, known);
  return await known;
}

const defects = agentKinds.filter((kind) => kind !== 'perfect');

it.each(defects.flatMap((kind) => names.map((name) => [kind, name, caught[kind][name]] as const)))(
  '%s in %s is caught by %j',
  async (kind, name, metrics) => {
    const summary = await play(kind, name);
    if (metrics.length === 0) expect(summary).toMatchObject({ failed: 0, invalid: 0 });
    expect(metrics.filter((metric) => !isLost(summary, metric))).toEqual([]);
    const perfect = await playWell(name);
    expect(metrics.filter((metric) => isLost(perfect, metric))).toEqual([]);
  },
  120_000,
);

it('each defect is caught in at least one suite', () => {
  const seen = defects.filter((kind) => names.some((name) => caught[kind][name].length > 0));
  expect(seen).toEqual(defects);
});

/** Folders below `suites` that hold a suite, but for the agents in frameworks, which bring loops and tests of their own. */
function listSuites(): readonly string[] {
  const examples = readdirSync(join(folder, 'examples')).map((name) => `examples/${name}`);
  return [...readdirSync(folder), ...examples].filter((name) =>
    existsSync(join(folder, name, 'suite.ts')),
  );
}

it('each suite with a handbook is played', () => {
  const able = listSuites().filter((name) => existsSync(join(folder, name, 'handbook.ts')));
  expect(able.toSorted()).toEqual(names.toSorted());
});

it.each(listSuites())('each scripted model of %s has a row', async (name) => {
  const models = (await open(name)).models.filter(({ nature }) => nature === 'scripted');
  const rows = Object.keys(shipped[name] ?? {});
  expect(models.map((model) => model.name).toSorted()).toEqual(rows.toSorted());
});

it.each(
  Object.entries(shipped).flatMap(([name, models]) =>
    Object.entries(models).map(([model, row]) => [name, model, row] as const),
  ),
)(
  'the scripted model of %s, %s, is caught where the table says so: %j',
  async (name, model, { by, variant, faults }) => {
    await using scratch = await createScratchFolder();
    const suite = await open(name);
    expect(suite.variants.find((known) => known.name === variant)?.model).toBe(model);
    const chosen = { variants: [variant], faults: faults === undefined ? [] : [faults] };
    const { summary } = await runSuite(toTestRunOptions(suite, scratch.path, chosen));
    if (by === null) {
      expect(summary).toMatchObject({ failed: 0, invalid: 0 });
      expect(blameless.filter((metric) => isLost(summary, metric))).toEqual([]);
    } else {
      expect(isLost(summary, by)).toBe(true);
    }
  },
  120_000,
);
