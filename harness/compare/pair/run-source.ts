import type { Baseline } from '../baseline/baseline.ts';
import { toBaselineRecords } from '../baseline/baseline-records.ts';
import type { ComparedRecords, ComparedTool } from './compared-records.ts';
import type { VariantIdentity } from '../find/find-differences.ts';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { exitCodes } from '../../core/run.ts';
import { listMetrics, type MetricInfo } from '../../core/score/metric.ts';
import { RigError } from '../../core/rig-error.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import type { StoredRun } from '../../run/folder/read-run.ts';

/** Where one or both sides of a comparison come from: a run folder, or an accepted baseline. */
export interface RunSource {
  readonly suite: string;
  /** Distinguishes the sources of one comparison. */
  readonly label: string;
  /** As declared in the suite. */
  readonly variants: readonly VariantIdentity[];
  /** Plans besides the clean one, where they are known. */
  readonly plans?: readonly string[];
  /** All that is known of one variant. */
  load(variant: string): Promise<ComparedRecords>;
  /** The trials of one variant; `null` when transcripts were not kept. */
  readonly trials: ((variant: string) => AsyncGenerator<TrialRecord>) | null;
}

/** Opens a run folder as a source. */
export function toRunSource(run: StoredRun, label: string): RunSource {
  const { summary } = run;
  const variants = readVariants(run);
  const refusals = summary.invalidReasons
    .filter((reason) => reason.lanes.length === 0)
    .map(({ code, text }) => ({ code, text }));
  const interrupted =
    summary.exitCode === exitCodes.interrupted &&
    refusals.every((refusal) => refusal.code !== 'interrupted');
  if (interrupted) refusals.push({ code: 'interrupted', text: 'The run was interrupted' });
  return {
    suite: summary.suite,
    label,
    variants,
    plans: toList(run.manifest.content['plans']).map((plan) => toText(toObject(plan)['name'])),
    load: async (name) => {
      const known = summary.variants[name];
      if (known === undefined) throw unknownVariant(name, label);
      const { model, nature, about, toolset, loop } = known;
      return {
        suite: summary.suite,
        side: { name, model, nature, about, toolset, loop },
        ...readNote(run.manifest.content, toolset),
        tools: readTools(run.manifest.content, toolset),
        records: await collect(run.scores(name), name),
        ...(summary.metrics === undefined ? {} : { own: summary.metrics }),
        ...readDecides(run.manifest.content, summary.metrics),
        refusals,
        causes: summary.invalidReasons
          .filter(({ lanes }) => lanes.some((lane) => lane.split('/')[2] === name))
          .toSorted((a, b) => b.lanes.length - a.lanes.length)
          .map(({ code, text }) => `${code}: ${text}`),
      };
    },
    trials: (name) => ofVariant(run.trials(name), name),
  };
}

/** Opens an accepted baseline as a source. */
export function toBaselineSource(baseline: Baseline, label: string): RunSource {
  return {
    suite: baseline.suite,
    label,
    variants: Object.entries(baseline.variants).map(([name, { model, toolset, loop }]) => ({
      name,
      model,
      toolset,
      loop,
      settings: loop,
      prompt: '',
      params: '',
    })),
    load: (name) => {
      const records = toBaselineRecords(baseline, name);
      return records === null
        ? Promise.reject(unknownVariant(name, label))
        : Promise.resolve(records);
    },
    trials: null,
  };
}

async function* ofVariant(
  trials: AsyncGenerator<TrialRecord>,
  variant: string,
): AsyncGenerator<TrialRecord> {
  for await (const trial of trials) if (trial.lane.variant === variant) yield trial;
}

async function collect(
  scores: AsyncGenerator<ScoreRecord>,
  variant: string,
): Promise<readonly ScoreRecord[]> {
  const records: ScoreRecord[] = [];
  // A run that somebody made may give all.
  for await (const record of scores) if (record.lane.variant === variant) records.push(record);
  return records;
}

function readDecides(
  content: JsonObject,
  own: readonly MetricInfo[] | undefined,
): Pick<ComparedRecords, 'decides'> {
  const names = toList(content['decides']);
  const known = listMetrics(own).map(({ metric }) => metric);
  return names.length === 0 ? {} : { decides: known.filter((name) => names.includes(name)) };
}

function readVariants({ manifest, summary }: StoredRun): readonly VariantIdentity[] {
  const ran = toList(manifest.selection['variants']).map(toText);
  // A variant without any trial is missing in the selection.
  const idle = Object.keys(summary.variants).filter((name) => !ran.includes(name));
  const names = [...ran, ...idle];
  const entries = toList(manifest.content['variants']).map(toObject);
  return names.flatMap((name, place) => {
    const known = summary.variants[name];
    if (known === undefined) return [];
    // Both lists are in the order of the suite, unless a variant had no trial.
    const entry = idle.length === 0 ? entries[place] : entries.find((other) => isOf(other, known));
    const scenarios = readScenarios(manifest.content, name);
    return [{ name, ...known, ...readSettings(entry ?? {}), ...scenarios }];
  });
}

/** A run that came from elsewhere does not say which variants its scenarios are for. */
function readScenarios(content: JsonObject, variant: string): Pick<VariantIdentity, 'scenarios'> {
  const scenarios = toList(content['scenarios']).map(toObject);
  if (scenarios.some(({ variants }) => variants === undefined)) return {};
  return {
    scenarios: scenarios
      .filter(({ variants = null }) => variants === null || toList(variants).includes(variant))
      .map(({ id = '' }) => toText(id)),
  };
}

function isOf(entry: JsonObject, known: StoredRun['summary']['variants'][string]): boolean {
  const { name } = toObject(entry['loop']);
  return (
    entry['model'] === known.model && entry['toolset'] === known.toolset && name === known.loop
  );
}

function readSettings(entry: JsonObject): Pick<VariantIdentity, 'settings' | 'prompt' | 'params'> {
  const { name: _name, ...settings } = toObject(entry['loop']);
  return {
    settings: toCanonicalJson({ settings, agent: entry['agent'] ?? null }),
    prompt: toCanonicalJson(entry['systemPrompt'] ?? null),
    params: toCanonicalJson(entry['params'] ?? {}),
  };
}

function findToolset(content: JsonObject, toolset: string): JsonObject | undefined {
  return toList(content['toolsets'])
    .filter(isJsonObject)
    .find((candidate) => candidate['id'] === toolset);
}

function readNote(content: JsonObject, toolset: string): Pick<ComparedRecords, 'note'> {
  const note = findToolset(content, toolset)?.['note'];
  return typeof note === 'string' && note !== '' ? { note } : {};
}

function readTools(content: JsonObject, toolset: string): readonly ComparedTool[] {
  return toList(findToolset(content, toolset)?.['tools'])
    .filter(isJsonObject)
    .map((tool) => ({
      name: toText(tool['name']),
      description: toText(tool['description']),
      parameters: toObject(tool['parameters']),
    }));
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** Anything else counts as an empty object. */
function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function unknownVariant(name: string, label: string): RigError {
  return new RigError('VARIANT_UNKNOWN', `Cannot compare variant "${name}": it is not in ${label}`);
}
