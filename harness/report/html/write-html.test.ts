import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { hostileTexts, makeHostileRun } from '../../testing/hostile-run.ts';
import { makeRun, type MadeRun } from '../../testing/made-run.ts';
import { collectRun } from '../open/collect-run.ts';
import type { ResultSource } from '../open/read-results.ts';
import { toVisibleText } from '../text/to-visible-text.ts';
import { chooseTrials, toTrialKey } from './choose-trials.ts';
import { html } from './html.ts';
import { writeHtml } from './write-html.ts';

async function writePage({ summary, manifest, results }: MadeRun): Promise<string> {
  const source: ResultSource = async function* () {
    yield* await Promise.resolve(results);
  };
  const { suite, verdict, exitCode } = summary;
  const run = await collectRun({ summary, manifest }, source);
  const data = { suite, verdict, exitCode, run, comparisons: [], gates: null };
  const { files } = await writeHtml.write({ data, results: source, byteOrderMark: false });
  let page = '';
  for (const { content } of files) {
    if (content instanceof Uint8Array) throw new Error('a page is text');
    for await (const piece of content) page += piece;
  }
  return page;
}

function decode(text: string): string {
  return text.replace(/&#(\d+);/gu, (_, code: string) => String.fromCharCode(Number(code)));
}

it('B161, B164: the page has only our own tags, and none of them loads or runs anything', async () => {
  const page = await writePage(makeHostileRun());
  const body = page.slice(page.indexOf('<body>')).replace(/<script>[^]*<\/script>/u, '');
  const tags = [...body.matchAll(/<(\/?)([^\s>/]*)([^>]*)>/gu)];
  const allowed =
    /^(?:body|html|header|main|nav|section|footer|form|label|input|output|h[1-4]|p|a|b|small|span|br|ul|li|dl|dt|dd|div|details|summary|pre|ins|del|figure|figcaption|svg|g|line|circle|polygon|text|title|table|caption|thead|tbody|tr|th|td)$/u;
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
  const text = decode((await writePage(makeHostileRun())).replace(/<[^>]*>/gu, ''));
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
  expect(page.match(/<(?:script|style)\b/gu)).toEqual(['<style', '<script']);
});

it('every reply says where it comes from', async () => {
  const page = await writePage(makeHostileRun());
  const trials = page.slice(page.indexOf('id="trial-list"'));
  expect(trials.match(/tag-recorded">recorded/gu)).toHaveLength(6);
  expect(trials.match(/tag-live">live/gu)).toHaveLength(6);
});

it('what the model said is next to what the tools did', async () => {
  const page = await writePage(makeHostileRun());
  const row = /<tr>\s*<th scope="row">1<\/th>\s*<td>([^]*?)<\/td>\s*<td>([^]*?)<\/td>/u.exec(page);
  expect(row?.[1]).toContain('<pre>{&#34;order&#34;:&#34;A-1&#34;}</pre>');
  expect(row?.[2]).toContain('changed the world: refund/A-1');
  expect(row?.[2]).toContain('held back: unknown_tool');
});

it('every link leads to a place on the page', async () => {
  const page = await writePage(makeHostileRun());
  const ids = new Set([...page.matchAll(/ id="([^"]*)"/gu)].map((match) => match[1]));
  const links = [...page.matchAll(/ href="#([^"]*)"/gu)].map((match) => match[1]);
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

it('no more trials than the page can bear, the telling ones first', async () => {
  const trials = Array.from({ length: 30 }, (_, index) => ({
    scenario: `s${index}`,
    values: { 'task.success': index === 17 ? 0 : 1 },
  }));
  const { summary, manifest, results } = makeRun(trials);
  const { cases } = await collectRun({ summary, manifest }, async function* () {
    yield* await Promise.resolve(results);
  });
  const chosen = chooseTrials(cases, [], 3);
  expect([...chosen.keys()]).toEqual(
    ['s0', 's1', 's17'].map((scenario) => toTrialKey({ scenario, plan: 'none', variant: 'a' }, 1)),
  );
});

it('a template escapes text in content and in attributes, joins lists and leaves out nothing', () => {
  const parts = ['<', html`<i>${'"'}</i>`];
  expect(html`<b title="${'"><'}">${parts}${null}${false}${0}</b>`.source).toBe(
    '<b title="&#34;&#62;&#60;">&#60;<i>&#34;</i>0</b>',
  );
});
