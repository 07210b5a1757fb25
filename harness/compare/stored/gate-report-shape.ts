import type { Gate } from '../../core/suite/gate.ts';
import {
  both,
  figure,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Shape,
  text,
  variant,
} from '../../json/shape.ts';
import type { StoredFormat } from '../../json/stored-format.ts';
import { metricInfoShape, metricName, verdict } from '../../run/folder/run-shape.ts';
import type { GateBreaker, GateReport, GateResult } from '../gate/gate-report.ts';
import { comparisonFormat, reasonList } from './comparison-shape.ts';

type LimitGate = Extract<Gate, { readonly kind: 'limit' }>;
type MarginGate = Extract<Gate, { readonly kind: 'margin' }>;
type Rule = Omit<LimitGate, keyof Scope> | Omit<MarginGate, keyof Scope>;
type Scope = Pick<Gate, 'metric' | 'info' | 'suite' | 'variant'>;

const scope = object<Scope>({
  metric: metricName,
  info: optional(metricInfoShape),
  suite: nullable(text),
  variant: nullable(text),
});

const rule: Shape<Rule> = variant<Rule, 'kind'>('kind', {
  limit: object<Omit<LimitGate, keyof Scope>>({
    kind: oneOf('limit'),
    min: nullable(figure),
    max: nullable(figure),
    at: oneOf('value', 'lower', 'upper'),
  }),
  margin: object<Omit<MarginGate, keyof Scope>>({ kind: oneOf('margin'), margin: figure }),
});

const breaker = object<GateBreaker>({
  scenario: text,
  plan: text,
  value: figure,
  baseline: nullable(figure),
  reasons: list(text),
});

const result = object<GateResult>({
  gate: both(scope, rule) as Shape<Gate>,
  rule: text,
  variant: text,
  verdict,
  sentence: text,
  breakers: list(breaker),
  causes: list(text),
});

const gateReportShape = object<GateReport>({
  schemaVersion: oneOf(1),
  verdict,
  exitCode: figure,
  invalidReasons: optional(reasonList),
  knownFailures: optional(list(text)),
  results: list(result),
  comparisons: list(comparisonFormat.shape),
});

/** `gates.json`. */
export const gatesFormat: StoredFormat<GateReport> = {
  name: 'gates',
  about:
    '`gates.json` of a run folder: the rules that the run was judged by, with the result of each.',
  shape: gateReportShape,
  field: 'schemaVersion',
  upgrades: [],
};
