import { columns, frameworks, kindOf } from './framework-columns.ts';
import type { FrameworkTrial } from './read-framework-run.ts';

/** Frameworks of which a kind of `standard` was not tried, or struck nowhere, as `<variant>: <kind>`. */
export function findUnstruck(trials: readonly FrameworkTrial[]): readonly string[] {
  return Object.keys(frameworks).flatMap((variant) =>
    columns.flatMap((kind) => {
      const own = trials.filter(
        ({ record: { lane } }) => lane.variant === variant && kindOf(lane.plan) === kind,
      );
      const isStruck =
        own.length > 0 &&
        own.every(({ record }) => record.events.some(({ type }) => type === 'fault'));
      return isStruck ? [] : [`${variant}: ${kind}`];
    }),
  );
}
