import type { ReplyCall, TranscriptEvent } from '../../../core/trial/transcript.ts';
import { html, type Html } from '../../html/html.ts';
import { splitTurns, type StoryPart, type TurnStory } from '../../open/split-turns.ts';
import { toCallStory } from './call-story.ts';

/** A conversation turn by turn: what the model said beside what the tools did. */
export function toTurnTable(events: readonly TranscriptEvent[]): Html {
  const parts = splitTurns(events);
  return html`<table class="turns">
    <thead>
      <tr>
        <th scope="col">turn</th>
        <th scope="col">the model said</th>
        <th scope="col">the tools did</th>
      </tr>
    </thead>
    <tbody>
      ${parts.map(toPart)}
    </tbody>
  </table>`;
}

/** What a part says, in one cell: for a turn, what the model said above what the tools did. */
export function toStackedPart(part: StoryPart): Html {
  switch (part.type) {
    case 'user':
      return html`<p class="text">${part.text}</p>`;
    case 'toolset':
      return html`<p>from here on: <b>${part.toolset}</b></p>`;
    case 'turn':
      return html`${part.turn.model.map(toModelEvent)}${part.turn.calls.map(toCallStory)}`;
    case 'guard':
      return html`<p><b>${part.guard}</b>: ${part.text}</p>`;
    case 'end':
      return toEnd(part);
  }
}

function toEnd({ stopReason, text }: Extract<StoryPart, { type: 'end' }>): Html {
  return html`<b>${stopReason}</b>${text !== null && html`<p class="text">${text}</p>`}`;
}

function toPart(part: StoryPart): Html {
  switch (part.type) {
    case 'user':
      return html`<tr class="user">
        <th scope="row">user</th>
        <td class="text" colspan="2">${part.text}</td>
      </tr> `;
    case 'toolset':
      return html`<tr class="guard">
        <th scope="row">toolset</th>
        <td colspan="2">from here on: <b>${part.toolset}</b></td>
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
        <td colspan="2">${toEnd(part)}</td>
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

type Event<Type extends TranscriptEvent['type']> = Extract<TranscriptEvent, { type: Type }>;

/** What one event of the model's side shows; requests show only when they were asked again. */
function toModelEvent(event: TranscriptEvent): Html | null {
  const { seq } = event;
  switch (event.type) {
    case 'reply':
      return html`<div data-event="${seq}">${toReply(event)}</div>`;
    case 'model_error':
      return html`<p class="wrong" data-event="${seq}">
        ${toOrigin(event)} no reply: ${event.error.code}:
        <span class="text">${event.error.message}</span>
      </p>`;
    case 'fault':
      return html`<p data-event="${seq}">
        <span class="tag tag-fault">fault</span> ${event.kind} struck
      </p>`;
    case 'request':
      return event.attempt > 1
        ? html`<p class="note" data-event="${seq}">asked again, attempt ${event.attempt}</p>`
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
    <pre tabindex="0">${argumentsText ?? 'no arguments'}</pre>
  </div>`;
}
