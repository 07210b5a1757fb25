import type { Comparison, ConfusionCell, DiffPiece, ToolChange } from '../../compare/comparison.ts';
import { formatValue } from '../../compare/judge/format-figure.ts';
import { html, type Html } from './html.ts';

/**
 * Each changed tool: its text as a word diff, with the change of its selection and the prompts that moved.
 *
 * @param prompts - what the user says in each scenario, as far as it is known.
 */
export function toToolChanges(
  { toolChanges, confusion }: Pick<Comparison, 'toolChanges' | 'confusion'>,
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
          ${toolChanges.map((change) => toRow(change, { confusion, prompts }))}
        </tbody>
      </table>
    </div> `;
}

function toRow(
  { tool, renamedFrom, description, parameters, recall, precision, moved }: ToolChange,
  {
    confusion,
    prompts,
  }: {
    readonly confusion: readonly ConfusionCell[];
    readonly prompts: ReadonlyMap<string, string>;
  },
): Html {
  const isIt = (name: string | null): boolean =>
    name !== null && (name === tool || name === renamedFrom);
  const expected = confusion.filter((cell) => isIt(cell.expected));
  const called = confusion.filter((cell) => isIt(cell.called));
  return html`<tr>
    <th scope="row">
      ${tool}${renamedFrom !== undefined && html` <small>renamed from ${renamedFrom}</small>`}
    </th>
    <td class="diff">
      <div class="text">${description.map(toPiece)}</div>
      ${parameters.length > 0 && html`<p><small>parameters changed at ${parameters.join(', ')}</small></p>`}
    </td>
    <td>${toPair(recall)} <small>${toCounts(expected)}</small></td>
    <td>${toPair(precision)} <small>${toCounts(called)}</small></td>
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

/** The number of right cells on both sides. */
function toCounts(cells: readonly ConfusionCell[]): string {
  const sum = (own: readonly ConfusionCell[], side: 'baseline' | 'candidate'): number =>
    own.reduce((total, cell) => total + cell[side], 0);
  const right = cells.filter((cell) => cell.expected === cell.called);
  const [before, after] = (['baseline', 'candidate'] as const).map(
    (side) => `${sum(right, side)} of ${sum(cells, side)}`,
  );
  return `(${before} → ${after})`;
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
