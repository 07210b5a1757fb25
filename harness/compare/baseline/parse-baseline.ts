import { isBuiltIn } from '../../core/score/metric.ts';
import { isJsonObject } from '../../json/json.ts';
import type { Result } from '../../json/result.ts';
import { readStored, type StoredFormat } from '../../json/stored-format.ts';
import {
  anyObject,
  describeMisfit,
  figure,
  list,
  type Misfit,
  nullable,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
  toShape,
  wholeFrom,
} from '../../json/shape.ts';
import {
  byMetric,
  factFields,
  metricInfoShape,
  metricName as metric,
  variantIdentity,
} from '../../run/folder/run-shape.ts';
import type { ComparedTool } from '../pair/compared-records.ts';
import { toTrialKey } from '../pair/pair-trials.ts';
import type { Baseline, BaselineTrial, BaselineVariant } from './baseline.ts';

const trialShape = object<BaselineTrial>({
  scenario: text,
  variant: text,
  plan: text,
  repeat: wholeFrom(1),
  cluster: text,
  values: byMetric(nullable(figure)),
  ...factFields,
  failed: optional(oneOf(true)),
  transcript: optional(text),
});

const toolShape = object<ComparedTool>({ name: text, description: text, parameters: anyObject });

/** The accepted baseline of a suite. */
export const baselineFormat: StoredFormat<Baseline> = {
  name: 'baseline',
  about: 'The accepted baseline of a suite, which gates compare runs with.',
  field: 'schemaVersion',
  upgrades: [],
  shape: object<Baseline>({
    schemaVersion: oneOf(1),
    kind: oneOf('baseline'),
    suite: text,
    mode: oneOf('replay', 'record', 'live'),
    manifestHash: text,
    decides: optional(list(metric)),
    metrics: filled(metric, 'metrics'),
    own: optional(list(metricInfoShape)),
    variants: record(object<BaselineVariant>(variantIdentity)),
    toolsets: record(list(toolShape)),
    trials: filled(trialShape, 'trials'),
  }),
};

/**
 * Reads a baseline file. Every field is checked, and anything that could make a gate vacuous is refused: another
 * version, no trials, a trial without a place or listed twice, values that are not numbers, unknown metrics.
 *
 * @returns the baseline, or what is wrong in words: the place, what was expected and what was found.
 */
export function parseBaseline(text: string): Result<Baseline, string> {
  const value = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (value === undefined) return refuse('it is not JSON');
  if (!isJsonObject(value) || value['kind'] !== 'baseline') return refuse('it is not a baseline');
  const found = readStored(value, baselineFormat);
  if (!found.ok) {
    const { text: wrong, isNewer } = found.error;
    return refuse(isNewer ? `${wrong}. Update toolrig` : wrong);
  }
  const baseline = found.value;
  const misplaced = findUnread(baseline) ?? findMisplaced(baseline);
  return misplaced === null ? { ok: true, value: baseline } : refuse(describeMisfit(misplaced));
}

/** A team's own metric without a description has no direction. */
function findUnread({ metrics, own = [] }: Baseline): Misfit | null {
  const index = metrics.findIndex(
    (name) => !isBuiltIn(name) && own.every((info) => info.name !== name),
  );
  if (index < 0) return null;
  const expected = 'a metric of toolrig, or one that "own" describes';
  return { path: ['metrics', index], expected, found: metrics[index] };
}

/** A trial of an unknown variant would never be judged, and one that is listed twice would count twice. */
function findMisplaced({ variants, trials }: Baseline): Misfit | null {
  const names = Object.keys(variants);
  const known = new Set(names);
  const seen = new Set<string>();
  for (const [index, trial] of trials.entries()) {
    const { variant } = trial;
    if (!known.has(variant)) {
      const expected = `one of the variants ${names.map((name) => JSON.stringify(name)).join(', ')}`;
      return { path: ['trials', index, 'variant'], expected, found: variant };
    }
    const key = JSON.stringify([variant, toTrialKey(trial)]);
    if (seen.has(key)) {
      const expected = 'another repeat than the trials before it';
      return { path: ['trials', index, 'repeat'], expected, found: trial.repeat };
    }
    seen.add(key);
  }
  return null;
}

/** A list with something in it. */
function filled<Value>(item: Shape<Value>, what: string): Shape<readonly Value[]> {
  const items = list(item);
  return toShape({ ...items.schema, minItems: 1 }, (value) =>
    Array.isArray(value) && value.length === 0
      ? { path: [], expected: `a list with ${what} in it`, found: value }
      : items(value),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(error: string): Result<Baseline, string> {
  return { ok: false, error };
}
