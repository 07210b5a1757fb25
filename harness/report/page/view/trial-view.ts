import type { EventBody, TranscriptEvent } from '../../../core/trial/transcript.ts';
import { html, type Html } from '../../html/html.ts';
import { listReasons } from '../../open/list-reasons.ts';
import type { TrialResult } from '../../open/trial-result.ts';
import { isSamePlace, type PageTrial, type TrialPlace } from '../page-index.ts';
import { toFragment } from '../route.ts';
import { toScoreTable } from './score-table.ts';
import { toPlanName, toState, toTrialName } from './state.ts';
import { toTimeline } from './timeline.ts';
import { toTurnTable } from './turn-table.ts';

/**
 * One trial, whole: why it came out as it did, its time line, the conversation, the ledger beside what was claimed, the
 * scores, and every event as it is stored.
 *
 * @param siblings - all trials of its scenario under its plan, itself included.
 */
export function toTrialView(result: TrialResult, siblings: readonly PageTrial[]): Html {
  const { trial, score } = result;
  const { events, outcome, lane } = trial;
  return html`<article class="trial" aria-label="trial ${toTrialName(lane)}">
    <h3>
      ${toState(score.verdict)} ${lane.scenario}
      <small
        >${lane.variant} · ${toPlanName(lane.plan)} ·
        r${lane.repeat}${outcome.status === 'finished' && html` · ended: ${outcome.stopReason}`}</small
      >
    </h3>
    ${toSiblings(lane, siblings)} ${toReasonList(listReasons(result))}
    ${score.expectFail !== null && html`<p>The scenario is expected to fail: ${score.expectFail}</p>`}
    ${trial.faults.length > 0 && html`<p class="faults">${trial.faults.map(toFault)}</p>`}
    ${events.length === 0 ? toUnbegun(score.verdict) : html`${toTimeline(events, lane)} ${toTurnTable(events)} ${toLedger(events)}`}
    ${toScoreTable(score.scores, lane)} ${events.length > 0 && toRawEvents(events)}
  </article>`;
}

/** The same case with other variants and repeats, each to be opened or put beside this one. */
function toSiblings(lane: TrialPlace, siblings: readonly PageTrial[]): Html | null {
  const others = siblings.filter((sibling) => !isSamePlace(sibling, lane));
  if (others.length === 0) return null;
  return html`<p class="siblings">
    Compare with:
    ${others.map(
      (other) =>
        html`<a href="${toFragment({ view: 'pair', left: lane, right: other })}"
            >${other.variant}${other.repeat !== lane.repeat && html` r${other.repeat}`}</a
          >
          ${toState(other.verdict)} `,
    )}
  </p>`;
}

function toReasonList(reasons: readonly string[]): Html | null {
  if (reasons.length === 0) return null;
  return html`<ul class="reasons">
    ${reasons.map((reason) => html`<li class="text">${reason}</li>`)}
  </ul>`;
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

/** Instead of an empty conversation. */
function toUnbegun(verdict: PageTrial['verdict']): Html {
  const why =
    verdict === 'skipped'
      ? 'It was planned and could not be reached: the reason is above, or in the list of what was skipped in summary.json.'
      : 'It ended before its first event: the reason is above.';
  return html`<p class="note">This trial has no events. ${why}</p>`;
}

type Effect = Extract<EventBody, { type: 'effect' }>;

/** What happened in the world beside the last thing that was said to the user. */
function toLedger(events: readonly TranscriptEvent[]): Html | null {
  const effects = events.filter((event) => event.type === 'effect');
  if (effects.length === 0) return null;
  const said = events.findLast((event) => event.type === 'end')?.text ?? null;
  return html`<div class="columns ledger">
    <div>
      <h4>What happened</h4>
      <ul>
        ${effects.map(toEffect)}
      </ul>
    </div>
    <div>
      <h4>Last words to the user</h4>
      <p class="text">${said ?? 'nothing'}</p>
    </div>
  </div>`;
}

function toEffect({ tool, key, grade, confirmed, call, delivery }: Effect): Html {
  return html`<li>
    <b>${key}</b> by ${tool} (${call}${delivery > 1 && html`, delivery ${delivery}`}),
    ${grade}${!confirmed && grade === 'irreversible' && html`, <b class="wrong">unconfirmed</b>`}
  </li> `;
}

function toRawEvents(events: readonly TranscriptEvent[]): Html {
  return html`<details class="raw">
    <summary>All ${events.length} events as stored</summary>
    <pre tabindex="0">${events.map((event) => JSON.stringify(event)).join('\n')}</pre>
  </details>`;
}
