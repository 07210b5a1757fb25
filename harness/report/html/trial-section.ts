import type { ReplyCall, TranscriptEvent } from '../../core/trial/transcript.ts';
import { listReasons } from '../open/list-reasons.ts';
import type { TrialResult } from '../open/read-results.ts';
import { splitTurns, type StoryPart, type TurnStory } from '../open/split-turns.ts';
import { toCallStory } from './call-story.ts';
import { html, type Html } from './html.ts';

/** One trial, collapsed: reasons, then turn by turn what the model said and what the tools did. */
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

/** Losses of scores other than the task's. */
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

type Event<Type extends TranscriptEvent['type']> = Extract<TranscriptEvent, { type: Type }>;

/** What one event of the model's side shows; requests show only when they were asked again. */
function toModelEvent(event: TranscriptEvent): Html | null {
  switch (event.type) {
    case 'reply':
      return toReply(event);
    case 'model_error':
      return html`<p class="wrong">
        ${toOrigin(event)} no reply: ${event.error.code}:
        <span class="text">${event.error.message}</span>
      </p>`;
    case 'fault':
      return html`<p><span class="tag tag-fault">fault</span> ${event.kind} struck</p>`;
    case 'request':
      return event.attempt > 1
        ? html`<p class="note">asked again, attempt ${event.attempt}</p>`
        : null;
    default:
      return null;
  }
}

function toReply(event: Event<'reply'>): Html {
  const { text, refusal, calls, deviations, stop } = event;
  return html`<p>
      ${toOrigin(event)}${stop !== 'stop' && stop !== 'tool_calls' && html` <span class="tag">${stop}</span>`}${deviations.map(({ code, text: detail }) => html` <span class="tag tag-odd" title="${detail}">${code}</span>`)}
    </p>
    ${text !== null && text !== '' && html`<p class="text">${text}</p>`}${refusal !== null && html`<p class="text"><b>refused:</b> ${refusal}</p>`}${calls.map(toCall)}`;
}

/** Where the words come from: a recording, a script or a planted reply must not look like a live answer. */
function toOrigin({ from, ...rest }: Event<'reply'> | Event<'model_error'>): Html {
  const tier = 'tier' in rest && rest.tier !== undefined ? ` · ${rest.tier}` : '';
  return html`<span class="tag tag-${from}">${from === 'fault' ? 'planted' : from}${tier}</span>`;
}

function toCall({ ref, id, name, argumentsText, injected, edited }: ReplyCall): Html {
  return html`<div class="call">
    <span class="note">${ref}</span> <b>${name}</b>
    <small>${id === null ? 'no id' : id}</small
    >${injected !== undefined && html` <span class="tag tag-fault">planted by ${injected}</span>`}${edited !== undefined && html` <span class="tag tag-fault">${edited.part} changed by ${edited.fault}</span>`}
    <pre>${argumentsText ?? 'no arguments'}</pre>
  </div>`;
}
