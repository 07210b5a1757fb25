import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JournalState, TranscriptEvent } from '../../core/trial/transcript.ts';
import type { CallStory } from '../open/split-turns.ts';
import { html, type Html } from './html.ts';

type Event<Type extends TranscriptEvent['type']> = Extract<TranscriptEvent, { type: Type }>;

/** The events of one call: judged, held back, run, its effects, its result and the text that the model was sent. */
export function toCallStory({ call, tool, events }: CallStory): Html {
  const lines = events.map(toLine).filter((line) => line !== null);
  return html`<div class="call">
    <span class="note">${call}</span> <b>${tool}</b>${
      lines.length === 0
        ? html` <span class="note">never reached a tool</span>`
        : html`<ul>
            ${lines}
          </ul>`
    }${toJournal(events)}
  </div>`;
}

function toLine(event: TranscriptEvent): Html | null {
  switch (event.type) {
    case 'judged':
      return toJudged(event);
    case 'refused':
      return html`<li class="wrong">
        held back: ${event.error.kind}: <span class="text">${event.error.message}</span>
      </li>`;
    case 'human':
      return html`<li>the human answered: ${event.answer}</li>`;
    case 'delivery':
      return toDelivery(event);
    case 'effect':
      return toEffect(event);
    case 'result':
      return toResult(event);
    case 'observation':
      return toObservation(event);
    case 'fault':
      return html`<li><span class="tag tag-fault">fault</span> ${event.kind} struck</li>`;
    default:
      return null;
  }
}

function toDelivery({ preview, delivery }: Event<'delivery'>): Html {
  return html`<li>ran${preview && ' as a preview'}${delivery > 1 && `, delivery ${delivery}`}</li>`;
}

function toEffect({ key, confirmed, grade }: Event<'effect'>): Html {
  const isBold = !confirmed && grade === 'irreversible';
  return html`<li class="effect">
    changed the world: ${key}${isBold && html` <b class="wrong">unconfirmed</b>`}
  </li>`;
}

function toObservation({ content, truncated, fullChars }: Event<'observation'>): Html {
  return html`<li>
    sent to the model${truncated && `, cut from ${fullChars} characters`}:
    <pre>${content}</pre>
  </li>`;
}

function toJudged({ caughtBy, findings, reading }: Event<'judged'>): Html | null {
  if (caughtBy === null && reading !== 'repaired') return null;
  const found = findings.map(({ code, path }) => `${code} ${path ?? ''}`.trim());
  return html`<li class="wrong">
    ${caughtBy === null ? 'arguments were repaired' : `judged bad by ${caughtBy}`}:
    ${found.join(', ')}
  </li>`;
}

function toResult({ status, error, cached, durationMs, executed }: Event<'result'>): Html {
  return html`<li${status === 'success' || status === 'empty' ? null : html` class="wrong"`}>came back: ${status}${cached && ' (the first result again)'}${error !== null && html`: ${error.kind}`} <span class="note">${durationMs} ms</span>${
    executed !== null &&
    html`<details>
      <summary>as executed</summary>
      <pre>${toCanonicalJson(executed)}</pre>
    </details>`
  }</li>`;
}

function toJournal(events: readonly TranscriptEvent[]): Html | null {
  const states = events
    .filter((event): event is Event<'journal'> => event.type === 'journal')
    .map((event): JournalState => event.state);
  return states.length === 0 ? null : html`<p class="note">journal: ${states.join(' → ')}</p>`;
}
