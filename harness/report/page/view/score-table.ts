import type { Loss, Score, Scores } from '../../../core/score/score.ts';
import { html, type Html } from '../../html/html.ts';
import type { TrialPlace } from '../page-index.ts';
import { toFragment } from '../route.ts';

/** Every score of a trial that judged something; a loss links to the event that it is about. */
export function toScoreTable(scores: Scores, trial: TrialPlace): Html {
  const judged = Object.entries(scores).filter(([, { value }]) => value !== null);
  const lossy = judged.filter(([, { losses }]) => losses.length > 0);
  const clean = judged.filter(([, { losses }]) => losses.length === 0);
  return html`<h4>Scores</h4>
    ${
      lossy.length > 0 &&
      html`<div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">metric</th>
              <th scope="col">value</th>
              <th scope="col">lost by</th>
            </tr>
          </thead>
          <tbody>
            ${lossy.map(([name, score]) => toRow(name, score, trial))}
          </tbody>
        </table>
      </div>`
    }
    ${
      clean.length > 0 &&
      html`<p class="note">
        Without a loss: ${clean.map(([name, { value }]) => `${name} ${format(value)}`).join(', ')}.
      </p>`
    }`;
}

function toRow(name: string, { value, losses }: Score, trial: TrialPlace): Html {
  return html`<tr>
    <th scope="row"><a href="#about-${name}">${name}</a></th>
    <td>${format(value)}</td>
    <td>
      <ul>
        ${losses.map((loss) => toLoss(loss, trial))}
      </ul>
    </td>
  </tr> `;
}

function toLoss({ code, event, text }: Loss, trial: TrialPlace): Html {
  return html`<li>
    <b>${code}</b> <span class="text">${text}</span>${
      event !== null &&
      html` <a href="${toFragment({ view: 'trial', trial, event })}">event ${event}</a>`
    }
  </li> `;
}

/** Whole numbers as they are, others with three places at most. */
function format(value: number | null): string {
  if (value === null) return 'n/a';
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}
