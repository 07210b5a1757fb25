import type { DiffPiece, ToolChange } from '../../compare/comparison.ts';
import { formatValue } from '../format-number.ts';
import { html, type Html } from './html.ts';

/**
 * Each changed tool: its text as a word diff beside what became of its selection and the prompts that moved.
 *
 * @param prompts - what the user says in each scenario, as far as it is known.
 */
export function toToolChanges(
  changes: readonly ToolChange[],
  prompts: ReadonlyMap<string, string>,
): Html {
  return html`<h3>Changed tools</h3>
    <div class="scroll">
      <table class="changes">
        <thead>
          <tr>
            <th scope="col">tool</th>
            <th scope="col">description, word by word</th>
            <th scope="col">called when expected</th>
            <th scope="col">expected when called</th>
            <th scope="col">prompts that moved</th>
          </tr>
        </thead>
        <tbody>
          ${changes.map((change) => toRow(change, prompts))}
        </tbody>
      </table>
    </div> `;
}

function toRow(
  { tool, description, parameters, recall, precision, moved }: ToolChange,
  prompts: ReadonlyMap<string, string>,
): Html {
  return html`<tr>
    <th scope="row">${tool}</th>
    <td class="diff">
      <div class="text">${description.map(toPiece)}</div>
      ${parameters.length > 0 && html`<p><small>parameters changed at ${parameters.join(', ')}</small></p>`}
    </td>
    <td>${toPair(recall)}</td>
    <td>${toPair(precision)}</td>
    <td>${moved.map((scenario) => toMoved(scenario, prompts.get(scenario)))}</td>
  </tr> `;
}

function toMoved(scenario: string, prompt: string | undefined): Html {
  return html`<p>
    <b>${scenario}</b>${prompt !== undefined && html` <small class="text">${prompt}</small>`}
  </p>`;
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
