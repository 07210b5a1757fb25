import type { FaultInjection } from '../../core/suite/fault.ts';
import type { Suite, Variant } from '../../core/suite/suite.ts';
import { type Sweep, toValueWord } from '../../core/sweep.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { JsonValue } from '../../json/json.ts';
import type { CheckInjection } from '../check/check-faults.ts';
import { readSweepWord, readValue, type SweepWish } from './read-sweep-word.ts';
import { setSetting } from './set-setting.ts';

/** A suite with a variant for each value of a sweep. */
export interface SweptSuite {
  readonly suite: Suite;
  readonly sweeps: readonly Sweep[];
}

/**
 * Makes a variant for each value of a sweep (`loop.guards.maxTurns=2,4,8`) from each of the variants that are given. They run
 * the scenarios of the variant that they are made from, and are answered by its recordings.
 *
 * @throws UsageError when the word cannot be read, or names what the suite does not have.
 */
export function sweepSuite(
  suite: Suite,
  word: string,
  by: { readonly bases: readonly Variant[]; readonly checkInjection: CheckInjection },
): SweptSuite {
  const wish = readSweepWord(word);
  const made = by.bases.map((base) => {
    refuseOwnLoop(base, wish);
    return { base, points: wish.texts.map((text) => toPoint(base, wish, { ...by, text })) };
  });
  const madeOf = (name: string): readonly string[] =>
    made.flatMap(({ base, points }) =>
      base.name === name ? points.map(({ variant }) => variant.name) : [],
    );
  return {
    suite: {
      ...suite,
      variants: [
        ...suite.variants,
        ...made.flatMap(({ points }) => points.map(({ variant }) => variant)),
      ],
      scenarios: suite.scenarios.map((scenario) =>
        scenario.variants === null
          ? scenario
          : { ...scenario, variants: [...scenario.variants, ...scenario.variants.flatMap(madeOf)] },
      ),
    },
    sweeps: made.map(({ base, points }) => ({
      path: wish.path,
      base: base.name,
      own: points[0]?.own ?? null,
      points: points.map(({ value, variant }) => ({ value, variant: variant.name })),
    })),
  };
}

interface MadePoint {
  readonly variant: Variant;
  readonly value: JsonValue;
  readonly own: JsonValue;
}

interface PointParts {
  readonly checkInjection: CheckInjection;
  readonly text: string;
}

function toPoint(base: Variant, wish: SweepWish, parts: PointParts): MadePoint {
  const { change, value, own } = toChange(base, wish, parts);
  const name = `${base.name}:${wish.steps.at(-1) ?? ''}=${toValueWord(value)}`;
  const recordedAs = base.recordedAs ?? base.name;
  return { variant: { ...base, ...change, name, recordedAs, isDefault: false }, value, own };
}

interface Change {
  readonly change: Partial<Variant>;
  readonly value: JsonValue;
  readonly own: JsonValue;
}

function toChange(base: Variant, wish: SweepWish, parts: PointParts): Change {
  const { steps, path } = wish;
  if (wish.of === 'loop') {
    const { settings, value, own } = setSetting(base.settings, wish, parts.text);
    return { change: { settings }, value, own };
  }
  const value = readValue(parts.text, false);
  const [first = '', second, ...more] = steps;
  if (wish.of === 'params') {
    if (second !== undefined) {
      throw new UsageError(
        `Cannot sweep "${path}": expected one parameter of the request, such as params.temperature`,
      );
    }
    const own = base.params[first];
    return {
      change: { params: { ...base.params, [first]: value } },
      value,
      own: own ?? null,
    };
  }
  if (second === undefined || more.length > 0) {
    throw new UsageError(
      `Cannot sweep "${path}": expected a kind of fault and its parameter, such as fault.slow_tool.delayMs`,
    );
  }
  checkFault({ kind: first, [second]: value }, { ...parts, path, parameter: second });
  return { change: { faultChange: { kind: first, parameter: second, value } }, value, own: null };
}

function checkFault(
  inject: FaultInjection,
  {
    checkInjection,
    path,
    text,
    parameter,
  }: PointParts & { readonly path: string; readonly parameter: string },
): void {
  const fields = ['inject.kind', `inject.${parameter}`];
  const problems = (['model', 'tool'] as const).map((on) =>
    checkInjection(inject, on).filter(({ field }) => fields.includes(field)),
  );
  if (problems.some((found) => found.length === 0)) return;
  const worst = problems.flat().find(({ field }) => field !== 'inject.kind') ?? problems.flat()[0];
  throw new UsageError(
    `Cannot sweep "${path}" over "${text}": ${worst?.field.replace('inject.', '') ?? 'it'} is ${JSON.stringify(worst?.found ?? null)}, expected ${worst?.expected ?? 'another'}`,
  );
}

/** Guards that the boundaries hold for any agent. */
const forAnyAgent: readonly string[] = [
  'calls',
  'callsPerMinute',
  'toolTimeoutMs',
  'modelTimeoutMs',
  'deadlineMs',
];

/** An agent of the user's own has a loop of its own, so a sweep of the reference loop's settings would change nothing. */
function refuseOwnLoop({ name, agent }: Variant, { of, path, steps }: SweepWish): void {
  if (of !== 'loop' || agent === null) return;
  if (steps[0] === 'guards' && forAnyAgent.includes(steps[1] ?? '')) return;
  throw new UsageError(
    `Cannot sweep "${path}": variant "${name}" has an agent of its own, which the settings of the reference loop do not change`,
  );
}
