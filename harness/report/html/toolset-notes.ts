import type { RunReport } from '../report-data.ts';
import { html, type Html } from './html.ts';

/** What the suite says of the toolsets that ran, with the variants that had them. */
export function toToolsetNotes({ toolsets = [], variants }: RunReport): Html | null {
  if (toolsets.length === 0) return null;
  return html`<section id="toolsets">
    <h2>Toolsets</h2>
    ${toolsets.map(({ id, note }) => {
      const names = variants.filter(({ summary }) => summary.toolset === id);
      return html`<p class="note">
        Toolset ${id} (${names.map(({ name }) => name).join(', ')}): ${note}
      </p> `;
    })}
  </section> `;
}
