import type { GateReport, GateResult } from '../../compare/gate/gate-report.ts';
import type { ResultSource } from '../open/trial-result.ts';
import type { ReportData } from '../report-data.ts';
import type { ReportInput, ReportOutput } from '../report-writer.ts';
import { toExploreSection } from '../page/view/explore-section.ts';
import { collectPage, pack } from './collect-page.ts';
import { toComparisonSection } from './comparison-section.ts';
import { toHowToRead } from './how-to-read.ts';
import { html, Html } from './html.ts';
import { readPageScript, readPageStyle, toHash } from './page-assets.ts';
import { toRunSection } from './run-section.ts';
import { toSweepSection } from './sweep-section.ts';
import { toVerdictSection } from './verdict-section.ts';

/** One page with everything, that needs no network and no server. */
export async function writeHtml({ data, results }: WantedPage): Promise<ReportOutput> {
  return {
    files: [{ name: 'report.html', content: await toPage(data, results) }],
    notes: [],
  };
}

type WantedPage = Pick<ReportInput, 'data' | 'results'>;

/** The page in pieces, from head to end. */
async function toPage(
  report: ReportData,
  results: ResultSource | null,
): Promise<readonly string[]> {
  const body: string[] = [];
  for await (const piece of toBody(report, results)) body.push(piece);
  const { style, script, policy } = readPageAssets();
  const head = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Html(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${report.verdict} · ${report.suite} · toolrig report</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
     `;
  const code = results === null ? [] : [`<script>${script}</script>\n`];
  return [head.source, ...body, ...code, '</body>\n</html>\n'];
}

/** The parts of the page, the packed transcripts at its end. */
async function* toBody(report: ReportData, results: ResultSource | null): AsyncGenerator<string> {
  const { run, comparisons, gates } = report;
  const page =
    run === null || results === null ? null : await collectPage({ ...report, run }, results);
  const prompts = new Map(run?.scenarios.map(({ id, turns }) => [id, turns.join(' · ')]));
  yield html`${toVerdictSection(report)} ${toContents(report)}
    <main>
      ${gates !== null && toGateSection(gates)}
      ${comparisons.map((comparison, index) => toComparisonSection(comparison, { place: index + 1, prompts, hasTrials: page !== null }))}
      ${run !== null && toSweepSection(run)} ${page !== null && toExploreSection(page.index)}
      ${run !== null && toRunSection(run, page !== null)} ${toHowToRead(report)}
    </main>
    ${toFooter(report)} `.source;
  if (page === null) return;
  yield toBlock('page-index', pack(page.index));
  for (const [place, chunk] of page.chunks.entries()) yield toBlock(`chunk-${place}`, chunk);
}

/** Data that no browser runs. Base64 has no sign that could end the block. */
function toBlock(id: string, packed: string): string {
  return `<script type="application/octet-stream" id="${id}">${packed}</script>\n`;
}

function toContents({ run, comparisons, gates }: ReportData): Html {
  const links = [
    ...(gates === null ? [] : [['gates', 'Gates']]),
    ...comparisons.map(({ baseline, candidate }, index) => [
      `comparison-${index + 1}`,
      `${baseline.name} → ${candidate.name}`,
    ]),
    ...(run === null
      ? []
      : [
          ...(run.sweeps === undefined ? [] : [['sweep', 'Sweep']]),
          ['scenarios', 'Scenarios and trials'],
          ['diagnosis', 'Diagnosis'],
          ...(run.summary.faults.planned > 0 ? [['faults', 'Faults']] : []),
          ['metrics', 'Metrics'],
          ['confusion', 'Confusion'],
        ]),
    ['how-to-read', 'How to read this'],
  ];
  return html`<nav aria-label="Contents">
    ${links.map(([id = '', name = '']) => html`<a href="#${id}">${name}</a> `)}
  </nav>`;
}

function toFooter({ run }: ReportData): Html {
  if (run === null) return html`<footer><p>Made by toolrig.</p></footer>`;
  const { summary, suitePath, seed, repeats, faults } = run;
  return html`<footer>
    <p>
      Made by toolrig from a ${summary.mode} run of ${suitePath}: ${repeats}
      ${repeats === 1 ? 'attempt' : 'attempts'} at each scenario, faults
      ${faults.length === 0 ? 'none' : faults.join(', ')}, seed ${seed}, manifest
      ${summary.manifestHash}.
    </p>
  </footer>`;
}

/** Style and script of a page, and the policy under which nothing but these two works. */
interface PageAssets {
  readonly style: string;
  readonly script: string;
  /** Content-Security-Policy that names both by hash; nothing at all is fetched. */
  readonly policy: string;
}

function readPageAssets(): PageAssets {
  const style = readPageStyle();
  const script = readPageScript('page');
  const policy = [
    "default-src 'none'",
    `style-src '${toHash(style)}'`,
    `script-src '${toHash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { style, script, policy };
}

/** Each gate with its finding; for gates that do not hold, the scenarios that break them and possible causes. */
function toGateSection({ results, verdict }: GateReport): Html {
  return html`<section id="gates">
    <h2>Gates: ${verdict}</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">gate</th>
            <th scope="col">variant</th>
            <th scope="col">verdict</th>
            <th scope="col">finding</th>
          </tr>
        </thead>
        <tbody>
          ${results.map(toRow)}
        </tbody>
      </table>
    </div>
  </section> `;
}

function toRow({ rule, variant, verdict, sentence, breakers, causes }: GateResult): Html {
  return html`<tr>
    <th scope="row">${rule}</th>
    <td>${variant}</td>
    <td><b class="tag tag-${verdict.toLowerCase()}">${verdict}</b></td>
    <td>
      ${sentence}
      ${
        breakers.length > 0 &&
        html`<ul>
          ${breakers.map(({ scenario, plan, reasons }) => html`<li><b>${scenario}</b>${plan !== 'none' && html` under ${plan}`}: <span class="text">${reasons.join('; ')}</span></li>`)}
        </ul>`
      }
      ${causes.length > 0 && html`<p>Possible causes: ${causes.join('; ')}</p>`}
    </td>
  </tr> `;
}
