import type { UsageShare } from '../../diagnosis/diagnosis.ts';
import { html, type Html } from './html.ts';

/** For what the tools were used: shares of their calls by an argument with few values, as far as there are any. */
export function toUsageTable(usage: readonly UsageShare[]): Html | null {
  if (usage.length === 0) return null;
  return html`<div class="scroll">
    <table class="figures">
      <caption>
        use of tools
      </caption>
      <thead>
        <tr>
          <th scope="col">calls with</th>
          <th scope="col">calls</th>
          <th scope="col">share</th>
          <th scope="col">other arguments</th>
        </tr>
      </thead>
      <tbody>
        ${usage.map(
          ({ tool, argument, value, calls, share, fields }) =>
            html`<tr>
              <th scope="row">${tool} ${argument}=${value}</th>
              <td>${calls}</td>
              <td>${Math.round(share * 100)} %</td>
              <td>${fields === null ? 'differ' : fields.join(', ') || 'none'}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
