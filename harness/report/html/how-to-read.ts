import { infoOf, listMetrics, type MetricInfo } from '../../core/score/metric.ts';
import type { ReportData } from '../report-data.ts';
import { html, type Html } from './html.ts';

/**
 * What the words, marks and charts of the page mean, and the definition of each metric that it shows, so that a reader
 * needs nothing else.
 */
export function toHowToRead(report: ReportData): Html {
  const { run, comparisons, gates } = report;
  const words = [
    ...verdictWords,
    ...(run === null ? [] : runWords),
    ...(comparisons.length === 0 ? [] : comparisonWords),
    ...(gates === null ? [] : gateWords),
  ];
  const metrics = listShown(report);
  return html`<section id="how-to-read">
    <h2>How to read this report</h2>
    <dl class="terms">${words.map(([term, text]) => toTerm(term, text))}</dl>
    ${
      metrics.length > 0 &&
      html`<h3>Metrics</h3>
        <dl class="terms">${metrics.map(toDefinition)}</dl>`
    }
  </section> `;
}

type Term = readonly [term: string, text: string];

const verdictWords: readonly Term[] = [
  ['PASS', 'exit code 0: everything that decides was measured, and holds'],
  ['FAIL', 'exit code 1: a trial did not do what its scenario requires, or a gate does not hold'],
  [
    'REGRESSION',
    'exit code 1: a candidate is worse than its baseline by more than chance explains',
  ],
  [
    'INCONCLUSIVE',
    'exit code 3: too few scenarios to say so; more scenarios help, not more repeats',
  ],
  [
    'INVALID',
    'exit code 4: something could not be measured, by an error of the rig, a recording or the line; it never lowers a score',
  ],
];

const runWords: readonly Term[] = [
  [
    'trial',
    'one conversation: a scenario with one variant, under one fault plan, at one attempt (r1, r2, ...)',
  ],
  ['variant', 'a model with a set of tools, a loop and its settings'],
  [
    '95 % interval',
    'the range in which the mean would lie for other scenarios of the same kind; scenarios that belong together count once',
  ],
  ['n/a', 'nothing was there to judge; it counts neither as 0 nor as 1'],
  ['reason', 'what was lost, by its code, with the event of the transcript that shows it'],
  [
    'faults',
    'planned = struck + unreachable; noticed: the agent could see it; handled: it ended as a fault of this kind should',
  ],
  [
    'Confusion',
    'a row is the tool that was expected, a column the one that was called; what is off the diagonal was mistaken',
  ],
  ['time line', 'one trial in virtual time: model, tool calls, waits, faults and effects'],
];

const comparisonWords: readonly Term[] = [
  [
    'difference',
    'candidate minus baseline over the scenarios that both have, paired; the bar is its 95 % interval',
  ],
  ['margin', 'the loss that does not matter yet: an interval inside it is no regression'],
  [
    'flip',
    'a scenario that succeeds on one side and not on the other; ▼ became worse, ▲ became better',
  ],
];

const gateWords: readonly Term[] = [
  [
    'gate',
    'a rule of the project that decides, such as a limit or a margin to the accepted baseline',
  ],
];

/** Every metric with a figure on the page, in the usual order; a team's own at the end. */
function listShown({ run, comparisons }: ReportData): readonly MetricInfo[] {
  const figures = [
    ...(run?.variants.flatMap((variant) => variant.figures) ?? []),
    ...comparisons.flatMap(({ metrics }) => metrics),
  ];
  const shown = new Map(figures.map((figure) => [figure.metric, infoOf(figure)]));
  const usual = listMetrics().flatMap(({ metric }) => shown.get(metric) ?? []);
  return [...usual, ...[...shown.values()].filter((info) => !usual.includes(info))];
}

function toDefinition({ name, label, meaning, unit, better }: MetricInfo): Html {
  const way = better === 'higher' ? 'more is better' : 'less is better';
  return html`<div id="about-${name}">
    <dt>${name}</dt>
    <dd>${label}: ${meaning} <small>(${unit}, ${way})</small></dd>
  </div> `;
}

function toTerm(term: string, text: string): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${text}</dd>
  </div> `;
}
