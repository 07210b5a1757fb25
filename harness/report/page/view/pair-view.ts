import { findDivergence } from '../../../compare/find/find-divergence.ts';
import type { Divergence } from '../../../compare/comparison.ts';
import type { TranscriptEvent } from '../../../core/trial/transcript.ts';
import { html, type Html } from '../../html/html.ts';
import { listReasons } from '../../open/list-reasons.ts';
import { splitTurns } from '../../open/split-turns.ts';
import type { TrialResult } from '../../open/trial-result.ts';
import { alignParts, type PartPair } from '../align-parts.ts';
import { toFragment } from '../route.ts';
import { toState, toTrialName } from './state.ts';
import { toStackedPart } from './turn-table.ts';

/** Two trials side by side, turn by turn. What both did alike is folded; the rest begins at the turn where they diverge. */
export function toPairView(left: TrialResult, right: TrialResult): Html {
  const divergence = findDivergence(left.trial.events, right.trial.events);
  const turn = divergence === null ? null : turnOf(left.trial.events, divergence.event);
  const pairs = alignParts(splitTurns(left.trial.events), splitTurns(right.trial.events));
  const start =
    turn === null
      ? 0
      : Math.max(
          0,
          pairs.findIndex(({ label }) => label === String(turn)),
        );
  const sides = [left, right];
  return html`<article class="pair" aria-label="two trials side by side">
    <h3>Side by side</h3>
    ${toDivergence(divergence, turn)}
    <div class="sides">${sides.map(toSide)}</div>
    ${
      start > 0 &&
      html`<details>
        <summary>${start} ${start === 1 ? 'part' : 'parts'} before, alike on both sides</summary>
        ${toPairTable(pairs.slice(0, start), sides)}
      </details>`
    }
    ${toPairTable(pairs.slice(start), sides)}
  </article>`;
}

function toDivergence(divergence: Divergence | null, turn: number | null): Html {
  if (divergence === null) return html`<p>Both did the same to the end.</p>`;
  const { baseline, candidate } = divergence;
  return html`<p>They diverge${turn === null ? '' : ` in turn ${turn}`}:</p>
    <div class="sides">
      <p class="text banner">${baseline}</p>
      <p class="text banner">${candidate}</p>
    </div>`;
}

function toSide(result: TrialResult): Html {
  const { trial, score } = result;
  const reasons = listReasons(result);
  return html`<div>
    <h4>
      ${toState(score.verdict)}
      <a href="${toFragment({ view: 'trial', trial: trial.lane, event: null })}"
        >${toTrialName(trial.lane)}</a
      >
    </h4>
    ${
      reasons.length > 0 &&
      html`<ul class="reasons">
        ${reasons.map((reason) => html`<li class="text">${reason}</li>`)}
      </ul>`
    }
  </div>`;
}

function toPairTable(pairs: readonly PartPair[], sides: readonly TrialResult[]): Html {
  return html`<table class="turns">
    <thead>
      <tr>
        <th scope="col">turn</th>
        ${sides.map(({ trial }) => html`<th scope="col">${trial.lane.variant}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${pairs.map(
        ({ label, left, right }) =>
          html`<tr class="${left?.type ?? right?.type ?? ''}">
            <th scope="row">${label}</th>
            ${[left, right].map((part) => html`<td>${part === null ? html`<span class="note">nothing</span>` : toStackedPart(part)}</td>`)}
          </tr> `,
      )}
    </tbody>
  </table>`;
}

/** The turn of an event, also of one of its calls; `null` for what belongs to none. */
function turnOf(events: readonly TranscriptEvent[], seq: number): number | null {
  for (const part of splitTurns(events)) {
    if (part.type !== 'turn') continue;
    const { turn, model, calls } = part.turn;
    const own = [...model, ...calls.flatMap((call) => call.events)];
    if (own.some((event) => event.seq === seq)) return turn;
  }
  return null;
}
