import type { TrialResult } from '../open/read-results.ts';
import { listReasons } from '../open/list-reasons.ts';
import { splitTurns, type StoryPart, type TurnStory } from '../open/split-turns.ts';
import { html, type Html } from './html.ts';
import { toCallStory } from './call-story.ts';
import { toModelEvent } from './model-event.ts';

/** One trial, folded away: reasons, then turn by turn what the model said beside what the tools did. */
export function toTrialSection(result: TrialResult, anchor: string): Html {
  const { trial, score } = result;
  const { scenario, variant, plan, repeat } = trial.lane;
  const reasons = listReasons(result);
  const { outcome } = trial;
  const isBad = score.verdict === 'failed' || score.verdict === 'invalid';
  return html`<details class="trial" id="${anchor}" data-marks="${isBad ? 'bad' : ''}">
    <summary>
      <span class="state state-${score.verdict}">${score.verdict}</span> <b>${scenario}</b> ·
      ${variant} · ${plan === 'none' ? 'no fault' : plan} ·
      r${repeat}${outcome.status === 'finished' && html` · ${outcome.stopReason}`}
    </summary>
    ${
      reasons.length > 0 &&
      html`<ul class="reasons">
        ${reasons.map((reason) => html`<li class="text">${reason}</li>`)}
      </ul>`
    }
    ${score.expectFail !== null && html`<p>The scenario is expected to fail: ${score.expectFail}</p>`}
    ${trial.faults.length > 0 && html`<p class="faults">${trial.faults.map(toFault)}</p>`}
    <table class="turns">
      <thead>
        <tr>
          <th scope="col">turn</th>
          <th scope="col">the model said</th>
          <th scope="col">the tools did</th>
        </tr>
      </thead>
      <tbody>
        ${splitTurns(trial.events).map(toPart)}
      </tbody>
    </table>
    ${toOtherLosses(result)}
  </details> `;
}

function toFault({
  name,
  kind,
  fired,
  noticed,
  handled,
}: TrialResult['trial']['faults'][number]): Html {
  const handledText = handled === null ? 'not judged' : handled ? 'handled' : 'not handled';
  return html`<span class="tag tag-fault">fault</span> ${name} (${kind}):
    ${fired === 0 ? 'never struck' : `struck ${fired} ${fired === 1 ? 'time' : 'times'}, ${noticed ? 'noticed' : 'not noticed'}, ${handledText}`} `;
}

function toPart(part: StoryPart): Html {
  switch (part.type) {
    case 'user':
      return html`<tr class="user">
        <th scope="row">user</th>
        <td class="text" colspan="2">${part.text}</td>
      </tr> `;
    case 'turn':
      return toTurn(part.turn);
    case 'guard':
      return html`<tr class="guard">
        <th scope="row">guard</th>
        <td colspan="2"><b>${part.guard}</b>: ${part.text}</td>
      </tr> `;
    case 'end':
      return html`<tr class="end">
        <th scope="row">end</th>
        <td colspan="2">
          <b>${part.stopReason}</b>
          ${part.text !== null && html`<p class="text">${part.text}</p>`}
        </td>
      </tr> `;
  }
}

function toTurn({ turn, model, calls }: TurnStory): Html {
  return html`<tr>
    <th scope="row">${turn}</th>
    <td>${model.map(toModelEvent)}</td>
    <td>${calls.map(toCallStory)}</td>
  </tr> `;
}

/** What lowered other scores than the task's own. */
function toOtherLosses({ score }: TrialResult): Html | null {
  const rows = Object.entries(score.scores).filter(
    ([name, { losses }]) => name !== 'task.success' && losses.length > 0,
  );
  if (rows.length === 0) return null;
  return html`<details>
    <summary>What each score lost</summary>
    <ul>
      ${rows.map(
        ([name, { value, losses }]) =>
          html`<li>
            ${name} ${value === null ? 'n/a' : value.toFixed(3)}:
            <span class="text"
              >${losses
                .map(
                  ({ code, event, text }) =>
                    `${code}${event === null ? '' : ` (event ${event})`}: ${text}`,
                )
                .join('; ')}</span
            >
          </li>`,
      )}
    </ul>
  </details> `;
}
