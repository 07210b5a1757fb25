import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { RunManifest, RunSummary } from '../../core/run.ts';
import { readSweeps } from '../../core/sweep.ts';
import { listReasons } from './list-reasons.ts';
import type { ResultSource, TrialResult } from './trial-result.ts';
import type { AttemptResult, CaseResult, RunReport, ScenarioInfo } from '../report-data.ts';
import { VariantFold } from './fold-variant.ts';

/** Folds a run into the data of reports, reading its results once. */
export async function collectRun(
  run: { readonly summary: RunSummary; readonly manifest: RunManifest },
  results: ResultSource,
): Promise<RunReport> {
  const { summary, manifest } = run;
  const { selection, content } = manifest;
  const names = listVariants(run);
  const folds = new Map(names.map((name) => [name, new VariantFold(summary.metrics)]));
  const cases = new Map<string, CaseTotals>();
  for await (const result of results()) {
    folds.get(result.trial.lane.variant)?.add(result.score, result.trial);
    addAttempt(cases, result);
  }
  const scenarios = toList(content['scenarios']).filter(isJsonObject).map(toScenario);
  return {
    summary,
    suitePath: toText(selection['suite']) || summary.suite,
    seed: toText(selection['seed']),
    repeats: typeof selection['repeats'] === 'number' ? selection['repeats'] : 1,
    faults: toList(selection['faults']).map(toText),
    scenarios,
    variants: [...folds].flatMap(([name, fold]) => {
      const variant = summary.variants[name];
      return variant === undefined ? [] : [fold.toReport(name, variant)];
    }),
    ...toNotes(manifest),
    ...toSweeps(manifest),
    cases: sortCases([...cases.values()], {
      scenarios: scenarios.map(({ id }) => id),
      variants: names,
    }),
  };
}

function toNotes({ content }: RunManifest): Pick<RunReport, 'toolsets'> {
  const toolsets = toList(content['toolsets'])
    .filter(isJsonObject)
    .map(({ id = null, note = null }) => ({ id: toText(id), note: toText(note) }))
    .filter(({ note }) => note !== '');
  return toolsets.length === 0 ? {} : { toolsets };
}

function toSweeps({ selection }: RunManifest): Pick<RunReport, 'sweeps'> {
  const sweeps = readSweeps(selection);
  return sweeps.length === 0 ? {} : { sweeps };
}

/** In the order of the suite, as far as the manifest says it. */
function listVariants({
  summary,
  manifest,
}: {
  readonly summary: RunSummary;
  readonly manifest: RunManifest;
}): readonly string[] {
  const known = Object.keys(summary.variants);
  const asked = toList(manifest.selection['variants']).map(toText);
  return [...new Set([...asked.filter((name) => known.includes(name)), ...known])];
}

type CaseTotals = CaseResult & { readonly attempts: AttemptResult[] };

function addAttempt(cases: Map<string, CaseTotals>, result: TrialResult): void {
  const { trial, score } = result;
  const { scenario, variant, plan, repeat } = trial.lane;
  const key = JSON.stringify([scenario, plan, variant]);
  const found = cases.get(key) ?? { scenario, variant, plan, attempts: [] };
  cases.set(key, found);
  found.attempts.push({
    repeat,
    verdict: score.verdict,
    stopReason: trial.outcome.status === 'finished' ? trial.outcome.stopReason : null,
    reasons: listReasons(result),
    expectFail: score.expectFail,
  });
}

/** The clean plan first, the others by name; what the manifest does not name comes last. */
function sortCases(
  cases: readonly CaseResult[],
  order: { readonly scenarios: readonly string[]; readonly variants: readonly string[] },
): readonly CaseResult[] {
  const place = (list: readonly string[], name: string): number => {
    const found = list.indexOf(name);
    return found < 0 ? list.length : found;
  };
  const keys = new Map(
    cases.map((item) => [
      item,
      [
        place(order.scenarios, item.scenario),
        item.scenario,
        item.plan === cleanPlan ? 0 : 1,
        item.plan,
        place(order.variants, item.variant),
        item.variant,
      ] as const,
    ]),
  );
  return cases.toSorted((a, b) => compareKeys(keys.get(a) ?? [], keys.get(b) ?? []));
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, mine] of a.entries()) {
    const other = b[index] ?? '';
    if (mine !== other) return mine < other ? -1 : 1;
  }
  return 0;
}

function toScenario(entry: JsonObject): ScenarioInfo {
  const about = entry['about'];
  return {
    id: toText(entry['id']),
    about: typeof about === 'string' ? about : null,
    turns: toList(entry['turns']).map(toText),
    tags: toList(entry['tags']).map(toText),
  };
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
