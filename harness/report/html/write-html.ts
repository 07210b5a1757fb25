import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { GateReport, GateResult } from '../../compare/gate/gate-report.ts';
import type { ResultSource } from '../open/read-results.ts';
import type { ReportData } from '../report-data.ts';
import type { ReportWriter } from '../report-writer.ts';
import { chooseTrials, toTrialKey } from './choose-trials.ts';
import { toComparisonSection } from './comparison-section.ts';
import { html, Html } from './html.ts';
import { toRunSection } from './run-section.ts';
import { toScenarioSection } from './scenario-section.ts';
import { toTrialSection } from './trial-section.ts';
import { toVerdictSection } from './verdict-section.ts';

/** One page with everything, that needs no network and no server. */
export const writeHtml: ReportWriter = {
  target: 'file',
  about: 'one self-contained page',
  write: async ({ data, results }) => ({
    files: [{ name: 'report.html', content: await toPage(data, results) }],
    notes: [],
  }),
};

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
  return [head.source, ...body, `<script>${script}</script>\n</body>\n</html>\n`];
}

/** Piece by piece, so that no more than one transcript is held besides the page. */
async function* toBody(report: ReportData, results: ResultSource | null): AsyncGenerator<string> {
  const { run, comparisons, gates } = report;
  const anchors =
    run === null || results === null
      ? new Map<string, string>()
      : chooseTrials(run.cases, comparisons);
  const prompts = new Map(run?.scenarios.map(({ id, turns }) => [id, turns.join(' · ')]));
  const runParts =
    run === null ? [] : [toRunSection(run), toScenarioSection(run, comparisons, anchors)];
  yield html`${toVerdictSection(report)} ${toContents(report)}
    <main>
      ${gates !== null && toGateSection(gates)}
      ${comparisons.map((comparison, index) => toComparisonSection(comparison, { place: index + 1, prompts }))}
      ${runParts}
     `.source;
  if (run !== null && results !== null) {
    const total = run.cases.reduce((sum, item) => sum + item.attempts.length, 0);
    yield toTrialsHead(anchors.size, total).source;
    yield* toTrials(anchors, results);
    yield '</section>\n';
  }
  yield html`</main>
    ${toFooter(report)} `.source;
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
          ...(run.summary.faults.planned > 0 ? [['faults', 'Faults']] : []),
          ['metrics', 'Metrics'],
          ['confusion', 'Confusion'],
          ['scenarios', 'Scenarios'],
          ['trials', 'Trials'],
        ]),
  ];
  return html`<nav aria-label="Contents">
    ${links.map(([id = '', name = '']) => html`<a href="#${id}">${name}</a> `)}
  </nav>`;
}

function toTrialsHead(shown: number, total: number): Html {
  return html`<section id="trials">
    <h2>Trials</h2>
    <p class="note">
      ${shown === total ? `All ${total} transcripts.` : `${shown} of ${total} transcripts: those that failed, could not be measured or flipped come first. All of them are in trials.jsonl of the run folder.`}
      Each reply says where it comes from: <span class="tag tag-recorded">recorded</span> by a
      replay (with how the request matched), <span class="tag tag-live">live</span> from a provider
      just then, <span class="tag tag-scripted">scripted</span>, or
      <span class="tag tag-fault">planted</span> by a fault.
    </p>
    <form class="filter" hidden>
      <label
        >Show trials with
        <input type="search" data-filter="trial-list" placeholder="scenario, variant or text"
      /></label>
      <label
        ><input type="checkbox" data-filter="trial-list" data-mark="bad" /> only failed or not
        measured</label
      >
      <output data-count="trial-list"></output>
    </form>
    <div id="trial-list">
   `;
}

/** In the order of the run's file, which is that of the plan. */
async function* toTrials(
  anchors: ReadonlyMap<string, string>,
  results: ResultSource,
): AsyncGenerator<string> {
  for await (const result of results()) {
    const { lane } = result.trial;
    const anchor = anchors.get(toTrialKey(lane, lane.repeat));
    if (anchor !== undefined) yield toTrialSection(result, anchor).source;
  }
  yield '</div>';
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

/**
 * Reads the page's own files, which are in the folder of the modules. Its text is in the fonts of the reader's machine.
 */
function readPageAssets(): PageAssets {
  const style = read('report.css');
  const script = read('report.js.txt');
  const policy = [
    "default-src 'none'",
    `style-src '${toHash(style)}'`,
    `script-src '${toHash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { style, script, policy };
}

function read(name: string): string {
  return readFileSync(new URL(`../page/${name}`, import.meta.url), 'utf8');
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
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
