import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { openShop, type Shop } from '../testing/open-shop.ts';
import { sayInShop } from '../testing/shop-suite.ts';
import { runCli } from './run-cli.ts';

// Each test runs several commands over a real socket.
vi.setConfig({ testTimeout: 120_000 });

function listCassettes({ folder }: Shop): readonly string[] {
  return readdirSync(join(folder.path, 'cassettes'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.path.length + 11))
    .sort();
}

/** A model that finds the order first, whatever it is asked to do. */
const sayCarefully: typeof sayInShop = (messages) =>
  messages.at(-1)?.role === 'user' && messages.at(-1)?.content !== 'talk'
    ? [['find_order', { id: 'B' }]]
    : sayInShop(messages);

it('compare --bisect --mode record leaves run, compare and cassettes check as they were', async () => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --variant *');
  const lines = [
    'run suite.ts',
    'run suite.ts --variant * --faults standard',
    'compare suite.ts --by toolset',
    'cassettes check suite.ts',
    'cassettes prune suite.ts',
  ];
  const look = async (): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for (const line of lines) {
      const { exitCode, out } = await shop.run(line);
      found.push([line, exitCode, out.replaceAll(/reports\/runs\/\S+/gu, 'RUN')]);
    }
    return found;
  };
  const before = await look();
  const files = listCassettes(shop);
  shop.model.takeCount();
  const bisected = await shop.run('compare suite.ts --by toolset --bisect --mode record');
  const sent = shop.model.takeCount();
  expect([bisected.exitCode, sent > 0]).toEqual([0, true]);
  expect(bisected.err).toMatch(/Recording 5 lanes into ".*\.bisect": about 11 requests/u);
  expect(await look()).toEqual(before);
  expect(listCassettes(shop).filter((path) => !path.startsWith('.bisect/'))).toEqual(files);

  const again = await shop.run('compare suite.ts --by toolset --bisect');
  expect([again.exitCode, shop.model.takeCount()]).toEqual([0, 0]);
  const pruned = await shop.run('cassettes prune suite.ts --mixed --yes');
  expect(pruned.exitCode).toBe(0);
  expect(listCassettes(shop).filter((path) => !path.startsWith('.bisect/parts/'))).toEqual(files);
});

it('makes mixtures again when a toolset changed', async () => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --variant *');
  await shop.run('compare suite.ts --by toolset --bisect --mode record');
  await shop.change({ description: 'Gets an order.' });
  await shop.run('record suite.ts --variant * --stale');
  shop.model.takeCount();
  const again = await shop.run('compare suite.ts --by toolset --bisect --mode record');
  expect(again.exitCode).toBe(0);
  expect(shop.model.takeCount()).toBeGreaterThan(0);
});

it('record --stale records what does not answer any more, and nothing else', async () => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --scenario look,pay');
  await shop.change({ description: 'Gets an order.' });
  await shop.run('record suite.ts --scenario both,talk');
  const kept = readFileSync(
    join(shop.folder.path, 'cassettes/shop/both/first/none.r1.jsonl'),
    'utf8',
  );
  shop.model.takeCount();
  const plain = await shop.run('record suite.ts --scenario look,pay,both,talk');
  expect([plain.exitCode, shop.model.takeCount()]).toEqual([4, 0]);
  expect(plain.err).toMatch(/2 recorded lanes no longer answer .*`--stale` records them again/u);
  const stale = await shop.run('record suite.ts --stale');
  // look 2, pay 2, and pair, which had no recording: 3.
  expect([stale.exitCode, shop.model.takeCount()]).toEqual([0, 7]);
  expect(stale.err).toMatch(/Recording 3 lanes .*about 7 requests/u);
  expect((await shop.run('run suite.ts')).exitCode).toBe(0);
  expect(
    readFileSync(join(shop.folder.path, 'cassettes/shop/both/first/none.r1.jsonl'), 'utf8'),
  ).toBe(kept);
});

it.each([
  { line: 'record suite.ts --stale --rerecord', says: /Cannot record both all lanes and only/u },
  { line: 'run suite.ts --stale', says: /Cannot use --stale with --mode replay/u },
  { line: 'run suite.ts --mode live --rerecord', says: /Cannot use --rerecord with --mode live/u },
  { line: 'record suite.ts --max-cost 0', says: /Expected an amount in US dollars above 0/u },
  { line: 'record suite.ts --max-requests -1', says: /Expected a whole number of at least 1/u },
])('refuses $line', async ({ line, says }) => {
  await using shop = await openShop(runCli);
  const result = await shop.run(line);
  expect(result.exitCode).toBe(2);
  expect(result.err).toMatch(says);
  expect(shop.model.takeCount()).toBe(0);
});

it('a faulted lane whose clean lane was made again is seen by check and record', async () => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --scenario pay --faults standard');
  expect((await shop.run('cassettes check suite.ts')).exitCode).toBe(0);
  shop.say(sayCarefully);
  const renewed = await shop.run('record suite.ts --scenario pay --rerecord');
  expect(renewed.err).toMatch(
    /note: [0-9]+ faulted lanes? w.* no longer match.*record suite\.ts --scenario pay --variant first --faults standard --stale/u,
  );
  const checked = await shop.run('cassettes check suite.ts');
  expect(checked.exitCode).toBe(4);
  expect(checked.out).toMatch(/^(?:stale|unreached) shop\/pay\/first\/standard/mu);
  expect(checked.out).not.toMatch(/delete/iu);
  await shop.run('record suite.ts --scenario pay --faults standard --stale');
  await shop.run('cassettes prune suite.ts --yes');
  expect((await shop.run('cassettes check suite.ts')).out).toBe('No findings\n');
  const replayed = await shop.run('run suite.ts --scenario pay --faults standard');
  expect(replayed.exitCode).not.toBe(4);
});

it('a scenario that was taken out is pruned, with what only it needed, and asked for first', async () => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts');
  await shop.change({ scenarios: ['look', 'pay', 'talk', 'pair'] });
  const run = await shop.run('run suite.ts');
  expect([run.exitCode, /surplus_recordings: .*"shop\/both\//u.test(run.out)]).toEqual([4, true]);
  expect(run.out).toMatch(/`toolrig cassettes prune suite\.ts`/u);
  const files = listCassettes(shop);
  const dry = await shop.run('cassettes prune suite.ts');
  expect(dry).toMatchObject({ exitCode: 0, err: '' });
  expect(dry.out).toBe(
    'would remove shop/both/first/none.r1.jsonl: the suite has no such scenario, variant or plan\n' +
      '1 file would be removed; --yes removes them\n',
  );
  expect(listCassettes(shop)).toEqual(files);
  const done = await shop.run('cassettes prune suite.ts --yes --json');
  expect(JSON.parse(done.out)).toMatchObject({ removed: true, files: [{}], partsKept: null });
  expect(existsSync(join(shop.folder.path, 'cassettes/shop/both'))).toBe(false);
  expect((await shop.run('run suite.ts')).exitCode).toBe(0);
  expect((await shop.run('cassettes check suite.ts')).exitCode).toBe(0);
});

it('parts that only a removed variant needed go with it', async () => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --variant *');
  const suite = readFileSync(join(shop.folder.path, 'suite.ts'), 'utf8');
  await shop.folder.write(
    'suite.ts',
    suite.replace("    { name: 'second', toolset: 'shop@2' },\n", ''),
  );
  const pruned = await shop.run('cassettes prune suite.ts --yes');
  expect(pruned.out).toMatch(/^removed parts\/.*: no lane names this part$/mu);
  expect(listCassettes(shop).some((path) => path.includes('/second/'))).toBe(false);
  expect((await shop.run('cassettes check suite.ts')).out).toBe('No findings\n');
});

it('faulted lanes that were only not reached are never listed for removal', async () => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --faults standard');
  await shop.change({ description: 'Gets an order.' });
  const run = await shop.run('run suite.ts --faults standard');
  expect(run.exitCode).toBe(4);
  expect(run.out).not.toMatch(/delete|remove|prune|surplus/iu);
  expect((await shop.run('cassettes prune suite.ts')).out).toBe('Nothing to remove\n');
});

it('X03: names no orphan while a lane is damaged, in check and in prune', async () => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --variant *');
  for (const scenario of ['look', 'pay', 'both', 'talk', 'pair']) {
    const file = join(shop.folder.path, `cassettes/shop/${scenario}/second/none.r1.jsonl`);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 400));
  }
  const checked = await shop.run('cassettes check suite.ts');
  expect(checked.out.match(/^damaged /gmu)).toHaveLength(5);
  expect(checked.out).not.toMatch(/orphan_part/u);
  const pruned = await shop.run('cassettes prune suite.ts --yes');
  expect(pruned.out).toMatch(/^Parts are kept: .* cannot be read/mu);
  expect(pruned.out).toMatch(/^Nothing to remove$/mu);
  rmSync(join(shop.folder.path, 'cassettes/shop'), { recursive: true });
  expect((await shop.run('cassettes check suite.ts')).out).toMatch(/orphan_part/u);
});

it('cassettes accept works for a scenario that wants no call', async () => {
  await using shop = await openShop(runCli);
  await shop.change({ scenarios: ['talk'] });
  await shop.run('record suite.ts');
  await shop.change({ scenarios: ['talk'], description: 'Gets an order.' });
  expect((await shop.run('run suite.ts')).exitCode).toBe(4);
  const typo = await shop.run(
    'cassettes accept suite.ts --part tool.find_order.description,tool.nope.description --reason typo',
  );
  expect(typo.exitCode).toBe(2);
  expect(typo.err).toMatch(/"tool\.nope\.description": .*What differs: tool\.find_order\.desc/u);
  const accepted = await shop.run(
    'cassettes accept suite.ts --part tool.find_order.description --reason typo',
  );
  expect(accepted.out).toBe('accepted tool.find_order.description\n');
  const run = await shop.run('run suite.ts --json');
  expect(JSON.parse(run.out)).toMatchObject({
    exitCode: 0,
    passed: 1,
    scores: { 'selection.abstention': { value: null } },
    warnings: [{ code: 'replayed_under_drift' }],
  });
});

it('recordings of two branches that meet: each is asked for what it lacks', async () => {
  await using shop = await openShop(runCli);
  await shop.change({ scenarios: ['look'] });
  await shop.run('record suite.ts');
  const file = join(shop.folder.path, 'cassettes/shop/look/first/none.r1.jsonl');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`);
  const checked = await shop.run('cassettes check suite.ts');
  expect(checked.out).toMatch(/^damaged shop\/look\/first\/none\.r1\.jsonl/mu);
  const run = await shop.run('run suite.ts');
  const advice = /`toolrig (?<command>record [^`]*--stale)`/u.exec(run.out)?.groups?.['command'];
  expect((await shop.run(advice ?? '')).exitCode).toBe(0);
  expect((await shop.run('run suite.ts')).exitCode).toBe(0);
});
