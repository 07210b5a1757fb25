import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { openShop } from '../testing/open-shop.ts';
import type { CommandResult } from '../testing/run-command-line.ts';
import type { ShopChange } from '../testing/shop-suite.ts';
import { runCli } from './run-cli.ts';

// Each test runs several commands over a real socket.
vi.setConfig({ testTimeout: 120_000 });

function readAnnounced({ err }: CommandResult): number {
  const found = [...err.matchAll(/(?:about|sent:) (?<requests>[0-9]+) requests? ?/gu)];
  return found.reduce((sum, match) => sum + Number(match.groups?.['requests']), 0);
}

const clean = 11;

it.each([
  { name: 'an empty suite', before: [], line: 'record suite.ts', sent: clean },
  {
    name: 'a half recorded suite',
    before: ['record suite.ts --scenario look,both'],
    line: 'record suite.ts',
    sent: clean - 5,
  },
  {
    name: 'a recorded suite',
    before: ['record suite.ts'],
    line: 'record suite.ts',
    sent: 0,
  },
  {
    name: 'a recorded suite with one repeat more',
    before: ['record suite.ts'],
    line: 'record suite.ts --repeats 2',
    sent: clean,
  },
  {
    name: 'a recorded suite, again',
    before: ['record suite.ts'],
    line: 'record suite.ts --rerecord',
    sent: clean,
  },
  {
    name: 'a changed description without --stale',
    before: ['record suite.ts'],
    change: { description: 'Gets an order.' },
    line: 'record suite.ts',
    sent: 0,
  },
  {
    name: 'a changed description',
    before: ['record suite.ts'],
    change: { description: 'Gets an order.' },
    line: 'record suite.ts --stale',
    sent: clean,
  },
  {
    name: 'both variants',
    before: ['record suite.ts'],
    line: 'record suite.ts --variant *',
    sent: clean,
  },
  { name: 'faults on an empty suite', before: [], line: 'record suite.ts --faults standard' },
  {
    name: 'faults on a clean suite',
    before: ['record suite.ts'],
    line: 'record suite.ts --faults standard',
  },
  {
    name: 'faults that are recorded',
    before: ['record suite.ts --faults standard'],
    line: 'record suite.ts --faults standard',
    sent: 0,
  },
  {
    name: 'faults after a changed description',
    before: ['record suite.ts --faults standard'],
    change: { description: 'Gets an order.' },
    line: 'record suite.ts --faults standard --stale',
  },
  {
    name: 'faults again',
    before: ['record suite.ts --faults standard'],
    line: 'record suite.ts --faults standard --rerecord',
  },
  { name: 'a live run', before: [], line: 'run suite.ts --mode live', sent: clean },
  {
    name: 'a live run of a recorded suite with faults',
    before: ['record suite.ts --faults standard'],
    line: 'run suite.ts --mode live --faults standard',
  },
  {
    name: 'a live comparison',
    before: [],
    line: 'compare suite.ts --by toolset --mode live',
    sent: 2 * clean,
  },
] satisfies readonly {
  readonly name: string;
  readonly before: readonly string[];
  readonly change?: ShopChange;
  readonly line: string;
  readonly sent?: number;
}[])('announces what is sent: $name', async (row) => {
  await using shop = await openShop(runCli);
  for (const line of row.before) await shop.run(line);
  if ('change' in row && row.change !== undefined) await shop.change(row.change);
  shop.model.takeCount();
  const result = await shop.run(row.line);
  const sent = shop.model.takeCount();
  expect({ announced: readAnnounced(result), err: result.err }).toEqual({
    announced: sent,
    err: result.err,
  });
  if ('sent' in row) expect(sent).toBe(row.sent);
  if (sent > 0)
    expect(result.err).toMatch(new RegExp(`Sent ${sent} requests? (?:to till|in all)`, 'u'));
});

it.each([
  {
    name: 'a changed description, with faults',
    change: { description: 'Gets an order.' },
    line: 'run suite.ts --faults standard',
  },
  { name: 'a repeat more', line: 'run suite.ts --repeats 2' },
  { name: 'another variant', line: 'run suite.ts --variant second' },
  { name: 'a lost lane', lost: 'shop/both/first/none.r1.jsonl', line: 'run suite.ts' },
  {
    name: 'a lost clean lane, with faults',
    lost: 'shop/both/first/none.r1.jsonl',
    line: 'run suite.ts --faults standard --scenario both',
  },
] satisfies readonly {
  readonly name: string;
  readonly change?: ShopChange;
  readonly lost?: string;
  readonly line: string;
}[])('a report of misses counts what the advised command then sends: $name', async (row) => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --faults standard');
  if ('change' in row) await shop.change(row.change);
  if ('lost' in row) rmSync(join(shop.folder.path, 'cassettes', row.lost));
  shop.model.takeCount();
  const missed = await shop.run(row.line);
  expect(shop.model.takeCount()).toBe(0);
  const advice = /`toolrig (?<command>record [^`]*)` \(about (?<requests>[0-9]+) requests/u.exec(
    missed.out,
  )?.groups;
  await shop.run(advice?.['command'] ?? '');
  expect([missed.exitCode, shop.model.takeCount()]).toEqual([4, Number(advice?.['requests'])]);
  expect(Number(advice?.['requests'])).toBeGreaterThan(0);
});

it('calls an estimate of what an agent of one’s own sends an estimate, with its lower bound', async () => {
  await using shop = await openShop(runCli);
  await shop.change({ agent: true });
  const { err } = await shop.run('record suite.ts');
  const sent = shop.model.takeCount();
  const spread =
    /about 11 requests to till \(at least (?<least>[0-9]+); how many more, the agent decides\).*with no upper bound/u.exec(
      err,
    )?.groups;
  expect(Number(spread?.['least'])).toBe(6);
  expect(sent).toBe(12);
  expect(err).toMatch(/Sent 12 requests to till/u);
  const again = await shop.run('record suite.ts --rerecord');
  expect([again.err.includes('about 12 requests'), shop.model.takeCount()]).toEqual([true, 12]);
  const kept = await shop.run('record suite.ts');
  expect(kept.err).toBe(
    'Nothing is sent: 0 requests\n5 lanes recorded already: nothing is sent for them\n',
  );
  expect(shop.model.takeCount()).toBe(0);
  await shop.change({ agent: true, scenarios: ['look', 'pair'] });
  const stale = await shop.run('record suite.ts --stale');
  expect([/Nothing is sent/u.test(stale.err), shop.model.takeCount()]).toEqual([true, 0]);
});

it('runs no tool that does real I/O to find out what will be sent', async () => {
  await using shop = await openShop(runCli);
  await shop.change({ real: true });
  const { err } = await shop.run('record suite.ts');
  expect(err).toMatch(/about 11 requests/u);
  expect(shop.model.takeCount()).toBe(11);
  const log = readFileSync(join(shop.folder.path, 'calls.log'), 'utf8');
  // One for each expected call: look, pay, both (2) and pair.
  expect(log.trim().split('\n').toSorted()).toEqual(['find', 'find', 'find', 'pay', 'pay']);
});

it('says how far the number may be from what is sent, also in dollars', async () => {
  await using shop = await openShop(runCli);
  const { err } = await shop.run('record suite.ts');
  expect(err).toMatch(
    /Recording 5 lanes into ".*": about 11 requests to till \(6 to 40, as the model goes on\), about [0-9]+ tokens, about \$0\.[0-9]{4,6} \(\$0\.[0-9]{4,6} to \$0\.[0-9]{4,6}\)/u,
  );
  expect(err).toMatch(/Sent 11 requests to till: 1100 input and 110 output tokens, \$0\.0013\n/u);
});

it('ends at --max-requests as INVALID, keeps what was measured, and goes on with --resume', async () => {
  await using shop = await openShop(runCli);
  const cut = await shop.run('record suite.ts --max-requests 6 --concurrency 1 --json');
  const summary = JSON.parse(cut.out) as Cut;
  expect(shop.model.takeCount()).toBe(6);
  expect(cut.exitCode).toBe(4);
  expect(summary).toMatchObject({
    exitCode: 4,
    verdict: 'INVALID',
    passed: 2,
    invalidReasons: [{ code: 'spend_limit' }],
    spent: [{ model: 'till', requests: 6, inputTokens: 600, outputTokens: 60 }],
  });
  expect(cut.err).toMatch(/This is more than --max-requests 6/u);
  const rest = await shop.run(`record suite.ts --resume ${summary.runFolder} --json`);
  expect(rest.exitCode).toBe(0);
  expect(JSON.parse(rest.out)).toMatchObject({ passed: 5, invalid: 0, verdict: 'PASS' });
  // The conversation that was cut begins again; all others were kept.
  expect(shop.model.takeCount()).toBe(7);
});

interface Cut {
  readonly runFolder: string;
}

it.each([
  { line: 'record suite.ts', sent: 7 },
  { line: 'run suite.ts --mode live', sent: 7 },
  { line: 'compare suite.ts --by toolset --mode live', sent: 7 },
  { line: 'compare suite.ts --by toolset --mode live --sequential', sent: 7 },
  { line: 'compare suite.ts --by toolset --mode live --bisect', sent: 7 },
])('never sends more than --max-requests: $line', async ({ line, sent }) => {
  await using shop = await openShop(runCli);
  const result = await shop.run(`${line} --max-requests 7 --concurrency 1`);
  expect([result.exitCode, shop.model.takeCount()]).toEqual([4, sent]);
  expect(result.out + result.err).toMatch(/--max-requests 7 is reached/u);
});

it('ends before --max-cost is passed, and refuses it where a price is not known', async () => {
  await using shop = await openShop(runCli);
  // A request costs 100 x $1 + 10 x $2 a million tokens.
  const cut = await shop.run('record suite.ts --max-cost 0.0007 --concurrency 1');
  const sent = shop.model.takeCount();
  expect([cut.exitCode, sent * 0.00012 <= 0.0007, sent > 0]).toEqual([4, true, true]);
  expect(cut.out).toMatch(/passes --max-cost 0\.0007/u);
  await shop.change({ price: false });
  const refused = await shop.run('record suite.ts --max-cost 1');
  expect([refused.exitCode, shop.model.takeCount()]).toEqual([2, 0]);
  expect(refused.err).toMatch(/Cannot hold --max-cost: .*no price for model "till"/u);
});
