import { matchesName } from '../../expectation/match-name.ts';
import { FieldFold } from './fold-fields.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import type { MetricInfo, MetricName } from '../../core/score/metric.ts';
import {
  exitCodes,
  type FaultCounts,
  type RunMode,
  type RunPart,
  type RunSummary,
  type VariantSummary,
} from '../../core/run.ts';
import type { MetricSummary } from '../../core/score/score.ts';
import type { ModelSpec, Variant } from '../../core/suite/suite.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';

type InvalidReason = RunSummary['invalidReasons'][number];
type Failure = RunSummary['failures'][number];
interface Counts {
  planned: number;
  passed: number;
  failed: number;
  invalid: number;
  skipped: number;
}
interface MutableMetric {
  total: number;
  measured: number;
  count: number;
  of: number;
  unmeasured: number;
}
type MutableFaults = { -readonly [Key in keyof FaultCounts]: number };

interface VariantTotals {
  readonly counts: Counts;
  readonly metrics: Map<MetricName, MutableMetric>;
  readonly fields: FieldFold;
}

/** What a summary tells of a variant and its model; imported runs have no more than this. */
type SummedVariant = Pick<Variant, 'name' | 'model' | 'toolset' | 'loop'>;
type SummedModel = Pick<ModelSpec, 'name' | 'nature' | 'about'>;

/** Folds trials into a run's summary, one by one; holds counts, never transcripts. */
export class SummaryFold {
  readonly #counts = zeroCounts();
  readonly #variants = new Map<string, VariantTotals>();
  readonly #faults = zeroFaults();
  readonly #faultKinds = new Map<string, MutableFaults>();
  /** Kinds of faults whose place a conversation did not reach. */
  readonly #missed = new Set<string>();
  readonly #reasons = new Map<string, { code: string; text: string; lanes: string[] }>();
  readonly #skips = new Map<string, { code: string; text: string; lanes: string[] }>();
  readonly #warnings = new Map<string, { code: string; text: string; lanes: string[] }>();
  readonly #failures: Failure[] = [];
  /** Of the suite's own plans: whether each fault struck anywhere. */
  readonly #named: ReadonlyMap<string, Map<string, boolean>>;

  /** Faults that were asked for by name, and whether one of that name struck. */
  readonly #asked: Map<string, boolean>;

  /**
   * @param namedPlans - the suite's own plans: each of their faults must strike somewhere.
   * @param namedFaults - names, with `*` for any characters, of faults of presets: one of each must strike somewhere.
   */
  constructor(namedPlans: readonly string[] = [], namedFaults: readonly string[] = []) {
    this.#named = new Map(namedPlans.map((name) => [name, new Map<string, boolean>()]));
    this.#asked = new Map(namedFaults.map((name) => [name, false]));
  }

  add(record: TrialRecord, scored: ScoreRecord): void {
    const totals = this.#totalsOf(record.lane.variant);
    for (const counts of [this.#counts, totals.counts]) {
      counts.planned += 1;
      counts[scored.verdict] += 1;
    }
    // A trial that is left out may keep its scores, for comparisons; it counts for none of the run's.
    if (scored.verdict !== 'skipped') {
      addScores(totals.metrics, scored);
      totals.fields.add(scored.facts?.corrections ?? []);
    }
    this.#addFaults(record);
    this.#addReason(record, scored);
    this.#addWarnings(record);
    if (scored.verdict === 'failed') this.#failures.push(...toFailures(scored));
  }

  /** Whether a fault of this kind struck anywhere. */
  struck(kind: string): boolean {
    return (this.#faultKinds.get(kind)?.fired ?? 0) > 0;
  }

  /** Adds a reason why the run as a whole measured nothing or not what was asked. */
  refuse(code: string, text: string): void {
    this.#reasons.set(`${code}\n${text}`, { code, text, lanes: [] });
  }

  /** Sums up. */
  toSummary(run: {
    readonly suite: string;
    readonly mode: RunMode;
    readonly variants: readonly SummedVariant[];
    readonly models: readonly SummedModel[];
    readonly manifestHash: string;
    /** How own metrics read. */
    readonly metrics?: readonly MetricInfo[];
    /** One part of a run: what only the whole can show is left to it. */
    readonly part?: RunPart;
    /** Conversations were left out because nothing they depend on has changed: the run does not pass by itself. */
    readonly isOpen?: boolean;
  }): RunSummary {
    const isWhole = run.part === undefined && run.isOpen !== true;
    if (isWhole) this.#refuseEmpty();
    const invalidReasons = [...this.#reasons.values()] satisfies readonly InvalidReason[];
    const unspoilt = isWhole ? 'PASS' : 'INCONCLUSIVE';
    const verdict: keyof typeof exitCodeOf =
      invalidReasons.length > 0 ? 'INVALID' : this.#counts.failed > 0 ? 'FAIL' : unspoilt;
    return {
      schemaVersion: 1,
      suite: run.suite,
      mode: run.mode,
      ...this.#counts,
      verdict,
      exitCode: exitCodeOf[verdict],
      faults: this.#faults,
      faultKinds: Object.fromEntries([...this.#faultKinds].sort(byKey)),
      ...(run.metrics === undefined || run.metrics.length === 0 ? {} : { metrics: run.metrics }),
      variants: Object.fromEntries(
        run.variants.map((variant) => [variant.name, this.#toVariant(variant, run.models)]),
      ),
      invalidReasons,
      skips: [...this.#skips.values()],
      ...(this.#warnings.size === 0 ? {} : { warnings: [...this.#warnings.values()] }),
      failures: this.#failures,
      manifestHash: run.manifestHash,
      ...(run.part === undefined ? {} : { part: run.part }),
    };
  }

  #addWarnings(record: TrialRecord): void {
    const { tier } = record;
    if (record.outcome.status === 'finished' && tier !== null && tier !== 'exact') {
      const text = `Replayed under drift ("${tier}"): the model never saw the present request, so which tools it would choose now is not judged`;
      addLane(this.#warnings, { code: 'replayed_under_drift', text }, record);
    }
    if (record.outcome.status === 'finished' && record.watched === 'model') {
      addLane(this.#warnings, { code: 'model_boundary_only', text: modelOnly }, record);
    }
    for (const event of record.events) {
      if (!isWarningEvent(event)) continue;
      addLane(this.#warnings, { code: event.guard, text: event.text }, record);
    }
  }

  #toVariant(variant: SummedVariant, models: readonly SummedModel[]): VariantSummary {
    const model = models.find((candidate) => candidate.name === variant.model);
    const totals = this.#totalsOf(variant.name);
    const wrongFields = totals.fields.toFields();
    return {
      model: variant.model,
      nature: model?.nature ?? 'real',
      about: model?.about ?? null,
      toolset: variant.toolset,
      loop: variant.loop,
      ...totals.counts,
      scores: Object.fromEntries(
        [...totals.metrics].sort(byKey).map(([name, metric]) => [name, toMetric(metric)]),
      ),
      ...(wrongFields.length === 0 ? {} : { wrongFields }),
    };
  }

  #totalsOf(variant: string): VariantTotals {
    const found = this.#variants.get(variant);
    if (found !== undefined) return found;
    const made: VariantTotals = {
      counts: zeroCounts(),
      metrics: new Map(),
      fields: new FieldFold(),
    };
    this.#variants.set(variant, made);
    return made;
  }

  #addFaults(record: TrialRecord): void {
    const { plan } = record.lane;
    const named = this.#named.get(plan);
    if (record.faults.some((fault) => fault.fired > 0)) this.#markStruck(plan);
    for (const fault of record.faults) {
      named?.set(fault.name, fault.fired > 0 || named.get(fault.name) === true);
      for (const counts of [this.#faults, this.#countsOf(fault.kind)]) {
        counts.planned += 1;
        if (fault.fired > 0) counts.fired += 1;
        else counts.unreachable += 1;
        if (fault.noticed) counts.noticed += 1;
        if (fault.handled === true) counts.handled += 1;
      }
      if (fault.fired === 0 && isMissed(record)) this.#missed.add(fault.kind);
    }
  }

  #markStruck(plan: string): void {
    for (const name of this.#asked.keys()) if (matchesName(name, plan)) this.#asked.set(name, true);
  }

  #countsOf(kind: string): MutableFaults {
    const found = this.#faultKinds.get(kind);
    if (found !== undefined) return found;
    const made = zeroFaults();
    this.#faultKinds.set(kind, made);
    return made;
  }

  #addReason(record: TrialRecord, scored: ScoreRecord): void {
    if (record.outcome.status === 'skipped') {
      const { code, cause } = record.outcome;
      addLane(this.#skips, { code, text: cause }, record);
    }
    const outcome = toInvalidOutcome(record, scored);
    if (outcome === null) return;
    const key = outcome.detail.length > 0 ? outcome.detail.join('\n') : outcome.cause;
    const text = [outcome.cause, ...outcome.detail].join('\n');
    addLane(this.#reasons, { code: outcome.code, text, key }, record);
  }

  /** Nothing measured is never a pass. */
  #refuseEmpty(): void {
    const { planned, passed, failed, invalid, skipped } = this.#counts;
    if (planned === 0 && this.#reasons.size === 0)
      this.refuse('nothing_selected', 'Nothing was evaluated: the selection is empty');
    else if (skipped === planned)
      this.refuse('all_skipped', 'Nothing was evaluated: every trial was skipped');
    else if (passed + failed + invalid + skipped !== planned) {
      this.refuse('count_mismatch', 'The counts of trials do not add up');
    }
    this.#refuseUnstruck();
    for (const [kind, counts] of this.#faultKinds) {
      if (counts.fired === 0 && this.#missed.has(kind)) {
        this.refuse(
          'fault_never_fired',
          `Fault kind "${kind}" was planned ${counts.planned} times and never struck`,
        );
      }
    }
  }

  /** Faults by name, of the suite's own plans or of presets. */
  #refuseUnstruck(): void {
    for (const [plan, faults] of this.#named) {
      for (const [name, hasStruck] of faults) {
        if (hasStruck) continue;
        this.refuse(
          'fault_not_reached',
          `Fault "${name}" of plan "${plan}" never struck: no conversation reached its place`,
        );
      }
    }
    for (const [name, hasStruck] of this.#asked) {
      if (hasStruck) continue;
      this.refuse(
        'fault_not_reached',
        `Fault "${name}" never struck: no clean conversation of the chosen scenarios has its place. The preset's own name plans every place that there is`,
      );
    }
  }
}

const exitCodeOf = {
  PASS: exitCodes.passed,
  FAIL: exitCodes.failed,
  INCONCLUSIVE: exitCodes.inconclusive,
  INVALID: exitCodes.invalid,
} as const;

const modelOnly =
  'Only the model boundary was watched: the agent runs its tools inside itself. Calls and results are read from its requests; effects and the final state are not judged, and no fault can strike at its tools';

/** Guard events that people are to see in the summary. */
const warningGuards: ReadonlySet<string> = new Set([
  'script_unused',
  'recording_unused',
  'real_time',
  'handler_threw',
  'handler_unsettled',
  'unsafe_integer',
]);

/** Whether an event is one that the summary warns of. */
export function isWarningEvent(
  event: TranscriptEvent,
): event is Extract<TranscriptEvent, { readonly type: 'guard' }> {
  return event.type === 'guard' && warningGuards.has(event.guard);
}

/** Whether a fault that did not strike tells of a conversation that went another way: not where another fault struck first. */
function isMissed({ outcome, faults }: TrialRecord): boolean {
  if (outcome.status === 'skipped' && outcome.code !== 'unreachable') return false;
  return faults.every((fault) => fault.fired === 0);
}

type Reasons = Map<string, { code: string; text: string; lanes: string[] }>;

function addLane(
  reasons: Reasons,
  {
    code,
    text,
    key = text,
  }: { readonly code: string; readonly text: string; readonly key?: string },
  record: TrialRecord,
): void {
  const reason = reasons.get(`${code}\n${key}`) ?? { code, text, lanes: [] };
  reason.lanes.push(toLaneId(record.lane));
  reasons.set(`${code}\n${key}`, reason);
}

/** A finished trial whose expectations could not be judged is invalid too. */
function toInvalidOutcome(
  { outcome }: TrialRecord,
  scored: ScoreRecord,
): Extract<TrialRecord['outcome'], { status: 'invalid' }> | null {
  if (outcome.status === 'invalid') return outcome;
  if (scored.verdict !== 'invalid') return null;
  const isCut = outcome.status === 'finished' && outcome.stopReason === 'cancelled';
  const [code, cause] = isCut
    ? ['cancelled', 'The trial stops before its end, so it has no verdict']
    : ['nothing_judged', 'Nothing that the scenario requires could be judged'];
  return { status: 'invalid', code, cause, detail: [] };
}

function addScores(metrics: Map<MetricName, MutableMetric>, scored: ScoreRecord): void {
  for (const key of Object.keys(scored.scores)) {
    // Keys of `Scores` are metric names by its type.
    const name = key as MetricName;
    const score = scored.scores[name];
    if (score === undefined) continue;
    let metric = metrics.get(name);
    if (metric === undefined) {
      metric = { total: 0, measured: 0, count: 0, of: 0, unmeasured: 0 };
      metrics.set(name, metric);
    }
    metric.count += score.count;
    metric.of += score.of;
    if (score.value === null) metric.unmeasured += 1;
    else {
      metric.measured += 1;
      metric.total += score.value;
    }
  }
}

function toMetric(metric: MutableMetric): MetricSummary {
  const { count, of, unmeasured } = metric;
  const value =
    metric.measured === 0 ? null : Math.round((metric.total / metric.measured) * 1e9) / 1e9;
  return {
    value,
    count: Math.round(count * 1e9) / 1e9,
    of: Math.round(of * 1e9) / 1e9,
    unmeasured,
  };
}

function toFailures(scored: ScoreRecord): readonly Failure[] {
  const lane = toLaneId(scored.lane);
  const losses = scored.scores['task.success']?.losses ?? [];
  if (losses.length === 0) {
    return [
      {
        lane,
        metric: 'task.success',
        code: 'unexpected_pass',
        text:
          scored.expectFail === null
            ? 'failed'
            : `Expected to fail (${scored.expectFail}) but passed`,
      },
    ];
  }
  return losses.map((loss) => ({ lane, metric: 'task.success', code: loss.code, text: loss.text }));
}

function zeroCounts(): Counts {
  return { planned: 0, passed: 0, failed: 0, invalid: 0, skipped: 0 };
}

function zeroFaults(): MutableFaults {
  return { planned: 0, fired: 0, noticed: 0, handled: 0, unreachable: 0 };
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
