import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';

import { startAgentServer } from '../../scripts/agent-server/start-agent-server.ts';
import { handbook } from '../../suites/orders/handbook.ts';
import type { Agent, AgentContext } from '../core/suite/agent.ts';
import type { ModelSpec, Suite, Variant } from '../core/suite/suite.ts';
import { type ApiName, apiNames } from '../core/talk/wire-form.ts';
import { toCanonicalJson } from '../json/canonical-json.ts';
import { readRun } from '../run/folder/read-run.ts';
import { runSuite } from '../run/run-suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { repositoryRoot } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { type TestRun, toTestRunOptions } from '../testing/test-run-options.ts';

/**
 * The shipped suite with a scripted model that is asked in one API, by the reference loop or by an SDK: recorded over real
 * HTTP, then replayed with nothing to be reached.
 */

const orders = await loadSuite(`${repositoryRoot}/suites/orders`);
const few = ['refund-mug-zh', 'not-cancelled'];

interface Asked {
  readonly api: ApiName;
  readonly agent: Agent | null;
  readonly isStreamed: boolean;
}

function toSuite({ api, agent, isStreamed }: Asked): Suite {
  const models = orders.models.map((model): ModelSpec => ({ ...model, api }));
  const variants = orders.variants.map((variant): Variant => {
    const params = isStreamed ? { ...variant.params, stream: true } : variant.params;
    return { ...variant, agent, params };
  });
  return { ...orders, models, variants };
}

interface Told {
  readonly counts: string;
  /** What was said and done in each trial, without where it came from. */
  readonly stories: readonly string[];
  readonly faults: readonly string[];
}

async function run(suite: Suite, cassettes: string, options: TestRun): Promise<Told> {
  await using scratch = await createScratchFolder();
  const wanted = { variants: ['reference'], scenarios: few, cassettes, ...options };
  const result = await runSuite(toTestRunOptions(suite, scratch.path, wanted));
  const { passed, failed, invalid, skipped } = result.summary;
  const stories: string[] = [];
  const faults: string[] = [];
  for await (const { lane, outcome, events, ...trial } of readRun(result.runFolder).trials()) {
    const said = events
      .filter(({ type }) => ['user', 'reply', 'model_error', 'result', 'end'].includes(type))
      .map((event) => toCanonicalJson({ ...event, from: 0, tier: 0, durationMs: 0, atMs: 0 }));
    stories.push([lane.scenario, lane.plan, JSON.stringify(outcome), ...said].join('\n'));
    faults.push(...trial.faults.map(({ kind, fired, handled }) => `${kind} ${fired} ${handled}`));
  }
  return { counts: JSON.stringify({ passed, failed, invalid, skipped }), stories, faults };
}

const noKey = { apiKey: 'none', maxRetries: 1 };

/** An agent in Anthropic's SDK: a loop over `messages.create`. */
function createMessagesAgent(isStreamed: boolean): Agent {
  return async (context) => {
    const client = new Anthropic({ ...noKey, baseURL: 'http://rig.invalid', fetch: context.fetch });
    const tools = context.toolset.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: { ...parameters, type: 'object' as const },
    }));
    const messages: Anthropic.MessageParam[] = [];
    let text = '';
    for (const said of context.say()) {
      messages.push({ role: 'user', content: said });
      for (let round = 0; round < 8; round += 1) {
        const body = {
          model: 'clerk',
          max_tokens: 999,
          system: toSystem(context),
          messages,
          tools,
        };
        const reply = isStreamed
          ? await client.messages.stream(body).finalMessage()
          : await client.messages.create(body);
        messages.push({ role: 'assistant', content: reply.content });
        text = reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
        const calls = reply.content.filter((block) => block.type === 'tool_use');
        if (calls.length === 0) break;
        const content: Anthropic.ToolResultBlockParam[] = [];
        for (const { id, name, input } of calls) {
          const result = await context.tools.run(name, input, { id });
          content.push({ type: 'tool_result', tool_use_id: id, content: JSON.stringify(result) });
        }
        messages.push({ role: 'user', content });
      }
    }
    return { text };
  };
}

/** An agent in OpenAI's SDK: a loop over `responses.create` that goes on from the last response. */
function createResponsesAgent(isStreamed: boolean): Agent {
  return async (context) => {
    const client = new OpenAI({ ...noKey, baseURL: 'http://rig.invalid/v1', fetch: context.fetch });
    const tools = context.toolset.tools.map(({ name, description, parameters }) => ({
      type: 'function' as const,
      name,
      description,
      parameters: { ...parameters },
      strict: null,
    }));
    let previous: string | null = null;
    let text = '';
    for (const said of context.say()) {
      let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: said }];
      for (let round = 0; round < 8; round += 1) {
        const body = {
          model: 'clerk',
          instructions: toSystem(context),
          input,
          tools,
          previous_response_id: previous,
        };
        const reply: OpenAI.Responses.Response = isStreamed
          ? await client.responses.stream(body).finalResponse()
          : await client.responses.create(body);
        previous = reply.id;
        text = reply.output_text;
        input = [];
        for (const item of reply.output) {
          if (item.type !== 'function_call') continue;
          const { call_id: id, name } = item;
          const result = await context.tools.run(name, item.arguments, { id });
          input.push({ type: 'function_call_output', call_id: id, output: JSON.stringify(result) });
        }
        if (input.length === 0) break;
      }
    }
    return { text };
  };
}

function toSystem({ systemPrompt }: AgentContext): string {
  return systemPrompt ?? '';
}

const asked: readonly (readonly [about: string, asked: Asked])[] = [
  ...apiNames.flatMap((api) =>
    [false, true].map(
      (isStreamed) =>
        [
          `the reference loop, ${api}${isStreamed ? ', streamed' : ''}`,
          { api, agent: null, isStreamed },
        ] as const,
    ),
  ),
  ...[false, true].flatMap((isStreamed) => [
    [
      `the Anthropic SDK${isStreamed ? ', streamed' : ''}`,
      { api: 'messages', agent: createMessagesAgent(isStreamed), isStreamed },
    ] as const,
    [
      `responses.create${isStreamed ? ', streamed' : ''}`,
      { api: 'responses', agent: createResponsesAgent(isStreamed), isStreamed },
    ] as const,
  ]),
];

describe.each(asked)('%s', (_about, wanted) => {
  it('is recorded over real HTTP and replays as it went, with every fault that strikes', async () => {
    await using cassettes = await createScratchFolder();
    const suite = toSuite(wanted);
    const faults = ['standard'];
    const server = await startAgentServer(handbook, 0);
    const live = await run(suite, cassettes.path, {
      mode: 'record',
      baseUrl: server.baseUrl,
      faults,
    });
    await server.close();
    const replayed = await run(suite, cassettes.path, { faults });
    expect(replayed).toEqual(live);
    expect(JSON.parse(live.counts)).toMatchObject({ invalid: 0 });
    const clean = live.stories.filter((story) => story.split('\n')[1] === 'none');
    expect(clean).toHaveLength(few.length);
    for (const story of clean) expect(story).toMatch(/"stopReason":"answered"/u);
    expect(new Set(live.faults.map((line) => line.split(' ')[0])).size).toBeGreaterThan(4);
    expect(live.faults.filter((line) => / 0 /u.test(line))).toEqual([]);
  });
});

it.each([
  ['system', 'messages', createMessagesAgent(false)],
  ['system', 'responses', createResponsesAgent(false)],
  ['tool.search_orders.description', 'messages', createMessagesAgent(true)],
  ['tool.search_orders.description', 'responses', createResponsesAgent(true)],
] as const)('a change of %s is a miss that names it, over %s', async (part, api, agent) => {
  await using cassettes = await createScratchFolder();
  const suite = toSuite({ api, agent, isStreamed: false });
  const server = await startAgentServer(handbook, 0);
  const scenarios = ['not-cancelled'];
  const { baseUrl } = server;
  await run(suite, cassettes.path, { mode: 'record', baseUrl, scenarios });
  await server.close();
  const parts: string[] = [];
  const onMiss: TestRun['onMiss'] = ({ differences }) => {
    parts.push(...differences.map((found) => found.part));
  };
  const { counts } = await run(withChange(suite, part), cassettes.path, { scenarios, onMiss });
  expect(JSON.parse(counts)).toMatchObject({ invalid: 1 });
  expect(parts).toEqual([part]);
});

function withChange(suite: Suite, part: string): Suite {
  if (part === 'system') {
    const variants = suite.variants.map((variant) => ({ ...variant, systemPrompt: 'Be quick.' }));
    return { ...suite, variants };
  }
  const toolsets = suite.toolsets.map((toolset) => ({
    ...toolset,
    tools: toolset.tools.map((tool) =>
      tool.name === 'search_orders' ? { ...tool, description: 'Finds orders.' } : tool,
    ),
  }));
  return { ...suite, toolsets };
}
