import type { Counted, Diagnosis, Place, Trouble } from '../../diagnosis/diagnosis.ts';
import { toFragment } from '../page/route.ts';
import type { VariantReport } from '../report-data.ts';
import { toPlaceText } from '../text/diagnosis/to-diagnosis-text.ts';
import { html, type Html } from './html.ts';
import { toUsageTable } from './usage-table.ts';

/** What went wrong, what it likely comes from, and the turns that show it; then where calls were caught, and how results came out. */
export function toDiagnosisSection(
  variants: readonly VariantReport[],
  hasTrials: boolean,
): Html | null {
  const known = variants.filter(({ diagnosis }) => diagnosis.calls > 0);
  if (known.length === 0) return null;
  return html`<section id="diagnosis">
    <h2>Diagnosis</h2>
    ${known.map(
      ({ name, diagnosis }) =>
        html`<h3>${name}</h3>
          ${toTroubleTable(diagnosis.trouble, hasTrials)}
          <div class="columns">
            ${toCounts(`caught by, of ${diagnosis.calls} calls`, diagnosis.caughtBy)}
            ${toCounts('results', diagnosis.results)}
            ${toCounts('tools that do not exist', diagnosis.wished)} ${toRecovery(diagnosis)}
            ${toUsageTable(diagnosis.usage)}
          </div>
          ${diagnosis.advice.map(({ advice, tools, why }) => html`<p class="note"><b>${advice} ${tools.join(' and ')}</b>: ${why}</p> `)} `,
    )}
  </section> `;
}

function toTroubleTable(trouble: readonly Trouble[], hasTrials: boolean): Html {
  if (trouble.length === 0) return html`<p class="note">No trouble was found.</p>`;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">symptom</th>
          <th scope="col">times</th>
          <th scope="col">likely cause</th>
          <th scope="col">remedy</th>
          <th scope="col">seen in</th>
        </tr>
      </thead>
      <tbody>
        ${trouble.map(
          ({ symptom, count, cause, remedy, places }) =>
            html`<tr>
              <th scope="row">${symptom}</th>
              <td>${count}</td>
              <td>${cause}</td>
              <td>${remedy}</td>
              <td>${places.map((place) => html`${toLink(place, hasTrials)}<br />`)}</td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

function toLink(place: Place, hasTrials: boolean): Html {
  const text = toPlaceText(place);
  if (!hasTrials) return html`${text}`;
  const { scenario, variant, plan, repeat, event } = place;
  const trial = { scenario, variant, plan, repeat };
  return html`<a href="${toFragment({ view: 'trial', trial, event })}">${text}</a>`;
}

function toCounts(title: string, counted: readonly Counted[]): Html | null {
  if (counted.length === 0) return null;
  return html`<table class="figures">
    <caption>
      ${title}
    </caption>
    <tbody>
      ${counted.map(
        ({ name, count }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${count}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function toRecovery({ recovery }: Diagnosis): Html | null {
  if (recovery.length === 0) return null;
  return html`<table class="figures">
    <caption>
      faults handled, of those that struck
    </caption>
    <tbody>
      ${recovery.map(
        ({ kind, handled, judged }) =>
          html`<tr>
            <th scope="row">${kind}</th>
            <td>${handled} of ${judged}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
