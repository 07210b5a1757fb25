import { html, type Html } from '../../report/html/html.ts';
import type { FollowedRun } from '../follow-run.ts';

/**
 * How far a run has come: the first failure at once, rate, estimate, faults as they strike.
 *
 * @param spentMs - how long it has been going on; `null` where it is not.
 */
export function toProgressView(run: FollowedRun, spentMs: number | null): Html {
  const { groups, groupsDone, trials, counts, failures, faults } = run;
  return html`<p>
      <progress
        max="${groups}"
        value="${groupsDone}"
        aria-label="conversations that are over"
      ></progress>
      ${groupsDone} of ${groups} conversations${spentMs === null ? '' : `, ${toPace(run, spentMs)}`}
    </p>
    ${toDamage(run)}
    <dl class="counts">
      ${Object.entries({ trials, ...counts }).map(
        ([name, count]) =>
          html`<div class="count-${name}">
            <dt>${name}</dt>
            <dd>${count}</dd>
          </div> `,
      )}
    </dl>
    <h2>Failures so far</h2>
    ${
      failures.length === 0
        ? html`<p>None.</p>`
        : html`<ul>
            ${failures.map(
              ({ lane, reasons }) =>
                html`<li><b>${lane}</b> <span class="text">${reasons.join('; ')}</span></li> `,
            )}
          </ul>`
    }
    ${
      faults.length > 0 &&
      html`<h2>Faults so far</h2>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">fault</th>
              <th scope="col">struck</th>
              <th scope="col">handled</th>
            </tr>
          </thead>
          <tbody>
            ${faults.map(
              ({ kind, fired, handled }) =>
                html`<tr>
                  <th scope="row">${kind}</th>
                  <td>${fired}</td>
                  <td>${handled}</td>
                </tr> `,
            )}
          </tbody>
        </table>`
    }`;
}

function toDamage({ damaged }: FollowedRun): Html | false {
  if (damaged === 0) return false;
  return html`<p>
    ${damaged === 1 ? '1 line' : `${damaged} lines`} of scores.jsonl cannot be read and
    ${damaged === 1 ? 'is' : 'are'} left out: the file was damaged or edited.
  </p>`;
}

/** Conversations last about as long as those before them. */
function toPace({ groups, groupsDone, trials }: FollowedRun, spentMs: number): string {
  if (trials === 0 || spentMs <= 0) return 'just begun';
  const rate = (1000 * trials) / spentMs;
  const leftS = Math.ceil(((groups - groupsDone) * spentMs) / Math.max(1, groupsDone) / 1000);
  return `${rate.toFixed(rate < 10 ? 1 : 0)} trials a second, about ${leftS} s left`;
}
