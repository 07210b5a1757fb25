import type { OwnFault } from '../../core/own/own-fault.ts';
import type { OwnScorer } from '../../core/own/own-scorer.ts';
import type { Gate, GateFigure } from '../../core/suite/gate.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import {
  infoOf,
  isBuiltIn,
  isMetricName,
  metricNames,
  type MetricRef,
  toMetricRef,
} from '../../core/score/metric.ts';
import type { Result } from '../../json/result.ts';
import { readFaultKinds } from './read-fault-kinds.ts';
import { readScorers, toInfo } from './read-scorers.ts';
import { checkSecretPattern } from '../check/check-secret-pattern.ts';

/** A configuration that was read and checked. */
export interface RigConfig {
  readonly suites: readonly string[];
  readonly gates: readonly Gate[];
  /** Folder, relative to the configuration file. */
  readonly baselines: string;
  /** Hosts and key variables of suites' choice that the user agrees to. */
  readonly allow: { readonly hosts: readonly string[]; readonly keys: readonly string[] };
  readonly redaction: RedactionConfig;
  /** Scorers of the team's own, for all suites. */
  readonly scorers: readonly OwnScorer[];
  /** Kinds of faults of the team's own, for all suites. */
  readonly faultKinds: readonly OwnFault[];
  /** Reporters of the team's own, as given: the room that uses them looks at them. */
  readonly reporters: readonly unknown[];
  /** Importers of the team's own, as given. */
  readonly importers: readonly unknown[];
}

/** What redaction takes out, and leaves, besides what it knows itself. */
export interface RedactionConfig {
  /** Regular expressions whose matches are secrets. */
  readonly patterns: readonly string[];
  /** Names of fields whose values are secrets, such as `password`. */
  readonly fields: readonly string[];
  /** Values that only look like secrets. */
  readonly keep: readonly string[];
}

/** What there is without a configuration file. */
export const emptyConfig: RigConfig = {
  suites: [],
  gates: [],
  baselines: 'reports/baseline',
  allow: { hosts: [], keys: [] },
  redaction: { patterns: [], fields: [], keep: [] },
  scorers: [],
  reporters: [],
  importers: [],
  faultKinds: [],
};

const configFields = [
  'suites',
  'gates',
  'baselines',
  'allow',
  'redaction',
  'scorers',
  'reporters',
  'faultKinds',
  'importers',
];

/** Reads a configuration; all errors are reported together, each with its place. */
export function parseConfig(value: unknown): Result<RigConfig, readonly string[]> {
  const problems: string[] = [];
  if (!isJsonObject(value)) return { ok: false, error: ['$: expected an object'] };
  refuseUnknown(value, { path: '$', known: configFields }, problems);
  const scorers = readScorers(value['scorers'], '$.scorers', problems);
  const reporters = toList(value['reporters'], '$.reporters', problems);
  const importers = toList(value['importers'], '$.importers', problems);
  const faultKinds = readFaultKinds(value['faultKinds'], '$.faultKinds', problems);
  const gates = toList(value['gates'], '$.gates', problems).flatMap(
    (gate, place) => parseGate(gate, { path: `$.gates[${place}]`, scorers }, problems) ?? [],
  );
  refuseRepeated(gates, problems);
  const suites = toTexts(value['suites'], '$.suites', problems);
  const allow = parseAllow(value['allow'], problems);
  const redaction = parseRedaction(value['redaction'], problems);
  const baselines =
    value['baselines'] === undefined
      ? emptyConfig.baselines
      : (toText(value['baselines'], '$.baselines', problems) ?? '');
  return problems.length > 0
    ? { ok: false, error: problems }
    : {
        ok: true,
        value: {
          suites,
          gates,
          baselines,
          allow,
          redaction,
          scorers,
          reporters,
          importers,
          faultKinds,
        },
      };
}

function parseAllow(value: JsonValue | undefined, problems: string[]): RigConfig['allow'] {
  if (value === undefined) return emptyConfig.allow;
  if (!isJsonObject(value)) {
    problems.push(`$.allow: expected an object with "hosts" and "keys", found ${show(value)}`);
    return emptyConfig.allow;
  }
  refuseUnknown(value, { path: '$.allow', known: ['hosts', 'keys'] }, problems);
  return {
    hosts: toTexts(value['hosts'], '$.allow.hosts', problems),
    keys: toTexts(value['keys'], '$.allow.keys', problems),
  };
}

function parseRedaction(value: JsonValue | undefined, problems: string[]): RedactionConfig {
  if (value === undefined) return emptyConfig.redaction;
  if (!isJsonObject(value)) {
    problems.push(
      `$.redaction: expected an object with "patterns", "fields" and "keep", found ${show(value)}`,
    );
    return emptyConfig.redaction;
  }
  const path = '$.redaction';
  refuseUnknown(value, { path, known: ['patterns', 'fields', 'keep'] }, problems);
  const patterns = toTexts(value['patterns'], `${path}.patterns`, problems);
  for (const [place, pattern] of patterns.entries()) {
    const problem = checkSecretPattern(pattern);
    if (problem !== null) {
      problems.push(`${path}.patterns[${place}]: ${show(pattern)} cannot be used: ${problem}`);
    }
  }
  return {
    patterns,
    fields: toTexts(value['fields'], `${path}.fields`, problems),
    keep: toTexts(value['keep'], `${path}.keep`, problems),
  };
}

const gateFields = ['metric', 'min', 'max', 'at', 'margin', 'suite', 'variant'];

function parseGate(
  value: JsonValue,
  { path, scorers }: { readonly path: string; readonly scorers: readonly OwnScorer[] },
  problems: string[],
): Gate | null {
  if (!isJsonObject(value)) {
    problems.push(`${path}: expected an object`);
    return null;
  }
  refuseUnknown(value, { path, known: gateFields }, problems);
  const metric = value['metric'];
  if (typeof metric !== 'string' || !isMetricName(metric)) {
    problems.push(
      `${path}.metric: ${show(value['metric'])} is not a metric: expected one of ${[...metricNames, ...scorers.map(({ name }) => name)].join(', ')}`,
    );
    return null;
  }
  const before = problems.length;
  // A suite may have a scorer of its own: its metric is looked up when the gate meets a run.
  const ref = toMetricRef(metric, scorers.map(toInfo));
  const scope = {
    ...ref,
    suite: value['suite'] === undefined ? null : toText(value['suite'], `${path}.suite`, problems),
    variant:
      value['variant'] === undefined ? null : toText(value['variant'], `${path}.variant`, problems),
  };
  const rule = parseRule(value, { ref, path }, problems);
  return rule === null || problems.length > before ? null : { ...scope, ...rule };
}

type Rule =
  | { readonly kind: 'margin'; readonly margin: number }
  | {
      readonly kind: 'limit';
      readonly min: number | null;
      readonly max: number | null;
      readonly at: GateFigure;
    };

function parseRule(
  value: JsonObject,
  { ref, path }: { readonly ref: MetricRef; readonly path: string },
  problems: string[],
): Rule | null {
  const before = problems.length;
  const isLimit = value['min'] !== undefined || value['max'] !== undefined;
  const isMargin = value['margin'] !== undefined;
  if (isLimit === isMargin) {
    problems.push(
      `${path}: ${isLimit ? 'a gate has limits or a margin, not both' : 'this gate can never fail: it needs "min", "max" or "margin"'}`,
    );
    return null;
  }
  if (isMargin) {
    if (value['at'] !== undefined) problems.push(`${path}.at: goes with "min" or "max" only`);
    return { kind: 'margin', margin: toNumber(value['margin'], `${path}.margin`, problems) ?? 0 };
  }
  const min = toNumber(value['min'], `${path}.min`, problems);
  const max = toNumber(value['max'], `${path}.max`, problems);
  if (min !== null && max !== null && min > max) {
    problems.push(`${path}: "min" ${min} is above "max" ${max}, so it can never hold`);
  }
  if (problems.length === before) refuseIdle({ ref, min, max }, path, problems);
  return { kind: 'limit', min, max, at: toFigure(value['at'], `${path}.at`, problems) };
}

/** A limit that every value meets is not a gate. */
function refuseIdle(
  {
    ref,
    min,
    max,
  }: { readonly ref: MetricRef; readonly min: number | null; readonly max: number | null },
  path: string,
  problems: string[],
): void {
  const { metric, info } = ref;
  if (!isBuiltIn(metric) && info === undefined) return;
  const highest = infoOf(ref).unit === 'share' ? 1 : Infinity;
  const isIdle = (min === null || min <= 0) && (max === null || max >= highest);
  if (isIdle) problems.push(`${path}: this gate can never fail: every value of ${metric} keeps it`);
  if (min !== null && min > highest) {
    problems.push(`${path}.min: ${min} is above the highest value of ${metric}, ${highest}`);
  }
}

function refuseRepeated(gates: readonly Gate[], problems: string[]): void {
  const seen = new Set<string>();
  for (const gate of gates) {
    const key = [gate.metric, gate.kind, gate.suite, gate.variant].join(' ');
    if (gate.kind === 'margin' && seen.has(key)) {
      problems.push(`$.gates: two margins for ${gate.metric}: only one can hold`);
    }
    seen.add(key);
  }
}

function refuseUnknown(
  value: JsonObject,
  { path, known }: { readonly path: string; readonly known: readonly string[] },
  problems: string[],
): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      problems.push(`${path}.${key}: unknown field: expected one of ${known.join(', ')}`);
    }
  }
}

function toFigure(value: JsonValue | undefined, path: string, problems: string[]): GateFigure {
  if (value === 'value' || value === 'lower' || value === 'upper') return value;
  if (value !== undefined) {
    problems.push(`${path}: expected "value", "lower" or "upper", found ${show(value)}`);
  }
  return 'value';
}

/** At least 0: no metric and no margin is below. */
function toNumber(value: JsonValue | undefined, path: string, problems: string[]): number | null {
  if (value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  problems.push(`${path}: expected a number of at least 0, found ${show(value)}`);
  return null;
}

function toText(value: JsonValue, path: string, problems: string[]): string | null {
  if (typeof value === 'string' && value !== '') return value;
  problems.push(`${path}: expected a text, found ${show(value)}`);
  return null;
}

function toTexts(
  value: JsonValue | undefined,
  path: string,
  problems: string[],
): readonly string[] {
  return toList(value, path, problems).flatMap(
    (text, place) => toText(text, `${path}[${place}]`, problems) ?? [],
  );
}

function toList(
  value: JsonValue | undefined,
  path: string,
  problems: string[],
): readonly JsonValue[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value as readonly JsonValue[];
  problems.push(`${path}: expected a list, found ${show(value)}`);
  return [];
}

function show(value: JsonValue | undefined): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
}
