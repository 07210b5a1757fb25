import type { JsonObject } from '../../../json/json.ts';
import type { Scenario, Suite } from '../../../core/suite/suite.ts';
import type { ScenarioInput, SuiteInput } from '../../input/suite-input.ts';
import { toExpected } from './to-expected.ts';
import { toFaults } from './to-faults.ts';
import { toList } from './to-list.ts';
import { toModels } from './to-models.ts';
import { toReleases } from './to-releases.ts';
import { toReplies } from './to-reply.ts';
import { toSwitches } from './to-switches.ts';
import { toToolsets } from './to-toolsets.ts';
import { toVariants } from './to-variants.ts';

/** Where a suite comes from. */
export interface SuiteSource {
  /** Path as the user gave it. */
  readonly file: string;
  /** For a suite that does not say its name. */
  readonly name: string;
  /** Absolute, for paths in the suite; absent where it is in no file. */
  readonly folder?: string;
}

/** Turns a checked input into a suite: short forms written out, everything left out filled in. */
export function toSuite(input: SuiteInput, source: SuiteSource): Suite {
  const toolsets = toToolsets(input);
  const models = toModels(input);
  const variants = toVariants(input, {
    models,
    toolsets,
    ...(source.folder === undefined ? {} : { folder: source.folder }),
  });
  return {
    name: input.name ?? source.name,
    about: input.about ?? null,
    file: source.file,
    ...toSwitches(input, toReleases(input, { variants, toolsets })),
    models,
    scenarios: input.scenarios.map((scenario) => toScenario(scenario, input)),
    plans: (input.plans ?? []).map((plan) => ({
      name: plan.name,
      faults: toFaults(plan.faults),
      byHand: false,
    })),
    world: toWorld(input.world),
    identity: input.identity ?? [],
    claims: input.claims ?? [],
    repeats: input.repeats ?? 1,
    ...(input.decides === undefined ? {} : { decides: input.decides }),
    ignoreState: input.ignoreState ?? [],
    drift: input.drift ?? [],
    volatile: input.volatile ?? [],
    ...toHosts(input),
  };
}

function toHosts({ allowNetwork }: SuiteInput): Pick<Suite, 'allowNetwork'> {
  return allowNetwork === undefined ? {} : { allowNetwork };
}

function toScenario(scenario: ScenarioInput, suite: SuiteInput): Scenario {
  const human = toList(scenario.human);
  return {
    id: scenario.id,
    cluster: scenario.cluster ?? scenario.id,
    tags: scenario.tags ?? [],
    about: scenario.about ?? null,
    turns: toList(scenario.user),
    history: scenario.history ?? [],
    session: { ...suite.session, ...scenario.session },
    world: toWorld(scenario.world),
    human: human.length === 0 ? ['approve'] : human,
    expected: toExpected(scenario.expected),
    expectFail: scenario.expectFail ?? null,
    faults: toFaults(scenario.faults),
    script: scenario.script === undefined ? null : toReplies(scenario.script),
    variants: scenario.variants ?? null,
  };
}

/** The check of its shape has seen that a world is data. */
function toWorld(world: object | undefined): JsonObject {
  return (world ?? {}) as JsonObject;
}
