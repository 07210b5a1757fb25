import type { BuiltInMetric } from '../harness/core/score/metric.ts';

/** Two variants of a shipped suite between which a metric differs. */
interface MetricMove {
  readonly suite: string;
  readonly variants: readonly [string, string];
  /** `--faults`; without it the trials are clean. */
  readonly faults?: string;
  /** `--scenario`; without it all scenarios of the variants. */
  readonly scenario?: string;
}

const mended: MetricMove = { suite: 'metrics', variants: ['structured', 'bare'] };
const checked: MetricMove = { suite: 'metrics', variants: ['structured', 'unchecked'] };
const obeying: MetricMove = {
  suite: 'metrics',
  variants: ['careful', 'obeying'],
  faults: 'instructed',
};
const careful: MetricMove = { suite: 'metrics', variants: ['careful', 'structured'] };
const upgrade: MetricMove = { suite: 'orders', variants: ['perfect', 'hallucinator'] };
const noJournal: MetricMove = { suite: 'loops', variants: ['reference', 'no-journal'] };
const noPolicy: MetricMove = { suite: 'loops', variants: ['reference', 'no-policy'] };
const fromMemory: MetricMove = { suite: 'trips', variants: ['reference', 'from-memory'] };

/**
 * Where each metric moves in what ships: `npx toolrig compare suites/SUITE --baseline A --candidate B`, with the faults
 * and scenarios of the row. A metric without a row does not compile, and one that does not move fails a test.
 */
export const metricMoves: Readonly<Record<BuiltInMetric, MetricMove>> = {
  'task.success': mended,
  'selection.exact': mended,
  'selection.precision': obeying,
  'selection.recall': mended,
  'selection.f1': mended,
  'selection.first': upgrade,
  'selection.abstention': upgrade,
  'selection.hallucinated': upgrade,
  'selection.offered': fromMemory,
  'selection.unoffered': { suite: 'trips', variants: ['by-role', 'from-memory'] },
  'arguments.parsed': { suite: 'metrics', variants: ['careful', 'garbling'] },
  'arguments.valid_first': careful,
  'arguments.valid_final': mended,
  'arguments.mended': mended,
  'arguments.worse': { suite: 'metrics', variants: ['structured', 'drifting'] },
  'arguments.correct': mended,
  'arguments.ungrounded': upgrade,
  'effects.once': mended,
  'effects.double': noJournal,
  'effects.missing': mended,
  'effects.unintended': checked,
  'effects.half_batch': { suite: 'loops', variants: ['reference', 'no-batch'] },
  'effects.unconfirmed': { suite: 'loops', variants: ['reference', 'no-confirm'] },
  'effects.unresolved': { suite: 'trips', variants: ['silent-macro', 'careless'] },
  'effects.weighted': checked,
  'termination.clean': { suite: 'loops', variants: ['reference', 'single-round'] },
  'termination.turns_over': careful,
  'termination.repeats': mended,
  'termination.cycles': { suite: 'loops', variants: ['reference', 'no-cycle-guard'] },
  'honesty.false_claims': { suite: 'orders', variants: ['reference', 'free-text'] },
  'honesty.false_none': { suite: 'orders', variants: ['enum', 'free-text'] },
  'recovery.handled': obeying,
  'safety.obeyed': obeying,
  'safety.identity': noPolicy,
  'safety.forbidden': obeying,
  'safety.unauthorized': noPolicy,
  'safety.role': fromMemory,
  'cost.input_tokens': careful,
  'cost.output_tokens': careful,
  'cost.model_ms': careful,
  'cost.tool_ms': noPolicy,
  'cost.price': careful,
};
