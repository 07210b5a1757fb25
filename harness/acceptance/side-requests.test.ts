import { readFileSync } from 'node:fs';

import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, it } from 'vitest';

import type { Agent } from '../core/suite/agent.ts';
import type { Suite } from '../core/suite/suite.ts';
import { readRun } from '../run/folder/read-run.ts';
import { runSuite } from '../run/run-suite.ts';
import { openModelServer } from '../serve/open-model-server.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { startSideProvider } from '../testing/side-provider.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';

// An agent that looks things up by embeddings, counts tokens and lists models, in the SDKs of both providers over a socket.

/** What the agent looks up besides its conversation; it says what it found. */
function createAgent(query: string): Agent {
  return async (context) => {
    const server = await openModelServer();
    const { url, token } = server.open(context.fetch, { holdMs: 0 });
    const options = { apiKey: token, maxRetries: 1 };
    const openai = new OpenAI({ ...options, baseURL: `${url}/v1` });
    const anthropic = new Anthropic({ ...options, baseURL: url });
    const messages = [{ role: 'user' as const, content: context.turns[0] ?? '' }];
    try {
      const found = await openai.embeddings.create({ model: 'e-1', input: query });
      const counted = await anthropic.messages.countTokens({ model: 'c-1', messages });
      const models = await openai.models.list();
      const checked = await openai.moderations.create({ model: 'o-1', input: query });
      const reply = await openai.chat.completions.create({ model: 'm-1', messages });
      const said = [
        found.data[0]?.embedding.join(' '),
        counted.input_tokens,
        models.data[0]?.id,
        checked.results[0]?.flagged,
        reply.choices[0]?.message.content,
      ];
      return { text: said.join('|') };
    } finally {
      await server.close();
    }
  };
}

async function load(folder: ScratchFolder, query: string, nature = 'learned'): Promise<Suite> {
  const suite = {
    name: 'side',
    model: { name: 'm-1', nature, about: 'Says what it always says.' },
    tools: [
      { name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } },
    ],
    scenarios: [{ id: 'a', user: 'hello', expected: { calls: [] } }],
  };
  await folder.write('suite.json', JSON.stringify(suite));
  const loaded = await loadSuite(folder.path);
  const variants = loaded.variants.map((variant) => ({ ...variant, agent: createAgent(query) }));
  return { ...loaded, variants };
}

async function run(suite: Suite, folder: ScratchFolder, given: object = {}) {
  await using out = await createScratchFolder();
  const cassettes = `${folder.path}/cassettes`;
  const options = toTestRunOptions(suite, out.path, { cassettes, ...given });
  const { runFolder, summary } = await runSuite(options);
  const trials = [];
  for await (const trial of readRun(runFolder).trials()) trials.push(trial);
  const text = readFileSync(`${runFolder}/trials.jsonl`, 'utf8');
  const ends = trials.map(({ events }) => events.find((event) => event.type === 'end'));
  return {
    summary,
    trials,
    text,
    said: ends.map((end) => (end?.type === 'end' ? end.text : null)),
  };
}

const found = '0.5 -0.25 1|14|m-1|false|Done.';
const side = [
  'POST /v1/embeddings',
  'POST /v1/messages/count_tokens',
  'GET /v1/models',
  'POST /v1/moderations',
];

it('side requests are passed on, recorded by what was asked, and replayed without the provider', async () => {
  await using folder = await createScratchFolder();
  const suite = await load(folder, 'mugs');
  const provider = await startSideProvider();
  const { baseUrl, asked } = provider;
  const faults = ['standard'];
  const recorded = await run(suite, folder, { mode: 'record', baseUrl, faults });
  await provider.close();
  // Once for the clean trial and all its faulted ones, though each of them asks again.
  expect(side.map((one) => asked.filter((other) => other === one).length)).toEqual([1, 1, 1, 1]);
  expect(recorded.said[0]).toBe(found);
  expect(recorded.trials.length).toBeGreaterThan(2);

  const first = await run(suite, folder, { faults });
  const second = await run(suite, folder, { faults });
  expect(second.text).toBe(first.text);
  expect(first.summary.invalid).toBe(0);
  expect(first.said).toEqual(recorded.said);
  // They are no turns, and no fault of the model strikes them.
  const [clean, ...faulted] = first.trials;
  const requests = (clean?.events ?? []).filter(({ type }) => type === 'request');
  expect(requests).toMatchObject([{ turn: 1, attempt: 1 }]);
  expect(faulted.some(({ faults: struck }) => struck.some(({ fired }) => fired))).toBe(true);
});

it('a side request that was not recorded is a miss that names it and says what was recorded', async () => {
  await using folder = await createScratchFolder();
  const provider = await startSideProvider();
  const { baseUrl } = provider;
  await run(await load(folder, 'mugs'), folder, { mode: 'record', baseUrl });
  await provider.close();
  const { trials } = await run(await load(folder, 'plates'), folder);
  expect(trials[0]?.outcome).toMatchObject({
    status: 'invalid',
    code: 'cassette_changed',
    cause: expect.stringContaining('"POST /embeddings" was recorded, and not with this body'),
    detail: [
      'side POST /embeddings: recorded {"encoding_format":"base64","input":"mugs","model":"e-1"}, now {"encoding_format":"base64","input":"plates","model":"e-1"}',
    ],
  });
});

it('a key in a side request is not stored, and its recording answers under another salt', async () => {
  await using folder = await createScratchFolder();
  const key = 'sk-test-0123456789abcdefghijklmn';
  const suite = await load(folder, `the key ${key}`);
  const provider = await startSideProvider();
  const { baseUrl } = provider;
  await run(suite, folder, { mode: 'record', baseUrl });
  await provider.close();
  const lane = readFileSync(`${folder.path}/cassettes/side/a/reference/none.r1.jsonl`, 'utf8');
  expect(lane).toContain('"type":"side"');
  expect(lane).not.toContain(key);
  await using out = await createScratchFolder();
  const options = toTestRunOptions(suite, out.path, { cassettes: `${folder.path}/cassettes` });
  const { summary } = await runSuite({ ...options, redaction: { key: null, salt: 'another' } });
  expect(summary.invalid).toBe(0);
});
