import type { GateReport, GateResult } from '../../compare/gate/gate-report.ts';
import { html, type Html } from './html.ts';

/** Each gate with its finding, and for those that do not hold who breaks them and what may have done it. */
export function toGateSection({ results, verdict }: GateReport): Html {
  return html`<section id="gates">
    <h2>Gates: ${verdict}</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">gate</th>
            <th scope="col">variant</th>
            <th scope="col">verdict</th>
            <th scope="col">finding</th>
          </tr>
        </thead>
        <tbody>
          ${results.map(toRow)}
        </tbody>
      </table>
    </div>
  </section> `;
}

function toRow({ rule, variant, verdict, sentence, breakers, causes }: GateResult): Html {
  return html`<tr>
    <th scope="row">${rule}</th>
    <td>${variant}</td>
    <td><b class="tag tag-${verdict.toLowerCase()}">${verdict}</b></td>
    <td>
      ${sentence}
      ${
        breakers.length > 0 &&
        html`<ul>
          ${breakers.map(({ scenario, plan, reasons }) => html`<li><b>${scenario}</b>${plan !== 'none' && html` under ${plan}`}: <span class="text">${reasons.join('; ')}</span></li>`)}
        </ul>`
      }
      ${causes.length > 0 && html`<p>Possible causes: ${causes.join('; ')}</p>`}
    </td>
  </tr> `;
}
