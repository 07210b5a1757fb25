import type { Comparison } from '../../compare/comparison.ts';
import type { CaseResult, RunReport, ScenarioInfo } from '../report-data.ts';
import { toCaseReasons, toCaseVerdict } from '../text/to-case-verdict.ts';
import { toTrialKey } from './choose-trials.ts';
import { html, type Html } from './html.ts';

/** Every scenario under every plan: how each variant came out, what flipped, with links to the trials on this page. */
export function toScenarioSection(
  run: RunReport,
  comparisons: readonly Comparison[],
  anchors: ReadonlyMap<string, string>,
): Html {
  const names = run.variants.map(({ name }) => name);
  const rows = groupRows(run.cases);
  const flips = new Set(
    comparisons.flatMap(({ flips: own }) =>
      own.map(({ scenario, plan, direction }) => JSON.stringify([scenario, plan, direction])),
    ),
  );
  return html`<section id="scenarios">
    <h2>Scenarios</h2>
    <form class="filter" hidden>
      <label
        >Show rows with
        <input type="search" data-filter="scenario-rows" placeholder="scenario, plan or reason"
      /></label>
      <label
        ><input type="checkbox" data-filter="scenario-rows" data-mark="bad" /> only failed or not
        measured</label
      >
      <label
        ><input type="checkbox" data-filter="scenario-rows" data-mark="flip" /> only flipped</label
      >
      <output data-count="scenario-rows"></output>
    </form>
    <div class="scroll">
      <table class="scenarios">
        <thead>
          <tr>
            <th scope="col">scenario</th>
            <th scope="col">plan</th>
            ${names.map((name) => html`<th scope="col">${name}</th>`)}
            <th scope="col">flip</th>
            <th scope="col">why</th>
          </tr>
        </thead>
        <tbody id="scenario-rows">
          ${rows.map((row) => toRow(row, { names, flips, anchors, scenarios: run.scenarios }))}
        </tbody>
      </table>
    </div>
  </section> `;
}

interface CaseRow {
  readonly scenario: string;
  readonly plan: string;
  readonly cases: CaseResult[];
}

function groupRows(cases: readonly CaseResult[]): readonly CaseRow[] {
  const rows = new Map<string, CaseRow>();
  for (const item of cases) {
    const key = JSON.stringify([item.scenario, item.plan]);
    const row = rows.get(key) ?? { scenario: item.scenario, plan: item.plan, cases: [] };
    rows.set(key, row);
    row.cases.push(item);
  }
  return [...rows.values()];
}

function toRow(
  { scenario, plan, cases }: CaseRow,
  context: {
    readonly names: readonly string[];
    readonly flips: ReadonlySet<string>;
    readonly anchors: ReadonlyMap<string, string>;
    readonly scenarios: readonly ScenarioInfo[];
  },
): Html {
  const { names, flips, anchors, scenarios } = context;
  const ways = (['worse', 'better'] as const).filter((way) =>
    flips.has(JSON.stringify([scenario, plan, way])),
  );
  const bad = cases.filter((item) => ['failed', 'invalid'].includes(toCaseVerdict(item)));
  const info = scenarios.find(({ id }) => id === scenario);
  const marks = [...(bad.length > 0 ? ['bad'] : []), ...(ways.length > 0 ? ['flip'] : [])];
  const isClean = plan === 'none';
  return html`<tr data-marks="${marks.join(' ')}">
    <th scope="row">
      ${scenario}${isClean && info !== undefined && html`<br /><small class="text">${info.turns.join(' · ')}</small>`}
    </th>
    <td>${isClean ? 'no fault' : plan}</td>
    ${names.map((name) =>
      toCell(
        cases.find((item) => item.variant === name),
        anchors,
      ),
    )}
    <td>
      ${ways.map((way) => html`<span class="flip-${way}">${way === 'worse' ? '▼' : '▲'} ${way}</span> `)}
    </td>
    <td class="why">
      ${bad.map((item) => html`<p class="text">${names.length > 1 && html`<b>${item.variant}</b>: `}${toCaseReasons(item).slice(0, 4).join('; ')}</p>`)}
    </td>
  </tr> `;
}

function toCell(item: CaseResult | undefined, anchors: ReadonlyMap<string, string>): Html {
  if (item === undefined) return html`<td>–</td>`;
  const verdict = toCaseVerdict(item);
  const good = item.attempts.filter((attempt) => attempt.verdict === 'passed').length;
  const count = item.attempts.length === 1 ? '' : ` ${good}/${item.attempts.length}`;
  const expected = item.attempts.find((attempt) => attempt.expectFail !== null)?.expectFail ?? null;
  const text = html`<span class="state state-${verdict}">${signs[verdict]} ${verdict}${count}</span
    >${expected !== null && html` <small>expected to fail: ${expected}</small>`}`;
  const first = item.attempts.find((attempt) => attempt.verdict === verdict)?.repeat ?? 1;
  const anchor = anchors.get(toTrialKey(item, first));
  return anchor === undefined
    ? html`<td>${text}</td>`
    : html`<td><a href="#${anchor}">${text}</a></td>`;
}

const signs = { passed: '✓', failed: '✗', invalid: '!', skipped: '·' } as const;
