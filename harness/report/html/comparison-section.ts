import type { Comparison, CountPair, Flip, MetricComparison } from '../../compare/comparison.ts';
import { infoOf } from '../../core/score/metric.ts';
import { formatDifference, formatP, formatValue } from '../../compare/judge/format-figure.ts';
import { toFragment } from '../page/route.ts';
import { toDifferenceForest } from '../text/to-forest.ts';
import { toAllCounts, toConfusionHeat, toSideCounts } from '../text/to-heat.ts';
import { toIntervalText } from '../text/to-interval-text.ts';
import { markLegend, toMark } from '../text/to-mark.ts';
import { toMetricWord } from '../text/to-metric-word.ts';
import { toForestSvg } from './forest-svg.ts';
import { toHeatTable } from './heat-table.ts';
import { html, type Html } from './html.ts';
import { linkConfusion, toMetricLink } from './table-links.ts';
import { toToolChanges } from './tool-changes.ts';

/** Where a comparison is on the page, and what it may refer to. */
export interface ComparisonPlace {
  readonly place: number;
  /** What the user says, by scenario. */
  readonly prompts: ReadonlyMap<string, string>;
  /** The page has the trials as well, so figures lead to them. */
  readonly hasTrials: boolean;
}

/** One comparison: verdict, forest plot, figures, what flipped, which texts changed, confusion of both sides. */
export function toComparisonSection(
  comparison: Comparison,
  { place, prompts, hasTrials }: ComparisonPlace,
): Html {
  const { baseline, candidate, verdict, coverage, toolChanges, invalidReasons } = comparison;
  const forest = toDifferenceForest(comparison);
  return html`<section id="comparison-${place}">
    <h2>
      ${baseline.name} → ${candidate.name}:
      <span class="tag tag-${verdict.toLowerCase()}">${verdict}</span>
    </h2>

    <p class="note">
      ${coverage.pairedTrials} paired trials in ${coverage.clusters} clusters; left out:
      ${coverage.onlyBaseline} only in the baseline, ${coverage.onlyCandidate} only in the
      candidate, ${coverage.invalid} not measured on both sides. Baseline: model ${baseline.model},
      toolset ${baseline.toolset}, loop ${baseline.loop}. Candidate: model ${candidate.model},
      toolset ${candidate.toolset}, loop ${candidate.loop}.
    </p>
    ${(comparison.notes ?? []).map(({ toolset, note }) => html`<p class="note">Toolset ${toolset}: ${note}</p> `)}
    ${invalidReasons.map(({ code, text }) => html`<p class="banner"><b class="tag tag-invalid">${code}</b> ${text}</p> `)}
    ${forest !== null && toForestSvg(forest)} ${toMetricTable(comparison.metrics, hasTrials)}
    ${toTrialMeans(comparison.metrics)} ${toAdvice(comparison.metrics)} ${toTools(comparison)}
    ${toolChanges.length > 0 && toToolChanges(comparison, prompts)}
    ${toFlips(comparison, hasTrials)} ${toConfusions(comparison, hasTrials)}
    <div class="columns">
      ${toCounts('end reasons', comparison.endReasons)}${toCounts('argument errors', comparison.argumentErrors)}${toRecovery(comparison)}${toReliability(comparison)}
    </div>
  </section> `;
}

function toMetricTable(metrics: readonly MetricComparison[], hasTrials: boolean): Html {
  return html`<div class="scroll">
    <table class="figures">
      <caption>
        ${markLegend}
      </caption>
      <thead>
        <tr>
          <th scope="col">metric</th>
          <th scope="col">baseline</th>
          <th scope="col">candidate</th>
          <th scope="col">difference</th>
          <th scope="col">95 % interval</th>
          <th scope="col">p</th>
          <th scope="col">clusters</th>
          <th scope="col">verdict</th>
        </tr>
      </thead>
      <tbody>
        ${metrics.filter((row) => row.gated || row.clusters > 0).map((row) => toMetricRow(row, hasTrials))}
      </tbody>
    </table>
  </div> `;
}

function toMetricRow(row: MetricComparison, hasTrials: boolean): Html {
  const { metric, gated, baseline, candidate, difference, clusters, clustersPlanned } = row;
  const { unit, better } = infoOf(row);
  const p = row.adjustedP ?? row.p;
  const isJudged = gated && clusters > 0;
  return html`<tr${gated && html` class="gated"`}><th scope="row">${hasTrials ? toMetricLink(metric) : metric}${toMark(row)}${better === 'lower' && html` <small>less is better</small>`}</th><td>${formatValue(baseline.value, unit)}</td><td>${formatValue(candidate.value, unit)}</td><td>${formatDifference(difference.value, unit)}</td><td>${toIntervalText(row)}</td><td>${p === null ? 'n/a' : formatP(p)}</td><td>${clusters} of ${clustersPlanned}</td><td>${isJudged ? html`<b class="tag tag-${row.verdict.toLowerCase()}">${row.verdict}</b>` : toMetricWord(row)}</td></tr>
`;
}

/** Where two means differ, both are named. */
function toTrialMeans(metrics: readonly MetricComparison[]): Html | null {
  const told = metrics.filter((row) => row.trialMeans !== undefined);
  if (told.length === 0) return null;
  const toText = (row: MetricComparison): string => {
    const { metric, trialMeans } = row;
    const { unit } = infoOf(row);
    return `${metric} ${formatValue(trialMeans?.baseline ?? null, unit)} → ${formatValue(trialMeans?.candidate ?? null, unit)}`;
  };
  return html`<p class="note">
    The table gives means over clusters. Plain means over trials, where they differ:
    ${told.map(toText).join(', ')}.
  </p> `;
}

/** Lists the tools whose recall moved, each with its own verdict. */
function toTools({ tools = [] }: Comparison): Html | null {
  const moved = tools.filter((tool) => tool.worse + tool.better > 0);
  if (moved.length === 0) return null;
  return html`<p>Tools, each by itself (p adjusted over all of them):</p>
    <ul>
      ${moved.map(
        ({ verdict, blocks, sentence }) =>
          html`<li>
            ${blocks ? html`<b class="tag tag-${verdict.toLowerCase()}">${verdict}</b>` : 'noted:'}
            ${sentence}
          </li>`,
      )}
    </ul> `;
}

function toAdvice(metrics: readonly MetricComparison[]): Html | null {
  const told = metrics.filter((row) => row.gated && row.advice !== null);
  if (told.length === 0) return null;
  return html`<p>What would decide it:</p>
    <ul>
      ${told.map(({ metric, advice }) => html`<li>${metric}: ${advice}</li>`)}
    </ul> `;
}

function toFlips({ flips, baseline, candidate }: Comparison, hasTrials: boolean): Html {
  if (flips.length === 0) return html`<p>No scenario flipped.</p>`;
  const worse = flips.filter((flip) => flip.direction === 'worse');
  const better = flips.filter((flip) => flip.direction === 'better');
  return html`<details>
    <summary>
      Flipped: ${worse.length} worse, ${better.length} better, each with the event at which the two
      sides diverge
    </summary>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">scenario</th>
            <th scope="col">success</th>
            <th scope="col">baseline did</th>
            <th scope="col">candidate did</th>
            <th scope="col">why the worse side failed</th>
          </tr>
        </thead>
        <tbody>
          ${[...worse, ...better].map((flip) => toFlip(flip, hasTrials ? [baseline.name, candidate.name] : null))}
        </tbody>
      </table>
    </div>
  </details> `;
}

/** @param sides - the two variants, where their trials are on the page. */
function toFlip(flip: Flip, sides: readonly [string, string] | null): Html {
  const { scenario, plan, direction, baseline, candidate, divergence, reasons } = flip;
  return html`<tr>
    <th scope="row">
      ${sides === null ? scenario : toPairLink(flip, sides)}${plan !== 'none' && html`<br /><small>under ${plan}</small>`}
    </th>
    <td class="flip-${direction}">
      ${direction === 'worse' ? '▼' : '▲'} ${formatValue(baseline, 'share')} →
      ${formatValue(candidate, 'share')}
    </td>
    ${
      divergence === null
        ? html`<td colspan="2">n/a</td>`
        : html`<td class="text"><small>event ${divergence.event}</small> ${divergence.baseline}</td>
            <td class="text">${divergence.candidate}</td>`
    }
    <td class="text">${reasons.join('\n')}</td>
  </tr> `;
}

/** Opens both trials of a flip side by side. */
function toPairLink(
  { scenario, plan, repeat = 1 }: Flip,
  [baseline, candidate]: readonly [string, string],
): Html {
  const [left, right] = [baseline, candidate].map((variant) => ({
    scenario,
    plan,
    repeat,
    variant,
  }));
  if (left === undefined || right === undefined) return html`${scenario}`;
  return html`<a href="${toFragment({ view: 'pair', left, right })}">${scenario}</a>`;
}

function toConfusions(comparison: Comparison, hasTrials: boolean): Html | null {
  const heats = (['baseline', 'candidate'] as const).map((side) => {
    const { name } = comparison[side];
    const heat = toConfusionHeat(
      `${name}: expected and called tools`,
      toSideCounts(comparison, side),
      toAllCounts(comparison),
    );
    return heat && toHeatTable(heat, hasTrials ? linkConfusion(name) : undefined);
  });
  if (heats.every((heat) => heat === null)) return null;
  return html`<div class="columns">${heats}</div> `;
}

function toCounts(title: string, counts: readonly CountPair[]): Html | null {
  if (counts.length === 0) return null;
  return html`<div class="scroll">
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">${title}</th>
          <th scope="col">baseline</th>
          <th scope="col">candidate</th>
        </tr>
      </thead>
      <tbody>
        ${counts.map(
          ({ name, baseline, candidate }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${baseline}</td>
              <td>${candidate}</td>
            </tr> `,
        )}
      </tbody>
    </table>
   `;
}

function toRecovery({ recovery }: Comparison): Html | null {
  if (recovery.length === 0) return null;
  return html`<table class="figures">
    <thead>
      <tr>
        <th scope="col">recovery from</th>
        <th scope="col">baseline</th>
        <th scope="col">candidate</th>
      </tr>
    </thead>
    <tbody>
      ${recovery.map(
        ({ kind, baseline, candidate }) =>
          html`<tr>
            <th scope="row">${kind}</th>
            <td>${formatValue(baseline.value, 'share')}</td>
            <td>${formatValue(candidate.value, 'share')}</td>
          </tr> `,
      )}
    </tbody>
  </table> `;
}

function toReliability({ reliability = [] }: Comparison): Html | null {
  if (reliability.length === 0) return null;
  const toPair = ({ baseline, candidate }: { baseline: number; candidate: number }): string =>
    `${formatValue(baseline, 'share')} → ${formatValue(candidate, 'share')}`;
  return html`<table class="figures">
    <thead>
      <tr>
        <th scope="col">of k attempts</th>
        <th scope="col">all succeed</th>
        <th scope="col">one succeeds</th>
      </tr>
    </thead>
    <tbody>
      ${reliability.map(
        ({ k, all, any }) =>
          html`<tr>
            <th scope="row">${k}</th>
            <td>${toPair(all)}</td>
            <td>${toPair(any)}</td>
          </tr>`,
      )}
    </tbody>
  </table></div>`;
}
