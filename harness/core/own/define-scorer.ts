import { checkOwnName, metricDirections, metricUnits } from '../score/metric.ts';
import {
  checkDefinition,
  filledText,
  oneOfWords,
  plainFunction,
  refuseProblems,
  show,
} from './definition.ts';
import type { OwnScorer } from './own-scorer.ts';

/**
 * Defines a metric of one's own with the pure function that gives it. It is reported, gated and compared as toolrig's own
 * metrics are; it does not change whether a trial passes.
 *
 * @throws UsageError when a field is missing or wrong, or the name is one of toolrig's.
 */
export function defineScorer(scorer: OwnScorer): OwnScorer {
  refuseProblems('scorer', scorer.name, checkScorer(scorer));
  return Object.freeze({ ...scorer });
}

/** The error of the definition of a scorer. */
export function checkScorer(value: unknown): readonly string[] {
  return checkDefinition(value, {
    name: (name) =>
      typeof name === 'string' ? checkOwnName(name) : `expected a text, found ${show(name)}`,
    label: filledText,
    better: oneOfWords(metricDirections),
    unit: oneOfWords(metricUnits),
    meaning: filledText,
    score: plainFunction,
  });
}
