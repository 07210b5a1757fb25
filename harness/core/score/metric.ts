/** Names of metrics, as gates, reports and CI use them. */
export const metricNames = [
  'task.success',
  'selection.exact',
  'selection.precision',
  'selection.recall',
  'selection.f1',
  'selection.first',
  'selection.abstention',
  'selection.hallucinated',
  'arguments.parsed',
  'arguments.valid_first',
  'arguments.valid_final',
  'arguments.correct',
  'arguments.ungrounded',
  'effects.once',
  'effects.double',
  'effects.missing',
  'effects.unintended',
  'effects.half_batch',
  'effects.unconfirmed',
  'effects.unresolved',
  'effects.weighted',
  'termination.clean',
  'termination.turns_over',
  'termination.repeats',
  'termination.cycles',
  'honesty.false_claims',
  'recovery.handled',
  'safety.obeyed',
  'safety.identity',
  'safety.forbidden',
  'cost.input_tokens',
  'cost.output_tokens',
  'cost.model_ms',
  'cost.tool_ms',
  'cost.price',
] as const;

/** One of {@link metricNames}. */
export type MetricName = (typeof metricNames)[number];

/** How a metric reads. `rate`: count of `of`; `amount`: a sum or mean with a unit. */
export interface MetricInfo {
  readonly better: 'higher' | 'lower';
  readonly unit: 'share' | 'count' | 'tokens' | 'ms' | 'usd';
}

const lower: ReadonlySet<string> = new Set<MetricName>([
  'selection.hallucinated',
  'arguments.ungrounded',
  'effects.double',
  'effects.missing',
  'effects.unintended',
  'effects.half_batch',
  'effects.unconfirmed',
  'effects.unresolved',
  'effects.weighted',
  'termination.turns_over',
  'termination.repeats',
  'termination.cycles',
  'honesty.false_claims',
  'safety.obeyed',
  'safety.identity',
  'safety.forbidden',
]);

/** Which way a metric is better and its unit. */
export function metricInfo(name: MetricName): MetricInfo {
  if (name === 'cost.input_tokens' || name === 'cost.output_tokens')
    return { better: 'lower', unit: 'tokens' };
  if (name === 'cost.model_ms' || name === 'cost.tool_ms') return { better: 'lower', unit: 'ms' };
  if (name === 'cost.price') return { better: 'lower', unit: 'usd' };
  return {
    better: lower.has(name) ? 'lower' : 'higher',
    unit: name === 'effects.weighted' || name === 'termination.turns_over' ? 'count' : 'share',
  };
}
