import { createHash } from 'node:crypto';

import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { RunManifest, RunMode } from '../../core/run.ts';
import type { MetricInfo } from '../../core/score/metric.ts';
import type { ScoredTool } from '../../core/score/scorer.ts';
import type { ModelSpec, Suite, Variant } from '../../core/suite/suite.ts';
import type { Toolset } from '../../core/suite/tool.ts';
import type { Sweep } from '../../core/sweep.ts';

/** What was asked for, apart from what it is run on. */
export interface RunSelection {
  readonly suite: string;
  readonly variants: readonly string[];
  readonly scenarios: readonly string[];
  readonly faults: readonly string[];
  readonly repeats: number;
  readonly mode: RunMode;
  readonly seed: string;
  readonly sweeps?: readonly Sweep[];
}

/**
 * Describes a run completely enough to score it again: selection, variants with every loop setting, tools,
 * expectations. Times, versions and the machine stand apart, in `environment`.
 */
export function toManifest(
  suite: Suite,
  run: { readonly selection: RunSelection; readonly variants: readonly Variant[] },
  environment: JsonObject,
): RunManifest {
  const used = new Set(run.variants.map((variant) => variant.toolset));
  const content = {
    suite: suite.name,
    variants: run.variants.map((variant) => toVariantEntry(variant, suite.models)),
    toolsets: suite.toolsets.filter((toolset) => used.has(toolset.id)).map(toToolsetEntry),
    scenarios: suite.scenarios
      .filter((scenario) => run.selection.scenarios.includes(scenario.id))
      .map(({ faults: _faults, script: _script, ...scenario }) => scenario),
    claims: suite.claims,
    identity: suite.identity,
    ignoreState: suite.ignoreState,
    ...toMetrics(suite),
    ...(suite.decides === undefined ? {} : { decides: suite.decides }),
    plans: suite.plans,
  };
  return {
    schemaVersion: 1,
    selection: toJson(run.selection),
    content: toJson(content),
    environment,
  };
}

/** How the team's own metrics read. */
export function toMetrics({ scorers = [] }: Suite): { readonly metrics?: readonly MetricInfo[] } {
  if (scorers.length === 0) return {};
  const metrics = scorers
    .map(({ score: _score, ...info }) => info)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { metrics };
}

/** SHA-256 of everything in the manifest but the environment. */
export function hashManifest(manifest: RunManifest): string {
  const { environment: _environment, ...stable } = manifest;
  return createHash('sha256').update(toCanonicalJson(stable)).digest('hex');
}

function toVariantEntry(variant: Variant, models: readonly ModelSpec[]): unknown {
  const model = models.find((candidate) => candidate.name === variant.model);
  return {
    model: variant.model,
    nature: model?.nature ?? 'real',
    about: model?.about ?? null,
    price: model?.price ?? null,
    toolset: variant.toolset,
    systemPrompt: variant.systemPrompt,
    params: variant.params,
    agent: variant.agent === null ? 'loop' : 'own',
    loop: { name: variant.loop, ...variant.settings },
  };
}

function toToolsetEntry(toolset: Toolset): unknown {
  return {
    id: toolset.id,
    note: toolset.note ?? null,
    ...(toolset.release === undefined ? {} : { release: toolset.release }),
    ...(toolset.switch === undefined ? {} : { switch: toolset.switch }),
    tools: toolset.tools.map((tool) => ({ ...toScoredTool(tool), description: tool.description })),
  };
}

/** What scorers need to know of a tool. */
export function toScoredTool(tool: Toolset['tools'][number]): ScoredTool {
  return {
    name: tool.name,
    grade: tool.effect,
    parameters: tool.parameters,
    confirm: tool.confirm ?? 'none',
    polling: tool.polling ?? false,
    ...(tool.roles === undefined ? {} : { roles: tool.roles }),
    ...(tool.fallback === undefined ? {} : { fallback: tool.fallback }),
    ...(isOneShot(tool) ? { oneShot: true } : {}),
    ...(isUnseen(tool) ? { unseen: true } : {}),
  };
}

/** Nothing tells afterwards whether it was done, and no service would notice that it is done again. */
function isOneShot(tool: Toolset['tools'][number]): boolean {
  return (
    tool.effect === 'irreversible' && tool.reconcile === undefined && tool.serviceDedupe !== true
  );
}

/** What a live service changes is not seen, unless the suite says what a success of it means. */
function isUnseen(tool: Toolset['tools'][number]): boolean {
  return tool.effect !== 'read' && tool.backEnd !== undefined && tool.effectKey === undefined;
}

/** Keeps what JSON can carry; everything in a manifest is such by construction. */
function toJson(value: unknown): JsonObject {
  const text = JSON.stringify(value);
  return JSON.parse(text) as Readonly<Record<string, JsonValue>>;
}
