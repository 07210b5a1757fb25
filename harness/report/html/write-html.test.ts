import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { hostileTexts, makeHostileRun } from '../../testing/hostile-run.ts';
import { makeRun, type MadeRun } from '../../testing/made-run.ts';
import { collectRun } from '../open/collect-run.ts';
import type { ResultSource, TrialResult } from '../open/trial-result.ts';
import { isSamePlace, type PageIndex } from '../page/page-index.ts';
import { readFragment } from '../page/route.ts';
import { toPairView } from '../page/view/pair-view.ts';
import { toTrialView } from '../page/view/trial-view.ts';
import { toVisibleText } from '../text/to-visible-text.ts';
import { chooseTrials } from './choose-trials.ts';
import { collectPage } from './collect-page.ts';
import { html } from './html.ts';
import { writeHtml } from './write-html.ts';

function toSource({ results }: MadeRun): ResultSource {
  return async function* () {
    yield* await Promise.resolve(results);
  };
}

async function collect(made: MadeRun) {
  const { suite, verdict, exitCode } = made.summary;
  const run = await collectRun(made, toSource(made));
  return { suite, verdict, exitCode, run, comparisons: [], gates: null };
}

async function writePage(made: MadeRun): Promise<string> {
  const data = await collect(made);
  const { files } = await writeHtml({ data, results: toSource(made) });
  let page = '';
  for (const { content } of files) {
    if (content instanceof Uint8Array) throw new Error('a page is text');
    for await (const piece of content) page += piece;
  }
  return page;
}

/** What the page shows of trials once it is asked to: every trial, and two side by side. */
function drawTrials({ results }: MadeRun): string {
  const [first, second] = results;
  if (first === undefined || second === undefined) throw new Error('no trials');
  const trials = results.map((result) => toTrialView(result, []).source);
  return [...trials, toPairView(first, second).source].join('\n');
}

/** The markup of the page without its data and its script. */
function toMarkup(page: string): string {
  return page.slice(page.indexOf('<body>')).replace(/<script[^>]*>[^]*?<\/script>/gu, '');
}

function unpack(page: string, id: string): unknown {
  const packed = new RegExp(` id="${id}">([^<]*)<`, 'u').exec(page)?.[1] ?? '';
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as unknown;
}

function decode(text: string): string {
  return text.replace(/&#(\d+);/gu, (_, code: string) => String.fromCharCode(Number(code)));
}

it('B161, B164: the page has only our own tags, and none of them loads or runs anything', async () => {
  const made = makeHostileRun();
  const body = toMarkup(await writePage(made)) + drawTrials(made);
  const tags = [...body.matchAll(/<(\/?)([^\s>/]*)([^>]*)>/gu)];
  const allowed =
    /^(?:body|html|header|main|nav|section|footer|form|fieldset|legend|label|input|select|option|button|output|noscript|article|h[1-4]|p|a|b|small|span|br|ul|li|dl|dt|dd|div|details|summary|pre|code|ins|del|figure|figcaption|svg|g|line|circle|polygon|rect|text|title|table|caption|thead|tbody|tr|th|td)$/u;
  expect(tags.map((tag) => tag[2] ?? '').filter((name) => !allowed.test(name))).toEqual([]);
  const attributes = tags.flatMap((tag) => [
    ...(tag[3] ?? '').matchAll(/([\w:-]+)(?:="([^"]*)")?/gu),
  ]);
  expect(attributes.filter(([, name = '']) => /^on|^src$|^style$|^action$/u.test(name))).toEqual(
    [],
  );
  const links = attributes.filter(([, name]) => name === 'href').map(([, , value]) => value);
  expect(links.filter((value) => value?.startsWith('#') !== true)).toEqual([]);
});

it('B161: each hostile text is on the page, as text', async () => {
  const made = makeHostileRun();
  const text = decode(
    (toMarkup(await writePage(made)) + drawTrials(made)).replace(/<[^>]*>/gu, ''),
  );
  for (const hostile of Object.values(hostileTexts)) expect(text).toContain(toVisibleText(hostile));
});

it('the policy names the style and the script of the page by hash, and nothing else', async () => {
  const page = await writePage(makeHostileRun());
  const hash = (tag: string): string => {
    const content = new RegExp(`<${tag}>([^]*?)</${tag}>`, 'u').exec(page)?.[1] ?? '';
    return createHash('sha256').update(content).digest('base64');
  };
  expect(page).toContain(
    `content="default-src 'none'; style-src 'sha256-${hash('style')}'; script-src 'sha256-${hash('script')}'; base-uri 'none'; form-action 'none'"`,
  );
  expect(page.match(/<(?:script|style)\b[^>]*>/gu)).toEqual([
    '<style>',
    '<script type="application/octet-stream" id="page-index">',
    '<script type="application/octet-stream" id="chunk-0">',
    '<script>',
  ]);
});

it('every reply says where it comes from', () => {
  const { results } = makeHostileRun();
  const trials = results.map((result) => toTrialView(result, []).source).join('');
  expect(trials.match(/tag-recorded">recorded/gu)).toHaveLength(6);
  expect(trials.match(/tag-live">live/gu)).toHaveLength(6);
});

it('what the model said is next to what the tools did', () => {
  const trials = drawTrials(makeHostileRun());
  const row = /<tr>\s*<th scope="row">1<\/th>\s*<td>([^]*?)<\/td>\s*<td>([^]*?)<\/td>/u.exec(
    trials,
  );
  expect(row?.[1]).toContain('{&#34;order&#34;:&#34;A-1&#34;}</pre');
  expect(row?.[2]).toContain('changed the world: refund/A-1');
  expect(row?.[2]).toContain('held back: unknown_tool');
});

it('every link leads to a place on the page, or to a view of a trial that is there', async () => {
  const made = makeHostileRun();
  const page = await writePage(made);
  const index = unpack(page, 'page-index') as PageIndex;
  const markup = toMarkup(page) + drawTrials(made);
  const ids = new Set([...page.matchAll(/ id="([^"]*)"/gu)].map((match) => match[1]));
  const links = [...markup.matchAll(/ href="#([^"]*)"/gu)].map((match) => decode(match[1] ?? ''));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !ids.has(link) && !isView(`#${link}`, index))).toEqual([]);
});

function isView(fragment: string, { trials }: PageIndex): boolean {
  const route = readFragment(fragment);
  if (route === null) return false;
  if (route.view === 'table') return true;
  const places = route.view === 'trial' ? [route.trial] : [route.left, route.right];
  return places.every((place) => trials.some((trial) => isSamePlace(trial, place)));
}

it('the data of the page are all trials, and the transcripts as the run keeps them', async () => {
  const made = makeHostileRun();
  const page = await writePage(made);
  const index = unpack(page, 'page-index') as PageIndex;
  const chunk = unpack(page, 'chunk-0') as readonly (readonly [number, TrialResult])[];
  expect(
    index.trials.map(({ scenario, variant, plan, repeat }) => ({
      scenario,
      variant,
      plan,
      repeat,
    })),
  ).toEqual(
    made.results.map(
      ({
        trial: {
          lane: { suite: _suite, ...lane },
        },
      }) => lane,
    ),
  );
  expect(chunk).toEqual(JSON.parse(JSON.stringify([...made.results.entries()])));
});

it.each([
  [0, []],
  [2200, ['s0', 's1', 's2', 's3', 's4', 's5', 's17']],
  [1_000_000, 'all'],
])(
  'with %i characters for transcripts, those that tell most are on the page',
  async (most, expected) => {
    const trials = Array.from({ length: 30 }, (_, index) => ({
      scenario: `s${index}`,
      values: { 'task.success': index === 17 ? 0 : 1 },
      events: makeHostileRun().results[1]?.trial.events ?? [],
    }));
    const made = makeRun(trials);
    const { index, chunks } = await collectPage(await collect(made), toSource(made), most);
    const inside = index.trials
      .filter(({ chunk }) => chunk !== null)
      .map(({ scenario }) => scenario);
    expect(inside.length === 30 ? 'all' : inside).toEqual(expected);
    expect(chunks.join('').length).toBeLessThanOrEqual(most);
  },
);

it('transcripts that failed or flipped come first, then clean ones, then repeats', () => {
  const trial = { scenario: 'a', plan: 'none', verdict: 'passed', repeat: 1 } as const;
  const trials = [
    trial,
    { ...trial, repeat: 2 },
    { ...trial, scenario: 'b', plan: 'timeout' },
    { ...trial, scenario: 'c', verdict: 'failed' },
    { ...trial, scenario: 'c' },
    { ...trial, scenario: 'd', plan: 'timeout' },
  ] as const;
  const sized = trials.map((own) => ({ trial: own, bytes: 10 }));
  const flips = [{ scenario: 'd', plan: 'timeout' }];
  const order = [10, 20, 30, 40, 50, 60].map((most) =>
    [...chooseTrials(sized, flips, most)].at(-1),
  );
  expect(order).toEqual([3, 4, 5, 0, 1, 2]);
});

it('a template escapes text in content and in attributes, joins lists and leaves out nothing', () => {
  const parts = ['<', html`<i>${'"'}</i>`];
  expect(html`<b title="${'"><'}">${parts}${null}${false}${0}</b>`.source).toBe(
    '<b title="&#34;&#62;&#60;">&#60;<i>&#34;</i>0</b>',
  );
});
