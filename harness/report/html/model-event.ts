import type { ReplyCall, TranscriptEvent } from '../../core/trial/transcript.ts';
import { html, type Html } from './html.ts';

type Event<Type extends TranscriptEvent['type']> = Extract<TranscriptEvent, { type: Type }>;

/** What one event of the model's side shows; requests show only when they were asked again. */
export function toModelEvent(event: TranscriptEvent): Html | null {
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
