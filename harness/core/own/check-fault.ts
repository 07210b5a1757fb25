import { isMetricName } from '../score/metric.ts';
import {
  checkDefinition,
  type FieldCheck,
  filledText,
  leftOut,
  oneOfWords,
  plainFunction,
  show,
} from './definition.ts';

/** What is wrong with the definition of a kind of fault; whether toolrig has one of its name, its catalogue says. */
export function checkFault(value: unknown): readonly string[] {
  return checkDefinition(value, {
    kind: checkKind,
    on: oneOfWords(['tool', 'model']),
    about: filledText,
    correct: filledText,
    phase: oneOfWords(['before', 'during', 'after']),
    trace: oneOfWords(['error', 'timeout', 'delay', 'reply', 'result']),
    costs: oneOfWords(['nothing', 'attempt', 'task']),
    decides: checkMetrics,
    check: leftOut(plainFunction),
    strike: plainFunction,
  });
}

const checkKind: FieldCheck = (kind) =>
  typeof kind === 'string' && /^[a-z][a-z0-9_]{2,39}$/u.test(kind)
    ? null
    : `expected a name in lower case, such as "house_stale_cache", found ${show(kind)}`;

const checkMetrics: FieldCheck = (metrics) => {
  if (!Array.isArray(metrics) || metrics.length === 0) {
    return `expected the names of one or more metrics, found ${show(metrics)}`;
  }
  const wrong = (metrics as readonly unknown[]).find(
    (metric) => typeof metric !== 'string' || !isMetricName(metric),
  );
  return wrong === undefined ? null : `${show(wrong)} is not a metric`;
};
