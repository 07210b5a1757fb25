import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import OpenAI from 'openai';
import { expect, it, vi } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import type { Agent } from '../core/suite/agent.ts';
import type { TrialRecord } from '../core/trial/trial.ts';
import { readRun } from '../run/folder/read-run.ts';
import { runSuite } from '../run/run-suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { openShop, type Shop } from '../testing/open-shop.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';

// Each test runs several commands over a real socket.
vi.setConfig({ testTimeout: 120_000 });

interface Told {
  readonly runFolder: string;
  readonly passed: number;
  readonly failed: number;
  readonly invalid: number;
  readonly spent: readonly { readonly requests: number; readonly shared?: number }[];
}

async function run(shop: Shop, line: string): Promise<Told & { readonly err: string }> {
  const { out, err } = await shop.run(`${line} --json`);
  // One JSON object, as `--json` promises.
  const told = JSON.parse(out) as Told;
  return { ...told, runFolder: join(shop.folder.path, told.runFolder), err };
}

async function readTrials(runFolder: string): Promise<readonly TrialRecord[]> {
  const trials: TrialRecord[] = [];
  for await (const trial of readRun(runFolder).trials()) trials.push(trial);
  return trials;
}

/** Where the answers of a trial came from, in their order. */
function toSources({ events }: TrialRecord): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'reply' || event.type === 'model_error' ? [event.from] : [],
  );
}

/** What happened in a trial, regardless of what answered and how long it took. */
function toStory({ lane, outcome, events }: TrialRecord): object {
  const told = events.map((event) => {
    const {
      from: _from,
      durationMs: _took,
      atMs: _at,
      ...rest
    } = { from: 0, durationMs: 0, ...event };
    return rest;
  });
  return { lane, outcome, told };
}

/** Requests of the clean trials of the two scenarios: 2 and 3. */
const clean = 5;

const firstOfEach = (asked: readonly string[]): readonly string[] =>
  asked.filter((text) => !text.includes('"role":"assistant"'));

it.each(['record suite.ts', 'run suite.ts --mode live'])(
  'a faulted trial sends nothing before its fault: %s',
  async (command) => {
    await using shop = await openShop(runCli);
    const line = `${command} --faults standard --scenario look,pair`;
    const forked = await run(shop, line);
    const asked = shop.model.takeAsked();
    const sent = shop.model.takeCount();
    const whole = await run(
      shop,
      `${line} --no-fork${command.startsWith('record') ? ' --rerecord' : ''}`,
    );
    const all = shop.model.takeAsked();
    // Two scenarios begin two conversations, whatever the number of their faults.
    expect([firstOfEach(asked).length, firstOfEach(all).length > 10]).toEqual([2, true]);
    const shared = forked.spent[0]?.shared ?? 0;
    expect(sent + shared).toBe(all.length);
    expect(whole.spent[0]?.shared).toBeUndefined();
    const live =
      /(?<turns>[0-9]+) turns from the recordings of their clean trials, (?<live>[0-9]+) live/u;
    expect(live.exec(forked.err)?.slice(1)).toEqual([String(shared), String(sent - clean)]);
    expect(forked.err).toContain(`about ${sent} requests`);
    expect(forked.err).toContain(`; ${shared} more turns came from recordings of clean trials`);
    expect(whole.err).toContain(`about ${all.length} requests`);
    expect([forked.passed, forked.failed, forked.invalid]).toEqual([
      whole.passed,
      whole.failed,
      whole.invalid,
    ]);
    const [one, other] = [await readTrials(forked.runFolder), await readTrials(whole.runFolder)];
    expect(one.map(toStory)).toEqual(other.map(toStory));
    // Recorded turns come first; after the first live one there are no more.
    for (const trial of one) {
      const sources = toSources(trial).filter((from) => from !== 'fault');
      if (trial.lane.plan === 'none') expect(new Set(sources)).toEqual(new Set(['live']));
      expect(sources.lastIndexOf('recorded')).toBeLessThan(
        sources.includes('live') ? sources.indexOf('live') : sources.length,
      );
    }
    expect(new Set(one.flatMap(toSources))).toEqual(new Set(['live', 'recorded', 'fault']));
    expect(new Set(other.flatMap(toSources))).toEqual(new Set(['live', 'fault']));
  },
);

it('a live run shares the turns of its own clean trial, not those of an older recording', async () => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --scenario talk');
  shop.model.takeAsked();
  shop.say((messages) => (messages.length > 8 ? 'Later.' : 'Something else.'));
  const { runFolder } = await run(shop, 'run suite.ts --mode live --scenario talk --faults full');
  const trials = await readTrials(runFolder);
  const texts = trials.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.type === 'reply' && event.from === 'recorded' ? [event.text] : [],
    ),
  );
  expect(texts.length).toBeGreaterThan(0);
  // A fault may spoil the words, not replace them.
  expect(texts.filter((text) => text?.includes('Something else.') !== true)).toEqual([]);
  expect(readdirSync(join(shop.folder.path, 'cassettes'))).toEqual(['parts', 'shop']);
});

it.each(['damaged', 'stale'])('a %s clean lane is not used', async (kind) => {
  await using shop = await openShop(runCli);
  await shop.run('record suite.ts --scenario look');
  shop.model.takeAsked();
  const path = join(shop.folder.path, 'cassettes/shop/look/first/none.r1.jsonl');
  if (kind === 'damaged') writeFileSync(path, readFileSync(path, 'utf8').slice(0, -40));
  await shop.change({ plan: true, ...(kind === 'stale' ? { description: 'Other.' } : {}) });
  const told = await run(shop, 'record suite.ts --scenario look --faults own');
  // The clean lane is kept as it is, and reported; the faulted one begins its conversation itself.
  expect(told.invalid).toBe(1);
  expect(told.spent[0]?.shared).toBeUndefined();
  expect(firstOfEach(shop.model.takeAsked())).toHaveLength(1);
  const lane = join(shop.folder.path, 'cassettes/shop/look/first/own.r1.jsonl');
  const [head = ''] = readFileSync(lane, 'utf8').split('\n');
  expect(head).toContain(kind === 'stale' ? '"turn":1}' : '"fork":null');
});

it('--no-fork is refused where no model is asked', async () => {
  await using shop = await openShop(runCli);
  const { exitCode, err } = await shop.run('run suite.ts --no-fork');
  expect([exitCode, err]).toEqual([
    2,
    'toolrig: Cannot use --no-fork with --mode replay: no model is asked\n',
  ]);
});

/** The loop that a user writes with the SDK: it knows nothing of recordings. */
const sdkAgent: Agent = async ({ fetch, modelName, turns, tools, toolset }) => {
  const client = new OpenAI({ apiKey: 'k', baseURL: 'http://127.0.0.1/v1', fetch, maxRetries: 2 });
  const offered = toolset.tools.map(({ name, description }) => ({
    type: 'function' as const,
    function: { name, description },
  }));
  const messages: OpenAI.ChatCompletionMessageParam[] = [];
  for (const content of turns) {
    messages.push({ role: 'user', content });
    for (let turn = 0; turn < 6; turn += 1) {
      const request = { model: modelName, messages, tools: offered };
      const { choices } = await client.chat.completions.create(request);
      const said = choices[0]?.message;
      if (said !== undefined) messages.push(said);
      for (const call of said?.tool_calls ?? []) {
        if (call.type !== 'function') continue;
        const { name, arguments: args } = call.function;
        const result = await tools.run(name, args, { id: call.id });
        messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) });
      }
      if ((said?.tool_calls ?? []).length === 0) break;
    }
  }
  return { text: null };
};

it.each(['record', 'live'] as const)(
  "an agent with the provider's own SDK shares the turns before a fault: %s",
  async (mode) => {
    await using shop = await openShop(runCli);
    const loaded = await loadSuite(shop.folder.path);
    const variants = loaded.variants.map((variant) => ({ ...variant, agent: sdkAgent }));
    const counts: number[] = [];
    for (const fork of [true, false]) {
      const options = toTestRunOptions({ ...loaded, variants }, join(shop.folder.path, `${fork}`), {
        mode,
        fork,
        faults: ['standard'],
        scenarios: ['both'],
        baseUrl: shop.model.baseUrl,
        cassettes: join(shop.folder.path, `tapes-${fork}`),
      });
      const { summary } = await runSuite(options);
      expect(summary.invalid).toBe(0);
      counts.push(firstOfEach(shop.model.takeAsked()).length);
    }
    expect([counts[0], (counts[1] ?? 0) > 10]).toEqual([1, true]);
  },
);
