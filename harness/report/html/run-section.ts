import { infoOf, type MetricRef, type MetricName } from '../../core/score/metric.ts';
import { formatValue } from '../../compare/judge/format-figure.ts';
import type { RunReport, VariantReport } from '../report-data.ts';
import { toValueForest } from '../text/to-forest.ts';
import { toConfusionHeat, toFaultHeat } from '../text/to-heat.ts';
import { toSuccessTable } from '../to-success-table.ts';
import { toDiagnosisSection } from './diagnosis-section.ts';
import { toForestSvg } from './forest-svg.ts';
import { toHeatTable } from './heat-table.ts';
import { html, type Html } from './html.ts';
import { toToolsetNotes } from './toolset-notes.ts';
import { linkConfusion, linkFault, toMetricLink } from './table-links.ts';

/** What a run measured: faults by variant, metrics of each variant, confusion of each variant. */
export function toRunSection(run: RunReport, hasTrials: boolean): Html {
  const { variants } = run;
  const faults = toFaultHeat(variants);
  const forest = toValueForest(variants);
  const all = variants.flatMap(({ confusion }) => confusion);
  const confusions = variants.map(({ name, confusion }) => {
    const heat = toConfusionHeat(`${name}: expected and called tools`, confusion, all);
    return heat && toHeatTable(heat, hasTrials ? linkConfusion(name) : undefined);
  });
  return html`${toToolsetNotes(run)}${toDiagnosisSection(variants, hasTrials)}${
    faults !== null &&
    html`<section id="faults">
      <h2>Faults</h2>
      ${toHeatTable(faults, hasTrials ? linkFault : undefined)}
    </section>`
  }
  ${
    forest !== null &&
    html`<section id="metrics">
      <h2>Metrics</h2>
      <details>
        <summary>Picture: means over scenarios with their intervals</summary>
        ${toForestSvg(forest)}
      </details>
      ${toMetricTable(variants, hasTrials)} ${toSuccess(variants)}
    </section> `
  }${
    confusions.some((heat) => heat !== null) &&
    html`<section id="confusion">
      <h2>Confusion</h2>
      <div class="columns">${confusions}</div>
    </section> `
  }`;
}

function toSuccess(variants: readonly VariantReport[]): Html | null {
  const table = toSuccessTable(variants);
  // Their tables of metrics name both means already.
  if (table === null || !table.hasAttempts) return null;
  const [head = [], ...rows] = table.rows;
  return html`<div class="scroll">
    <table class="figures">
      <caption>
        ${table.note}
      </caption>
      <thead>
        <tr>
          ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name = '', ...cells]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function toMetricTable(variants: readonly VariantReport[], hasTrials: boolean): Html {
  const names = [...new Set(variants.flatMap(({ figures }) => figures.map((own) => own.metric)))];
  const judged = names.filter((name) => variants.some((own) => isJudged(own, name)));
  const mute = names.filter((name) => !judged.includes(name));
  return html`<div class="scroll">
      <table class="figures">
        <caption>
          Mean over scenarios with its 95 % interval, mean over trials, trials judged. Nothing
          judged is n/a, never 0 or 1.
        </caption>
        <thead>
          <tr>
            <th scope="col">metric</th>
            ${variants.map(({ name }) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${judged.map(
            (name) =>
              html`<tr>
                <th scope="row">
                  ${hasTrials ? toMetricLink(name) : name}${toMeaning(refOf(variants, name))}
                </th>
                ${variants.map((own) => toCell(own, name))}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    ${mute.length > 0 && html`<p class="note">Nothing to judge: ${mute.join(', ')}.</p>`} `;
}

/** What a metric says, in one sentence. */
function toMeaning(ref: MetricRef): Html {
  const { meaning, better } = infoOf(ref);
  return html`<br /><small>${meaning}${better === 'lower' && '; less is better'}</small>`;
}

/** The figure of a metric in any variant. */
function refOf(variants: readonly VariantReport[], name: MetricName): MetricRef {
  const figures = variants.flatMap((variant) => variant.figures);
  return figures.find(({ metric }) => metric === name) ?? { metric: name };
}

function isJudged({ figures }: VariantReport, name: MetricName): boolean {
  return (figures.find(({ metric }) => metric === name)?.judged ?? 0) > 0;
}

function toCell({ figures, summary }: VariantReport, name: MetricName): Html {
  const figure = figures.find(({ metric }) => metric === name);
  if (figure === undefined || figure.judged === 0) return html`<td>n/a</td>`;
  const { unit } = infoOf(figure);
  const { value, low, high } = figure.estimate;
  const interval =
    low === null || high === null
      ? 'no interval'
      : `${formatValue(low, unit)} to ${formatValue(high, unit)}`;
  return html`<td>
    ${formatValue(value, unit)}
    <small
      >${interval}<br />trials ${formatValue(summary.scores[name]?.value ?? null, unit)},
      ${figure.judged} judged</small
    >
  </td>`;
}
