import type { Heat, HeatCell } from '../text/to-heat.ts';
import { html, type Html } from './html.ts';

/** Where a cell leads, by the labels of its row and its column; `null` for nowhere. */
export type CellLink = (row: string, column: string) => string | null;

/** A heat map as a table: its figures can be read, searched and heard, and colour only adds to them. */
export function toHeatTable(
  { title, key, rowTitle, columnTitle, columns, rows }: Heat,
  linkOf: CellLink = () => null,
): Html {
  return html`<div class="scroll">
    <table class="heat">
      <caption>
        ${title}
        <small>(${key})</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">${rowTitle} ↓ ${columnTitle} →</th>
          ${columns.map((name) => html`<th scope="col"><span>${name}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ label, cells }) =>
            html`<tr>
              <th scope="row">${label}</th>
              ${cells.map((cell, at) => toCell(cell, linkOf(label, columns[at] ?? '')))}
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `;
}

function toCell({ text, heat, tone }: HeatCell, link: string | null): Html {
  const content = link === null || text === '' ? text : html`<a href="${link}">${text}</a>`;
  if (heat === null) return html`<td>${content}</td>`;
  // Ten steps; a cell that is there is never as pale as one that is not.
  return html`<td class="${tone}-${Math.max(1, Math.round(heat * 10))}">${content}</td>`;
}
