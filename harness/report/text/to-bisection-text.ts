import type { Bisection } from '../../compare/bisect/bisect-edits.ts';
import type { Culprit } from '../../compare/bisect/find-culprits.ts';
import { formatFigure, formatP, formatSigned } from '../../compare/judge/format-figure.ts';
import { infoOf, type MetricUnit } from '../../core/score/metric.ts';
import { layoutTable } from './layout-table.ts';
import { toLine } from './to-plain-text.ts';

/**
 * What `toolrig compare --bisect` prints: each toolset that was measured, the edits that do harm, and the number of
 * requests.
 */
export function toBisectionText(bisection: Bisection): string {
  const { suite, baseline, candidate, metric, edits, measurements } = bisection;
  const { unit } = infoOf(bisection);
  const rows = measurements.map((measurement) => [
    nameSet(
      measurement.edits,
      edits.map((edit) => edit.id),
    ),
    formatSigned(measurement.gain, unit),
    String(measurement.worse.length),
    String(measurement.requests),
  ]);
  const lines = [
    `suite ${suite} · ${baseline} -> ${candidate} · which edit changed ${metric}`,
    '',
    ...layoutTable([
      ['edits', unit === 'share' ? 'points' : 'change', 'worse', 'requests'],
      ...rows,
    ]),
    '',
    ...toFindings(bisection),
    `${bisection.requests} model requests, the baseline included`,
  ];
  return `${lines.map(toLine).join('\n')}\n`;
}

/** Names a set of edits by its members or by the others, whichever is shorter. */
function nameSet(set: readonly string[], all: readonly string[]): string {
  const out = all.filter((edit) => !set.includes(edit));
  if (out.length === 0) return `all ${all.length} edits`;
  return out.length < set.length ? `all but ${out.join(', ')}` : set.join(' + ');
}

function toFindings(bisection: Bisection): readonly string[] {
  const { culprits, total, edits } = bisection;
  const { unit } = infoOf(bisection);
  if (culprits.length === 0) {
    return [
      `all ${edits.length} edits together: ${toGain(total, unit)}, and no scenario got worse: there is no harmful edit to find`,
    ];
  }
  const { only } = bisection;
  const scope =
    only === undefined
      ? []
      : [
          `all ${edits.length} edits together: ${toGain(total, unit)}, yet ${only.length} ${only.length === 1 ? 'scenario' : 'scenarios'} got worse (${only.join(', ')}); what follows is of ${only.length === 1 ? 'this one' : 'these'} only`,
        ];
  const harmful = culprits.map((culprit) => {
    const name = culprit.edits.join(' together with ');
    return `harmful: ${name}: alone ${toGain(culprit.alone, unit)}${toCertainty(culprit, unit)}${toRest(culprit, unit)}${culprit.worse.length === 0 ? '' : `; worse: ${culprit.worse.join(', ')}`}`;
  });
  return [...scope, ...harmful];
}

function toCertainty({ certainty }: Culprit, unit: MetricUnit): string {
  if (certainty === undefined) return '';
  const { low, high, p, clusters, certain } = certainty;
  const parts = [
    low === null || high === null
      ? null
      : `95 % interval ${formatSigned(low, unit)} to ${formatSigned(high, unit)}`,
    p === null ? null : `p ${formatP(p)}`,
    `${clusters} ${clusters === 1 ? 'cluster' : 'clusters'}`,
    certain ? null : 'not certain',
  ];
  return ` (${parts.filter((part) => part !== null).join(', ')})`;
}

function toRest({ without }: Culprit, unit: MetricUnit): string {
  return without === null ? '' : `, all others without it ${toGain(without, unit)}`;
}

function toGain(gain: number, unit: MetricUnit): string {
  return unit === 'share' ? `${formatSigned(gain, unit)} points` : formatFigure(gain, unit);
}
