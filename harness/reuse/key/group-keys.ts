import { hash } from 'node:crypto';

import type { Suite, Variant } from '../../core/suite/suite.ts';
import type { Tool, Toolset } from '../../core/suite/tool.ts';
import type { TrialGroup } from '../../run/plan/plan-groups.ts';
import { type HashedCode, hashValue, UnknownValueError } from './hash-value.ts';
import type { LaneReader } from './read-lanes.ts';

/** The key of the result of a conversation, or why it has none. */
export type GroupKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly problem: string };

/** What the keys of a run are made of. */
export interface KeyOptions {
  readonly suite: Suite;
  /** Everything that all conversations of the run depend on in the same way, as a hash. */
  readonly base: string;
  readonly code: HashedCode;
  readonly lanes: LaneReader;
}

/**
 * Makes the keys of results: SHA-256 over everything that a conversation depends on. A suite's code is one part; of its
 * data, each conversation has the scenario, the variant, the toolsets and the model that it uses, and its recordings.
 */
export class GroupKeys {
  readonly #options: KeyOptions;
  readonly #rest: GroupKey;
  readonly #variants = new Map<Variant, GroupKey>();
  readonly #scenarios = new Map<object, GroupKey>();
  readonly #keys = new Map<TrialGroup, GroupKey>();

  constructor(options: KeyOptions) {
    this.#options = options;
    const { file: _file, scenarios: _scenarios, variants: _variants, ...rest } = options.suite;
    const { toolsets: _toolsets, models: _models, repeats: _repeats, ...shared } = rest;
    this.#rest = this.#hash(shared);
  }

  keyOf(group: TrialGroup): GroupKey {
    const known = this.#keys.get(group);
    if (known !== undefined) return known;
    const key = this.#make(group);
    this.#keys.set(group, key);
    return key;
  }

  #make(group: TrialGroup): GroupKey {
    const { scenario, variant, repeat } = group;
    const parts = [this.#rest, this.#ofVariant(variant), this.#ofScenario(scenario)];
    const words: string[] = [this.#options.base, String(repeat)];
    for (const part of parts) {
      if (!part.ok) return part;
      words.push(part.key);
    }
    if (this.#isRecorded(variant)) {
      const { recordedAs = variant.name } = variant;
      words.push(this.#options.lanes.read(scenario.id, recordedAs, repeat));
    }
    return { ok: true, key: hash('sha256', words.join('\n')).slice(0, 32) };
  }

  /** The variant with its model and all toolsets that it may use. */
  #ofVariant(variant: Variant): GroupKey {
    const known = this.#variants.get(variant);
    if (known !== undefined) return known;
    const { suite } = this.#options;
    const toolsets = listToolsets(suite, variant);
    const model = suite.models.find(({ name }) => name === variant.model);
    const others = suite.variants.filter(({ name }) => isNamedBy(variant, name));
    const problem = findProblem(variant, toolsets);
    const key: GroupKey =
      problem === null ? this.#hash({ variant, toolsets, model, others }) : { ok: false, problem };
    this.#variants.set(variant, key);
    return key;
  }

  #ofScenario(scenario: TrialGroup['scenario']): GroupKey {
    const known = this.#scenarios.get(scenario);
    if (known !== undefined) return known;
    const key = this.#hash(scenario);
    this.#scenarios.set(scenario, key);
    return key;
  }

  /** Models in the process need no recordings, unless a live service is behind a tool. */
  #isRecorded(variant: Variant): boolean {
    const { suite } = this.#options;
    const model = suite.models.find(({ name }) => name === variant.model);
    const hasBackEnd = listToolsets(suite, variant).some(({ tools }) =>
      tools.some(({ backEnd }) => backEnd !== undefined),
    );
    return model?.kind === 'openai' || hasBackEnd;
  }

  #hash(value: unknown): GroupKey {
    try {
      return { ok: true, key: hashValue(value, this.#options.code) };
    } catch (error) {
      if (!(error instanceof UnknownValueError)) throw error;
      return { ok: false, problem: `the suite has ${error.message} of which no source is known` };
    }
  }
}

/** The suite's own entry of a variant (a gray release changes its toolset), and that of the recordings that answer it. */
function isNamedBy(variant: Variant, name: string): boolean {
  return name === variant.name || name === variant.recordedAs;
}

/** Every toolset that a conversation of a variant may use: its own, and those that a release or a switch is made of. */
function listToolsets(suite: Suite, variant: Variant): readonly Toolset[] {
  const names = suite.variants.filter(({ name }) => isNamedBy(variant, name));
  const ids = new Set([variant, ...names].map(({ toolset }) => toolset));
  for (const id of ids) {
    const made = suite.toolsets.find((toolset) => toolset.id === id);
    for (const part of [made?.release, made?.switch]) {
      if (part !== undefined) ids.add(part.from).add(part.to);
    }
  }
  return suite.toolsets.filter(({ id }) => ids.has(id));
}

function findProblem(variant: Variant, toolsets: readonly Toolset[]): string | null {
  if (variant.remote !== undefined) {
    return `the agent of variant "${variant.name}" is a command or a service, whose code is not known`;
  }
  const real = toolsets.flatMap(({ tools }) => tools).find(isReal);
  return real === undefined
    ? null
    : `the tool "${real.name}" of variant "${variant.name}" does real input or output`;
}

/** The answers of a back end come from its recording. */
function isReal({ time, backEnd }: Tool): boolean {
  return time === 'real' && backEnd === undefined;
}
