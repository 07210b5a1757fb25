import type { MetricName } from '../../core/score/metric.ts';
import { toTableLink } from '../page/route.ts';
import { noCall, noFault } from '../text/to-heat.ts';
import type { CellLink } from './heat-table.ts';
import { html, type Html, type HtmlValue } from './html.ts';

/** A cell of a confusion matrix leads to the scenarios where that call was made in that place. */
export function linkConfusion(variant: string): CellLink {
  const toTool = (label: string): string => (label === noCall ? '' : label);
  return (expected, called) =>
    toTableLink({ variant, confused: { expected: toTool(expected), called: toTool(called) } });
}

/** A cell of faults by variants leads to the trials that the fault struck. */
export const linkFault: CellLink = (fault, variant) =>
  fault === noFault ? null : toTableLink({ variant, fault });

/** The name of a metric leads to the scenarios that lost something on it, or differ in it. */
export function toMetricLink(metric: MetricName, content: HtmlValue = metric): Html {
  return html`<a href="${toTableLink({ metric, columns: [metric] })}">${content}</a>`;
}
