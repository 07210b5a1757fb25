import { expect, it } from 'vitest';

import { type CountingModel, startCountingModel } from '../testing/counting-model.ts';
import { type CommandResult, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { sayInShop, type ShopChange, writeShopSuite } from '../testing/shop-suite.ts';
import { runCli } from './run-cli.ts';

interface Shop extends AsyncDisposable {
  readonly folder: ScratchFolder;
  readonly model: CountingModel;
  readonly change: (change: ShopChange) => Promise<void>;
  readonly run: (line: string) => Promise<CommandResult>;
}

/** A suite whose model is a server that counts. */
async function openShop(): Promise<Shop> {
  const folder = await createScratchFolder();
  const model = await startCountingModel(sayInShop);
  await folder.write('suite.ts', writeShopSuite());
  return {
    folder,
    model,
    change: async (change) => await folder.write('suite.ts', writeShopSuite(change)),
    run: async (line) =>
      await runCommandLine(runCli, line.split(' '), {
        cwd: folder.path,
        env: { TOOLRIG_BASE_URL: model.baseUrl },
      }),
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

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
  await using shop = await openShop();
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
