import {
  count,
  figure,
  flag,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  wholeFrom,
} from '../../json/shape.ts';
import type { StoredFormat } from '../../json/stored-format.ts';
import {
  metricInfoShape,
  metricName as metric,
  variantIdentity,
  verdict,
} from '../../run/folder/run-shape.ts';
import type {
  ComparedSide,
  Comparison,
  ConfusionCell,
  CountPair,
  DiffPiece,
  Divergence,
  Estimate,
  Flip,
  MetricComparison,
  Reliability,
  SequentialOutcome,
  ToolChange,
  ToolVerdict,
} from '../comparison.ts';

const either = nullable(figure);
const figures = object<{ readonly baseline: number; readonly candidate: number }>({
  baseline: figure,
  candidate: figure,
});
const maybeFigures = object<ToolChange['recall']>({ baseline: either, candidate: either });
const estimate = object<Estimate>({ value: either, low: either, high: either });
const side = object<ComparedSide>({ name: text, ...variantIdentity });
const countPair = object<CountPair>({ name: text, baseline: figure, candidate: figure });

const metricShape = object<MetricComparison>({
  metric,
  info: optional(metricInfoShape),
  gated: flag,
  deciding: optional(flag),
  baseline: estimate,
  candidate: estimate,
  difference: estimate,
  trialMeans: optional(figures),
  p: either,
  adjustedP: either,
  method: nullable(text),
  margin: optional(figure),
  naive: optional(
    object<NonNullable<MetricComparison['naive']>>({ better: count, worse: count, p: figure }),
  ),
  clusteredP: optional(figure),
  moved: optional(count),
  worseShareBound: optional(figure),
  exactLoss: optional(figure),
  clustersToDecide: optional(either),
  clusters: count,
  clustersPlanned: count,
  verdict,
  sentence: text,
  advice: nullable(text),
});

const flip = object<Flip>({
  scenario: text,
  plan: text,
  direction: oneOf('better', 'worse'),
  baseline: figure,
  candidate: figure,
  repeat: optional(wholeFrom(1)),
  divergence: nullable(object<Divergence>({ event: count, baseline: text, candidate: text })),
  reasons: list(text),
});

const toolChange = object<ToolChange>({
  tool: text,
  renamedFrom: optional(text),
  description: list(object<DiffPiece>({ kind: oneOf('same', 'removed', 'added'), text })),
  parameters: list(text),
  recall: maybeFigures,
  precision: maybeFigures,
  moved: list(text),
});

const toolVerdict = object<ToolVerdict>({
  tool: text,
  recall: figures,
  clusters: count,
  worse: count,
  better: count,
  p: figure,
  adjustedP: figure,
  verdict: oneOf('PASS', 'REGRESSION', 'INCONCLUSIVE'),
  blocks: flag,
  sentence: text,
});

/** Codes with their texts. */
export const reasonList = list(
  object<{ readonly code: string; readonly text: string }>({ code: text, text }),
);

const comparisonShape = object<Comparison>({
  schemaVersion: oneOf(1),
  suite: text,
  by: oneOf('variant', 'model', 'toolset', 'loop', 'prompt', 'params', 'plan', 'attack'),
  baseline: side,
  candidate: side,
  identical: flag,
  coverage: object<Comparison['coverage']>({
    pairedTrials: count,
    onlyBaseline: count,
    onlyCandidate: count,
    invalid: count,
    clusters: count,
    scenarios: optional(count),
    scenariosPlanned: optional(count),
  }),
  metrics: list(metricShape),
  flips: list(flip),
  confusion: list(
    object<ConfusionCell>({
      expected: nullable(text),
      called: nullable(text),
      baseline: figure,
      candidate: figure,
    }),
  ),
  argumentErrors: list(countPair),
  endReasons: list(countPair),
  recovery: list(
    object<Comparison['recovery'][number]>({ kind: text, baseline: estimate, candidate: estimate }),
  ),
  reliability: optional(list(object<Reliability>({ k: wholeFrom(1), all: figures, any: figures }))),
  toolChanges: list(toolChange),
  descriptionTokens: optional(figures),
  tools: optional(list(toolVerdict)),
  notes: optional(
    list(
      object<{ readonly toolset: string; readonly note: string }>({ toolset: text, note: text }),
    ),
  ),
  comparedTogether: optional(count),
  sequential: optional(
    object<SequentialOutcome>({
      metric,
      looks: count,
      budget: count,
      decidedAt: either,
      low: figure,
      high: figure,
    }),
  ),
  verdict,
  exitCode: figure,
  sentence: text,
  invalidReasons: reasonList,
});

/** `comparison.json`, and each comparison in `gates.json`. */
export const comparisonFormat: StoredFormat<Comparison> = {
  name: 'comparison',
  about: '`comparison.json` of a run folder, and each comparison in `gates.json`.',
  shape: comparisonShape,
  field: 'schemaVersion',
  upgrades: [],
};
