import { describeNature } from '../text/describe-nature.ts';
import type { RunSummary } from '../../core/run.ts';
import type { ReportData } from '../report-data.ts';
import { html, type Html } from './html.ts';

const mostReasons = 3;

/** The top of the page: the verdict, its basis, and the nature of the models. */
export function toVerdictSection(report: ReportData): Html {
  const { verdict, suite, run, comparisons, gates } = report;
  return html`<header>
    <p class="crumb">toolrig report · suite <b>${suite}</b></p>
    <h1 class="verdict verdict-${verdict.toLowerCase()}">
      <span class="mark" aria-hidden="true">${marks[verdict]}</span> ${verdict}
      <small>exit code ${report.exitCode}</small>
    </h1>
    ${gates !== null && html`<p>${gates.verdict === report.verdict ? 'The gates decide' : 'Gates'}: ${gates.results.filter((gate) => gate.verdict === 'PASS').length} of ${gates.results.length} hold.</p>`}
    ${comparisons.map(({ baseline, candidate, verdict: own, sentence }) => html`<p class="banner"><b class="tag tag-${own.toLowerCase()}">${own}</b> <b>${baseline.name} → ${candidate.name}</b>: ${sentence}</p> `)}
    ${run !== null && toCounts(report)}
    ${listNatures(report).map((text) => html`<p class="nature">${text}</p> `)}
  </header> `;
}

const marks: Readonly<Record<ReportData['verdict'], string>> = {
  PASS: '✓',
  FAIL: '✗',
  REGRESSION: '▼',
  INCONCLUSIVE: '?',
  INVALID: '!',
};

function toCounts({ run }: ReportData): Html | null {
  if (run === null) return null;
  const { summary } = run;
  const { planned, passed, failed, invalid, skipped, faults } = summary;
  return html`<dl class="counts">
      ${[
        ['planned', planned],
        ['passed', passed],
        ['failed', failed],
        ['invalid', invalid],
        ['skipped', skipped],
      ].map(
        ([name, count]) =>
          html`<div class="count-${name ?? ''}">
            <dt>${name ?? ''}</dt>
            <dd>${count ?? ''}</dd>
          </div> `,
      )}
    </dl>
    ${faults.planned > 0 && html`<p>Faults: ${faults.planned} planned = ${faults.fired} struck + ${faults.unreachable} unreachable; ${faults.noticed} noticed, ${faults.handled} handled.</p>`}
    ${toReasons(summary.invalidReasons)} `;
}

/** The first few say what is wrong; a page of them would hide everything else. */
function toReasons(reasons: RunSummary['invalidReasons']): Html {
  const parts = reasons.map(
    ({ code, text, lanes }) =>
      html`<p class="banner">
        <b class="tag tag-invalid">${code}</b>
        <span class="text">${text}</span>${lanes.length > 0 && html` (${lanes.length} trials)`}
      </p>`,
  );
  const rest = parts.slice(mostReasons);
  return html`${parts.slice(0, mostReasons)}${
    rest.length > 0 &&
    html`<details>
      <summary>${rest.length} more reasons why it could not be measured</summary>
      ${rest}
    </details>`
  }`;
}

function listNatures({ run, comparisons }: ReportData): readonly string[] {
  const models = [
    ...(run?.variants.map(({ summary }) => summary) ?? []),
    ...comparisons.flatMap(({ baseline, candidate }) => [baseline, candidate]),
  ];
  return [...new Set(models.map(describeNature).filter((text) => text !== null))];
}
