import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { metricNames } from '../../core/score/metric.ts';
import type { Result } from '../../json/result.ts';
import type { Baseline } from './baseline.ts';

/**
 * Reads a baseline file. What could make a gate vacuous is refused: another version, no trials, a trial without a
 * place or with values that are no numbers, metrics that nobody knows.
 *
 * @returns the baseline, or what is wrong in words.
 */
export function parseBaseline(text: string): Result<Baseline, string> {
  const value = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (value === undefined) return refuse('it is not JSON');
  if (!isJsonObject(value) || value['kind'] !== 'baseline') return refuse('it is no baseline');
  if (value['schemaVersion'] !== 1) {
    const found = JSON.stringify(value['schemaVersion']) ?? 'none';
    return refuse(`expected schemaVersion 1, found ${found}`);
  }
  const problem = findProblem(value);
  // Every field that is read was looked at.
  return problem === null ? { ok: true, value: value as unknown as Baseline } : refuse(problem);
}

function findProblem(value: JsonObject): string | null {
  const { suite, variants, toolsets, trials } = value;
  if (typeof suite !== 'string') return '"suite" is missing';
  const problem = findMetricProblem(value);
  if (problem !== null) return problem;
  if (!isJsonObject(variants)) return '"variants" is missing';
  if (!isJsonObject(toolsets)) return '"toolsets" is missing';
  if (!isList(trials) || trials.length === 0) return 'it has no trials';
  const bad = trials.findIndex((trial) => !isTrial(trial, variants));
  return bad < 0 ? null : `trial ${bad + 1} is not whole`;
}

function findMetricProblem({ metrics, decides = [] }: JsonObject): string | null {
  if (!isList(metrics) || metrics.length === 0) return '"metrics" is missing or empty';
  const unknown = metrics.find((name) => !isMetric(name));
  if (unknown !== undefined)
    return `"metrics" names ${JSON.stringify(unknown)}, which is no metric`;
  return isList(decides) && decides.every(isMetric) ? null : '"decides" names what is no metric';
}

/** `Array.isArray` does not know read-only lists. */
function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isMetric(name: JsonValue): boolean {
  return metricNames.some((known) => known === name);
}

function isTrial(trial: JsonValue, variants: JsonObject): boolean {
  if (!isJsonObject(trial) || !isJsonObject(trial['values'])) return false;
  const { variant, repeat } = trial;
  const hasPlace = ['scenario', 'plan', 'cluster', 'stopReason'].every(
    (field) => typeof trial[field] === 'string',
  );
  return (
    hasPlace &&
    typeof variant === 'string' &&
    isJsonObject(variants[variant]) &&
    Number.isInteger(repeat) &&
    isList(trial['confusion']) &&
    isList(trial['argumentErrors']) &&
    ['string', 'undefined'].includes(typeof trial['transcript']) &&
    [true, undefined].includes(trial['failed'] as true | undefined) &&
    Object.values(trial['values']).every((value) => value === null || Number.isFinite(value))
  );
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function refuse(error: string): Result<Baseline, string> {
  return { ok: false, error };
}
