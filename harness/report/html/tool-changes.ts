import type { DiffPiece, ToolChange } from '../../compare/comparison.ts';
import { formatValue } from '../format-number.ts';
import { html, type Html } from './html.ts';

/** Each changed tool: its text as a word diff beside what became of its selection and the scenarios that moved. */
export function toToolChanges(changes: readonly ToolChange[]): Html {
  return html`<h3>Changed tools</h3>
    <div class="scroll">
      <table class="changes">
        <thead>
          <tr>
            <th scope="col">tool</th>
            <th scope="col">description, word by word</th>
            <th scope="col">called when expected</th>
            <th scope="col">expected when called</th>
            <th scope="col">scenarios that moved</th>
          </tr>
        </thead>
        <tbody>
          ${changes.map(toRow)}
        </tbody>
      </table>
    </div> `;
}

function toRow({ tool, description, parameters, recall, precision, moved }: ToolChange): Html {
  return html`<tr>
    <th scope="row">${tool}</th>
    <td class="diff">
      <div class="text">${description.map(toPiece)}</div>
      ${parameters.length > 0 && html`<p><small>parameters changed at ${parameters.join(', ')}</small></p>`}
    </td>
    <td>${toPair(recall)}</td>
    <td>${toPair(precision)}</td>
    <td>${moved.join(', ')}</td>
  </tr> `;
}

function toPiece({ kind, text }: DiffPiece): Html {
  if (kind === 'same') return html`${text}`;
  return kind === 'removed' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
}

function toPair({ baseline, candidate }: ToolChange['recall']): Html {
  const way =
    baseline === null || candidate === null || baseline === candidate
      ? null
      : candidate > baseline
        ? 'better'
        : 'worse';
  const text = `${formatValue(baseline, 'share')} → ${formatValue(candidate, 'share')}`;
  return way === null ? html`${text}` : html`<span class="flip-${way}">${text}</span>`;
}
