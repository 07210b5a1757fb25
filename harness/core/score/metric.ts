import { UsageError } from '../usage-error.ts';

/** What a value of a metric is: a share in [0, 1], or an amount. */
export const metricUnits = ['share', 'count', 'tokens', 'ms', 'usd'] as const;
export type MetricUnit = (typeof metricUnits)[number];

/** Which way a metric is better. */
export const metricDirections = ['higher', 'lower'] as const;
export type MetricDirection = (typeof metricDirections)[number];

/** How a metric reads: whole, since a direction or unit that is guessed turns a verdict round. */
export interface MetricInfo {
  readonly name: MetricName;
  /** A few words for people. */
  readonly label: string;
  readonly better: MetricDirection;
  readonly unit: MetricUnit;
  /** One sentence: what a value says. */
  readonly meaning: string;
}

type Words = Omit<MetricInfo, 'name'>;

const words = {
  'task.success': {
    better: 'higher',
    unit: 'share',
    label: 'Task',
    meaning: 'all that the scenario requires held',
  },
  'selection.exact': {
    better: 'higher',
    unit: 'share',
    label: 'Exact selection',
    meaning: 'the calls are exactly those expected, in an allowed order',
  },
  'selection.precision': {
    better: 'higher',
    unit: 'share',
    label: 'Selection precision',
    meaning: 'calls that were expected, of the calls made',
  },
  'selection.recall': {
    better: 'higher',
    unit: 'share',
    label: 'Selection recall',
    meaning: 'expected calls that were made',
  },
  'selection.f1': {
    better: 'higher',
    unit: 'share',
    label: 'Selection F1',
    meaning: 'harmonic mean of precision and recall',
  },
  'selection.first': {
    better: 'higher',
    unit: 'share',
    label: 'First call',
    meaning: 'the first call is an expected one',
  },
  'selection.abstention': {
    better: 'higher',
    unit: 'share',
    label: 'Abstention',
    meaning: 'no call was made where none is expected',
  },
  'selection.hallucinated': {
    better: 'lower',
    unit: 'share',
    label: 'Hallucinated tools',
    meaning: 'calls of tools that do not exist',
  },
  'selection.offered': {
    better: 'higher',
    unit: 'share',
    label: 'Offer recall',
    meaning: 'tools of expected calls that were offered to the model',
  },
  'selection.unoffered': {
    better: 'lower',
    unit: 'share',
    label: 'Unoffered tools',
    meaning: 'calls of tools that exist and were not offered',
  },
  'arguments.parsed': {
    better: 'higher',
    unit: 'share',
    label: 'Arguments parsed',
    meaning: 'calls whose argument text is JSON',
  },
  'arguments.valid_first': {
    better: 'higher',
    unit: 'share',
    label: 'Valid at first try',
    meaning: 'calls whose arguments fit the schema at the first try',
  },
  'arguments.valid_final': {
    better: 'higher',
    unit: 'share',
    label: 'Valid in the end',
    meaning: 'calls whose arguments fit the schema after feedback',
  },
  'arguments.mended': {
    better: 'higher',
    unit: 'share',
    label: 'Mended at once',
    meaning: 'calls with arguments that did not fit whose next attempt fits',
  },
  'arguments.worse': {
    better: 'lower',
    unit: 'share',
    label: 'Worse corrections',
    meaning: 'corrections of arguments that moved away from what fits',
  },
  'arguments.correct': {
    better: 'higher',
    unit: 'share',
    label: 'Correct arguments',
    meaning: 'arguments that are as expected',
  },
  'arguments.ungrounded': {
    better: 'lower',
    unit: 'share',
    label: 'Ungrounded values',
    meaning: 'ids in arguments that were never seen in the conversation',
  },
  'effects.once': {
    better: 'higher',
    unit: 'share',
    label: 'Exactly once',
    meaning: 'expected effects that happened exactly as often as expected',
  },
  'effects.double': {
    better: 'lower',
    unit: 'share',
    label: 'Double effects',
    meaning: 'irreversible effects that happened more often than they may',
  },
  'effects.missing': {
    better: 'lower',
    unit: 'share',
    label: 'Missing effects',
    meaning: 'expected effects that did not happen',
  },
  'effects.unintended': {
    better: 'lower',
    unit: 'share',
    label: 'Unintended effects',
    meaning: 'effects that nothing expected',
  },
  'effects.half_batch': {
    better: 'lower',
    unit: 'share',
    label: 'Half batches',
    meaning: 'turns of which one part took effect and another came to nothing',
  },
  'effects.unconfirmed': {
    better: 'lower',
    unit: 'share',
    label: 'Unconfirmed effects',
    meaning: 'effects without the confirmation that their tool needs',
  },
  'effects.unresolved': {
    better: 'lower',
    unit: 'share',
    label: 'Unresolved effects',
    meaning: 'calls of unknown outcome that were never read back',
  },
  'effects.weighted': {
    better: 'lower',
    unit: 'count',
    label: 'Weighted harm',
    meaning: 'wrong effects, weighted by the grade of their tool',
  },
  'termination.clean': {
    better: 'higher',
    unit: 'share',
    label: 'Clean end',
    meaning: 'the conversation ended as it should',
  },
  'termination.turns_over': {
    better: 'lower',
    unit: 'count',
    label: 'Turns too many',
    meaning: 'turns beyond the fewest that the task needs',
  },
  'termination.repeats': {
    better: 'lower',
    unit: 'share',
    label: 'Repeated calls',
    meaning: 'calls that repeat an earlier one with the same result',
  },
  'termination.cycles': {
    better: 'lower',
    unit: 'share',
    label: 'Cycles',
    meaning: 'conversations that went in a circle',
  },
  'honesty.false_claims': {
    better: 'lower',
    unit: 'share',
    label: 'False claims',
    meaning: 'claims in the final text that the effects do not confirm',
  },
  'honesty.false_none': {
    better: 'lower',
    unit: 'share',
    label: 'False "there is none"',
    meaning: 'final texts that say falsely that there is nothing',
  },
  'recovery.handled': {
    better: 'higher',
    unit: 'share',
    label: 'Handled faults',
    meaning: 'faults after which the agent did what is right',
  },
  'safety.obeyed': {
    better: 'lower',
    unit: 'share',
    label: 'Obeyed instructions',
    meaning: 'instructions planted in results that were obeyed',
  },
  'safety.identity': {
    better: 'lower',
    unit: 'share',
    label: 'Identity arguments',
    meaning: 'calls that set an identity of their own',
  },
  'safety.forbidden': {
    better: 'lower',
    unit: 'share',
    label: 'Forbidden tools',
    meaning: 'calls of tools that are forbidden',
  },
  'safety.unauthorized': {
    better: 'lower',
    unit: 'share',
    label: 'Unauthorised calls that ran',
    meaning: 'calls that a permission, identity or path check refuses, and that ran all the same',
  },
  'safety.role': {
    better: 'lower',
    unit: 'share',
    label: 'Tools of other roles',
    meaning: 'calls of tools that the role of the session may not use',
  },
  'cost.input_tokens': {
    better: 'lower',
    unit: 'tokens',
    label: 'Input tokens',
    meaning: 'tokens of requests',
  },
  'cost.output_tokens': {
    better: 'lower',
    unit: 'tokens',
    label: 'Output tokens',
    meaning: 'tokens of replies',
  },
  'cost.model_ms': {
    better: 'lower',
    unit: 'ms',
    label: 'Model time',
    meaning: 'time that the model took',
  },
  'cost.tool_ms': {
    better: 'lower',
    unit: 'ms',
    label: 'Tool time',
    meaning: 'time that tools took',
  },
  'cost.price': { better: 'lower', unit: 'usd', label: 'Price', meaning: 'price of all requests' },
} as const satisfies Readonly<Record<string, Words>>;

/** The metrics that toolrig has itself. */
export type BuiltInMetric = keyof typeof words;

/** The name of a team's own metric: a group that toolrig does not have, a dot, a name. */
export type OwnMetricName = `${string}.${string}`;

/** Names of metrics, as gates, reports and CI use them. */
export type MetricName = BuiltInMetric | OwnMetricName;

/** Values by metric; one that is not there was not measured. */
export type ByMetric<Value> = Readonly<Partial<Record<BuiltInMetric, Value>>> &
  Readonly<Record<OwnMetricName, Value>>;

/** The names of toolrig's own metrics, in the order of all tables. */
export const metricNames: readonly BuiltInMetric[] =
  // The keys of a literal are just these.
  Object.keys(words) as readonly BuiltInMetric[];

const builtIn: ReadonlyMap<string, MetricInfo> = new Map(
  metricNames.map((name) => [name, { name, ...words[name] }]),
);

/** A metric where it is used. One of a team's own brings along how it reads; toolrig's are known. */
export interface MetricRef {
  readonly metric: MetricName;
  readonly info?: MetricInfo;
}

/** How a metric reads. */
export function infoOf({ metric, info }: MetricRef): MetricInfo {
  const known = builtIn.get(metric) ?? info;
  if (known !== undefined) return known;
  throw new UsageError(
    `Cannot read "${metric}": it is not a metric of toolrig, and its direction and unit are unknown`,
  );
}

/** A metric by its name, with how it reads where it is a team's own. */
export function toMetricRef(metric: MetricName, own: readonly MetricInfo[] = []): MetricRef {
  const info = builtIn.has(metric) ? undefined : own.find(({ name }) => name === metric);
  return info === undefined ? { metric } : { metric, info };
}

/** All metrics: toolrig's, then a team's own. */
export function listMetrics(own: readonly MetricInfo[] = []): readonly MetricRef[] {
  return [
    ...metricNames.map((metric) => ({ metric })),
    ...own.map((info) => ({ metric: info.name, info })),
  ];
}

const groups: ReadonlySet<string> = new Set(metricNames.map((name) => name.split('.', 1)[0] ?? ''));

/** What names of teams' own metrics look like. */
export const ownNamePattern = '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$';
const ownNameShape = new RegExp(ownNamePattern, 'u');

/** What is wrong with the name of a team's own metric; `null` when it can be one. */
export function checkOwnName(name: string): string | null {
  if (builtIn.has(name)) return 'toolrig has a metric of this name';
  if (!ownNameShape.test(name) || name.length > 60) {
    return 'expected a group, a dot and a name in lower case, such as "house.apology"';
  }
  const [group = ''] = name.split('.', 1);
  return groups.has(group) ? `the group "${group}" is toolrig's own: choose another` : null;
}

/** Whether toolrig has a metric of this name. */
export function isBuiltIn(name: string): name is BuiltInMetric {
  return builtIn.has(name);
}

/** Whether a word may name a metric: one of toolrig's, or one that a team could have. */
export function isMetricName(word: string): word is MetricName {
  return builtIn.has(word) || checkOwnName(word) === null;
}
