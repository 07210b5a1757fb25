import type {
  FaultCounts,
  PartSurplus,
  RunManifest,
  RunPart,
  RunSummary,
  VariantSummary,
  Verdict,
  WrongField,
} from '../../core/run.ts';
import {
  isMetricName,
  metricDirections,
  type MetricInfo,
  type MetricName,
  metricNames,
  ownNamePattern,
  metricUnits,
} from '../../core/score/metric.ts';
import type { Loss, MetricSummary, Score, Scores } from '../../core/score/score.ts';
import type { FaultAddress, FaultInjection, FaultRecord } from '../../core/suite/fault.ts';
import type { Lane } from '../../core/suite/lane.ts';
import { modelNatures } from '../../core/suite/suite.ts';
import { type StopReason, stopReasons } from '../../core/trial/stop-reason.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type {
  ConfusionPair,
  FieldCorrection,
  ScoreRecord,
  TrialFacts,
  TrialOutcome,
  TrialRecord,
} from '../../core/trial/trial.ts';
import {
  amount,
  anyObject,
  both,
  count,
  figure,
  flag,
  list,
  type Misfit,
  nullable,
  object,
  oneOf,
  optional,
  pattern,
  record,
  type Shape,
  text,
  toShape,
  variant,
  wholeFrom,
} from '../../json/shape.ts';
import type { StoredFormat } from '../../json/stored-format.ts';
import { eventShape } from './event-shape.ts';

const stopReason: Shape<StopReason> = oneOf(...stopReasons);
const hash: Shape<string> = pattern('64 hexadecimal digits', /^[0-9a-f]{64}$/u);

/** A trial's identity. */
const laneShape = object<Lane>({
  suite: text,
  scenario: text,
  variant: text,
  plan: text,
  repeat: wholeFrom(1),
});

const ordinal = wholeFrom(1);
const place = toShape<number | '*'>({ anyOf: [ordinal.schema, { const: '*' }] }, (value) =>
  value === '*' ? null : ordinal(value),
);

const address: Shape<FaultAddress> = variant<FaultAddress, 'on'>('on', {
  model: object<Extract<FaultAddress, { on: 'model' }>>({
    on: oneOf('model'),
    turn: place,
    attempt: place,
  }),
  tool: object<Extract<FaultAddress, { on: 'tool' }>>({
    on: oneOf('tool'),
    tool: text,
    call: place,
  }),
});

const kinded = object<{ readonly kind: string }>({ kind: text });
const injection = toShape<FaultInjection>(
  kinded.schema,
  (value) => anyObject(value) ?? kinded(value),
);

const fault = object<FaultRecord>({
  name: text,
  kind: text,
  address,
  inject: optional(injection),
  fired: count,
  noticed: flag,
  handled: nullable(flag),
  outOfReach: optional(oneOf(true)),
  ends: optional(list(stopReason)),
});

const outcome: Shape<TrialOutcome> = variant<TrialOutcome, 'status'>('status', {
  finished: object<Extract<TrialOutcome, { status: 'finished' }>>({
    status: oneOf('finished'),
    stopReason,
  }),
  invalid: object<Extract<TrialOutcome, { status: 'invalid' }>>({
    status: oneOf('invalid'),
    code: text,
    cause: text,
    detail: list(text),
  }),
  skipped: object<Extract<TrialOutcome, { status: 'skipped' }>>({
    status: oneOf('skipped'),
    code: text,
    cause: text,
  }),
});

const anyEvents = list(eventShape);
const events = toShape<readonly TranscriptEvent[]>(
  anyEvents.schema,
  (value) => anyEvents(value) ?? inOrder(value),
);

/** Events are numbered from 0; which one a loss names is its number. */
function inOrder(value: unknown): Misfit | null {
  // Each was just found to be an event.
  const found = value as readonly TranscriptEvent[];
  const index = found.findIndex((event, at) => event.seq !== at);
  if (index < 0) return null;
  return { path: [index, 'seq'], expected: `${index}`, found: found[index]?.seq };
}

const trialShape = object<TrialRecord>({
  lane: laneShape,
  cluster: text,
  outcome,
  tier: nullable(oneOf('exact', 'allowed', 'loose', 'position')),
  faults: list(fault),
  streamed: optional(oneOf(true)),
  watched: optional(oneOf('model')),
  events,
});

const score = object<Score>({
  value: nullable(figure),
  count: figure,
  of: amount,
  losses: list(object<Loss>({ code: text, event: nullable(count), text })),
});

/** One of toolrig's metrics, or a name that a team's own can have. */
export const metricName: Shape<MetricName> = toShape(
  { anyOf: [{ enum: [...metricNames] }, { type: 'string', pattern: ownNamePattern }] },
  (value) =>
    typeof value === 'string' && isMetricName(value)
      ? null
      : {
          path: [],
          expected: `one of ${metricNames.map((name) => `"${name}"`).join(', ')}, or a team's own`,
          found: value,
        },
);

/** How a team's own metric reads. */
export const metricInfoShape = object<MetricInfo>({
  name: metricName,
  label: text,
  better: oneOf(...metricDirections),
  unit: oneOf(...metricUnits),
  meaning: text,
});

/** Only metrics that toolrig has or that a team's own could be: which of these there are, the summary says. */
export function byMetric<Value>(item: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  const schema = {
    type: 'object',
    propertyNames: metricName.schema,
    additionalProperties: item.schema,
  };
  return toShape(schema, (value) => {
    const misfit = anyObject(value);
    if (misfit !== null) return misfit;
    // An object, as was just found.
    for (const [name, entry] of Object.entries(value as object)) {
      if (!isMetricName(name)) return { path: [], expected: 'names of metrics', found: name };
      const inner = item(entry);
      if (inner !== null) return { ...inner, path: [name, ...inner.path] };
    }
    return null;
  });
}

/** The fields of what is known of a trial besides its scores. */
export const factFields = {
  stopReason,
  turns: count,
  confusion: list(object<ConfusionPair>({ expected: nullable(text), called: nullable(text) })),
  argumentErrors: list(
    object<TrialFacts['argumentErrors'][number]>({ tool: text, path: text, code: text }),
  ),
};

const facts = object<TrialFacts>({
  ...factFields,
  corrections: optional(
    list(
      object<FieldCorrection>({
        tool: text,
        path: text,
        code: text,
        outcome: oneOf('mended', 'not_mended', 'worse'),
      }),
    ),
  ),
});

const scoreShape = object<ScoreRecord>({
  lane: laneShape,
  cluster: text,
  verdict: oneOf('passed', 'failed', 'invalid', 'skipped'),
  expectFail: nullable(text),
  scores: byMetric(score) as Shape<Scores>,
  facts: nullable(facts),
  faults: list(fault),
});

const faultCounts = object<FaultCounts>({
  planned: count,
  fired: count,
  noticed: count,
  handled: count,
  unreachable: count,
});

const counts = { planned: count, passed: count, failed: count, invalid: count, skipped: count };

/** The fields that say what a variant is. */
export const variantIdentity = {
  model: text,
  nature: oneOf(...modelNatures),
  about: nullable(text),
  toolset: text,
  loop: text,
};

/** The verdict of a run, a gate or a comparison. */
export const verdict: Shape<Verdict> = oneOf(
  'PASS',
  'FAIL',
  'REGRESSION',
  'INCONCLUSIVE',
  'INVALID',
);

const variantSummary = object<VariantSummary>({
  ...variantIdentity,
  ...counts,
  scores: byMetric(
    object<MetricSummary>({
      value: nullable(figure),
      count: figure,
      of: amount,
      unmeasured: count,
    }),
  ),
  wrongFields: optional(
    list(
      object<WrongField>({
        tool: text,
        path: text,
        codes: list(text),
        wrong: count,
        mended: count,
        worse: count,
      }),
    ),
  ),
});

const reasons = list(object<RunSummary['skips'][number]>({ code: text, text, lanes: list(text) }));

/** What a summary says of the files beside it, and of itself. */
export interface RunSeal {
  /** SHA-256 of the other files; of the manifest without its environment, in canonical form. */
  readonly files: { readonly manifest: string; readonly scores: string; readonly trials: string };
  /** SHA-256 of the summary without this field, in canonical form. */
  readonly seal: string;
}

const hashes = object<RunSeal['files']>({ manifest: hash, scores: hash, trials: hash });

/** A summary from before there were seals stays unread: sealing it now would say that nothing was changed since the run. */
const sealed = toShape<RunSeal['files']>(hashes.schema, (value) =>
  value === undefined
    ? {
        path: [],
        expected:
          'the hashes of the other files, without which a change after the run cannot be seen',
        found: value,
      }
    : hashes(value),
);

const runPart = object<RunPart>({
  index: count,
  count,
  surplus: optional(
    object<PartSurplus>({ file: text, cassettes: text, gone: list(text), unreached: list(text) }),
  ),
});

const summaryShape = object<RunSummary & RunSeal>({
  schemaVersion: oneOf(1),
  suite: text,
  mode: oneOf('replay', 'record', 'live'),
  ...counts,
  verdict,
  exitCode: oneOf(0, 1, 2, 3, 4, 130),
  faults: faultCounts,
  faultKinds: record(faultCounts),
  metrics: optional(list(metricInfoShape)),
  variants: record(variantSummary),
  invalidReasons: reasons,
  skips: reasons,
  warnings: optional(reasons),
  failures: list(
    object<RunSummary['failures'][number]>({ lane: text, metric: text, code: text, text }),
  ),
  manifestHash: text,
  part: optional(runPart),
  files: sealed,
  seal: hash,
});

/** What is inside is looked at where it is read. */
const manifestShape = object<RunManifest>({
  schemaVersion: oneOf(1),
  selection: both(
    anyObject,
    object<{ readonly variants?: readonly string[]; readonly faults?: readonly string[] }>({
      variants: optional(list(text)),
      faults: optional(list(text)),
    }),
  ),
  content: anyObject,
  environment: anyObject,
});

/** `manifest.json`. */
export const manifestFormat: StoredFormat<RunManifest> = {
  name: 'run-manifest',
  about: '`manifest.json` of a run folder: what was asked for, what ran, and on what.',
  shape: manifestShape,
  field: 'schemaVersion',
  upgrades: [],
};

/** `summary.json`. */
export const summaryFormat: StoredFormat<RunSummary & RunSeal> = {
  name: 'run-summary',
  about: '`summary.json` of a run folder: counts, verdict, metrics, reasons and the seal.',
  shape: summaryShape,
  field: 'schemaVersion',
  upgrades: [],
};

/** Lines of version 1 were written without their version before it was put on each. */
const line = { field: 'schemaVersion', isBeside: true, isUnmarked: true, upgrades: [] } as const;

/** One line of `trials.jsonl`. */
export const trialFormat: StoredFormat<TrialRecord> = {
  name: 'run-trial',
  about: 'One line of `trials.jsonl` of a run folder: a trial with all its events.',
  shape: trialShape,
  ...line,
};

/** One line of `scores.jsonl`. */
export const scoreFormat: StoredFormat<ScoreRecord> = {
  name: 'run-score',
  about: 'One line of `scores.jsonl` of a run folder: the scores of a trial.',
  shape: scoreShape,
  ...line,
};
