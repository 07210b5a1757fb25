import { toCanonicalJson } from '../../../json/canonical-json.ts';
import type { JournalState, TranscriptEvent } from '../../../core/trial/transcript.ts';
import { html, type Html } from '../../html/html.ts';
import type { CallStory } from '../../open/split-turns.ts';

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
  const line = describeLine(event);
  if (line === null) return null;
  const { text, kind } = line;
  return html`<li data-event="${event.seq}" class="${kind}">${text}</li>`;
}

/** What one event of a call says; `kind` is its class. */
interface Line {
  readonly text: Html;
  readonly kind: '' | 'wrong' | 'effect';
}

function describeLine(event: TranscriptEvent): Line | null {
  switch (event.type) {
    case 'judged':
      return toJudged(event);
    case 'refused':
      return {
        text: html`held back: ${event.error.kind}:
          <span class="text">${event.error.message}</span>`,
        kind: 'wrong',
      };
    case 'human':
      return { text: html`the human answered: ${event.answer}`, kind: '' };
    case 'delivery':
      return toDelivery(event);
    case 'effect':
      return toEffect(event);
    case 'result':
      return toResult(event);
    case 'observation':
      return toObservation(event);
    case 'fault':
      return {
        text: html`<span class="tag tag-fault">fault</span> ${event.kind} struck`,
        kind: '',
      };
    default:
      return null;
  }
}

function toDelivery({ preview, delivery }: Event<'delivery'>): Line {
  return {
    text: html`ran${preview && ' as a preview'}${delivery > 1 && `, delivery ${delivery}`}`,
    kind: '',
  };
}

function toEffect({ key, confirmed, grade }: Event<'effect'>): Line {
  const isBold = !confirmed && grade === 'irreversible';
  return {
    text: html`changed the world: ${key}${isBold && html` <b class="wrong">unconfirmed</b>`}`,
    kind: 'effect',
  };
}

function toObservation({ content, truncated, fullChars }: Event<'observation'>): Line {
  return {
    text: html`sent to the model${truncated && `, cut from ${fullChars} characters`}:
      <pre tabindex="0">${content}</pre>`,
    kind: '',
  };
}

/** The findings of the schema, each with the value at its place. */
function toJudged({ caughtBy, findings, reading }: Event<'judged'>): Line | null {
  if (caughtBy === null && reading !== 'repaired') return null;
  return {
    text: html`${caughtBy === null ? 'arguments were repaired' : html`judged bad by <b>${caughtBy}</b>`}:
      <ul>
        ${findings.map(
          ({ code, path, text }) =>
            html`<li>
              <b>${code}</b> ${path !== undefined && html`<code>${path}</code> `}<span class="text"
                >${text}</span
              >
            </li> `,
        )}
      </ul>`,
    kind: 'wrong',
  };
}

function toResult({ status, error, cached, durationMs, executed }: Event<'result'>): Line {
  return {
    text: html`came back:
      ${status}${cached && ' (the first result again)'}${error !== null && html`: ${error.kind}`}
      <span class="note">${durationMs} ms</span>${
        executed !== null &&
        html`<details>
          <summary>as executed</summary>
          <pre tabindex="0">${toCanonicalJson(executed)}</pre>
        </details>`
      }`,
    kind: status === 'success' || status === 'empty' ? '' : 'wrong',
  };
}

function toJournal(events: readonly TranscriptEvent[]): Html | null {
  const states = events
    .filter((event): event is Event<'journal'> => event.type === 'journal')
    .map((event): JournalState => event.state);
  return states.length === 0 ? null : html`<p class="note">journal: ${states.join(' → ')}</p>`;
}
