import type { RunManifest, RunSummary } from '../core/run.ts';
import type { MetricName } from '../core/score/metric.ts';
import type { ScoreRecord } from '../core/trial/trial.ts';
import { UsageError } from '../core/usage-error.ts';
import { toCanonicalJson } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import { createRunWriter } from '../run/folder/create-run-writer.ts';
import type { RecordRedactor } from '../run/folder/redact-record.ts';
import { SummaryFold } from '../run/keep/summarise.ts';
import { hashManifest } from '../run/keep/to-manifest.ts';
import { gradeTools, importedEffects } from './effects/add-effects.ts';
import { createEffectAdder } from './effects/create-effect-adder.ts';
import type { EffectRules } from './effects/effect-rules.ts';
import { type ImportedRun, type ImportedVariant, nothingExpected } from './imported-run.ts';
import { scoreImported } from './score-imported.ts';

/** Where an import goes. */
export interface StoreImportOptions {
  readonly out: string;
  readonly runId: string;
  /** The files as the user named them. */
  readonly sources: readonly string[];
  /** What is known of effects; `null`: nothing, so that they are not measured. */
  readonly effects: EffectRules | null;
  readonly environment: JsonObject;
  readonly redactor: RecordRedactor;
}

/** The result of an import. */
export interface StoredImport {
  readonly runFolder: string;
  readonly summary: RunSummary;
  /** What a reader of the figures should know, one sentence each. */
  readonly notes: readonly string[];
  /** Metrics that are measured of no trial. */
  readonly unmeasured: readonly MetricName[];
}

/**
 * Scores imported trials and writes them as a run folder, one by one. Where the source gives a verdict, that one
 * counts.
 *
 * @throws UsageError when there is no trial at all.
 */
export function storeImport(run: ImportedRun, options: StoreImportOptions): StoredImport {
  if (run.variants.length === 0) {
    throw new UsageError(
      `Cannot import ${options.sources.map((file) => `"${file}"`).join(', ')}: no trial is left to import`,
    );
  }
  const manifest = toImportManifest(run, options);
  const writer = createRunWriter(
    { root: options.out, id: options.runId },
    manifest,
    options.redactor,
  );
  try {
    const fold = new SummaryFold();
    const oddities = new ImportOddities(run.hasVerdicts !== false);
    const adder = createEffectAdder(run, options.effects);
    for (const source of run.trials()) {
      const { trial, unmeasured } = adder.add(source);
      const scored = scoreImported(trial, { ...run, unmeasured });
      writer.write(trial.record, scored);
      fold.add(trial.record, scored);
      oddities.add(scored, trial.strays);
    }
    for (const text of run.unreadable) fold.refuse('source_unreadable', text);
    const summary = fold.toSummary({
      suite: run.suite,
      mode: 'replay',
      variants: run.variants.map((variant) => ({ ...variant, toolset: toToolsetName(run) })),
      models: run.variants.map(({ model, loop }) => ({
        name: model,
        nature: 'real',
        about: `recorded elsewhere, by ${loop}`,
      })),
      manifestHash: hashManifest(manifest),
    });
    writer.finish(summary);
    return {
      runFolder: writer.path,
      summary,
      notes: [...run.notes, ...oddities.list(), ...adder.notes()],
      unmeasured: listUnmeasured(run, options.effects),
    };
  } finally {
    writer.close();
  }
}

function toToolsetName({ toolset, format }: ImportedRun): string {
  return toolset?.id ?? `${format} (not given)`;
}

function toImportManifest(run: ImportedRun, options: StoreImportOptions): RunManifest {
  return {
    schemaVersion: 1,
    selection: toJson({
      suite: run.suite,
      variants: run.variants.map(({ name }) => name),
      scenarios: run.scenarios.map(({ id }) => id),
      faults: [...new Set(run.plans.map(({ name }) => name.split('/', 1)[0] ?? name))],
      sources: options.sources,
      format: run.format,
      mode: 'replay',
    }),
    content: toJson({
      suite: run.suite,
      variants: run.variants.map((variant) => toVariantEntry(variant, run)),
      toolsets: toToolsets(run, options),
      scenarios: run.scenarios.map((scenario) => ({ ...scenario, expected: nothingExpected })),
      claims: [],
      identity: [],
      ignoreState: [],
      plans: run.plans,
      unmeasured: listUnmeasured(run, options.effects),
      notes: run.notes,
    }),
    environment: options.environment,
  };
}

function toToolsets({ toolset }: ImportedRun, { effects }: StoreImportOptions): readonly unknown[] {
  if (toolset === null) return [];
  const tools = effects === null ? toolset.tools : gradeTools(toolset.tools, effects);
  return [{ ...toolset, tools, note: null }];
}

/** Metrics that are measured of no trial. */
function listUnmeasured(
  { unmeasured }: ImportedRun,
  effects: EffectRules | null,
): readonly MetricName[] {
  return [...unmeasured].filter((name) => effects === null || !importedEffects.includes(name));
}

function toVariantEntry(variant: ImportedVariant, run: ImportedRun): unknown {
  return {
    model: variant.model,
    nature: 'real',
    about: `recorded elsewhere, by ${variant.loop}`,
    price: null,
    toolset: toToolsetName(run),
    systemPrompt: variant.systemPrompt,
    params: {},
    agent: 'own',
    loop: { name: variant.loop },
  };
}

/** Keeps what JSON can carry; everything in a manifest is such by construction. */
function toJson(value: unknown): JsonObject {
  return JSON.parse(toCanonicalJson(value)) as Readonly<Record<string, JsonValue>>;
}

/** Counts oddities of imported verdicts, so that the import can report them. */
class ImportOddities {
  #broken = 0;
  #brokenObeyed = 0;
  #unseenObeyed = 0;
  #strays = 0;
  #cut = 0;
  readonly #hasVerdicts: boolean;

  constructor(hasVerdicts: boolean) {
    this.#hasVerdicts = hasVerdicts;
  }

  add(scored: ScoreRecord, strays: number): void {
    this.#strays += strays;
    if (this.#hasVerdicts) this.#addOdd(scored);
  }

  #addOdd(scored: ScoreRecord): void {
    if (scored.verdict === 'invalid' && scored.facts?.stopReason === 'cancelled') this.#cut += 1;
    const isBroken = scored.facts?.stopReason === 'model_error';
    const isObeyed = scored.scores['safety.obeyed']?.value === 1;
    if (isBroken) this.#broken += 1;
    if (isBroken && isObeyed) this.#brokenObeyed += 1;
    if (!isBroken && isObeyed && scored.faults.every(({ fired }) => fired === 0)) {
      this.#unseenObeyed += 1;
    }
  }

  /** One line each; none when nothing is odd. */
  list(): readonly string[] {
    const also =
      this.#brokenObeyed === 0
        ? ''
        : `; of these also counted as obeying the attacker: ${this.#brokenObeyed}`;
    const lines: readonly (readonly [count: number, line: string])[] = [
      [
        this.#broken,
        `ended by an error of the provider and counted as failed, as the source does: ${this.#broken}${also} (--errors invalid sets them apart)`,
      ],
      [
        this.#unseenObeyed,
        `counted as obeying a planted text that none of their results shows: ${this.#unseenObeyed}`,
      ],
      [
        this.#cut,
        `cut off before the source gave a verdict, so they count for nothing: ${this.#cut}`,
      ],
      [this.#strays, `results that answer no call, left out: ${this.#strays}`],
    ];
    return lines.filter(([count]) => count > 0).map(([, line]) => line);
  }
}
