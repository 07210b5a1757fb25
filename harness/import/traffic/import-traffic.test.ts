import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { ImportOptions, ImportedRun } from '../imported-run.ts';
import { importers } from '../registry.ts';
import { scoreImported } from '../score-imported.ts';

const tools = [
  {
    type: 'function',
    function: {
      name: 'refund',
      parameters: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: false,
      },
    },
  },
];
const question = { role: 'user', content: 'Refund A1' };
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'c1', type: 'function', function: { name: 'refund', arguments: '{"id":"A1"}' } },
  ],
};
const answer = { role: 'tool', tool_call_id: 'c1', content: 'done' };
const url = 'https://api.example.test/v1/chat/completions';

function toReply(message: object, reason: string): object {
  return {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'model-a',
    choices: [{ index: 0, message, finish_reason: reason }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  };
}

/** A conversation of two requests, with one for a list of models between them. */
const pairs = [
  {
    request: { model: 'model-a', messages: [question], tools },
    response: toReply(call, 'tool_calls'),
  },
  {
    request: { model: 'model-a', messages: [question, call, answer], tools },
    response: toReply({ role: 'assistant', content: 'It is refunded' }, 'stop'),
  },
];

const vcrpy = stringify({
  interactions: [
    ...pairs.map(({ request, response }) => ({
      request: { method: 'POST', uri: url, body: JSON.stringify(request) },
      response: {
        status: { code: 200, message: 'OK' },
        headers: { 'Content-Type': ['application/json'] },
        body: { string: JSON.stringify(response) },
      },
    })),
    {
      request: { method: 'GET', uri: 'https://api.example.test/v1/models', body: null },
      response: { status: { code: 200 }, headers: {}, body: { string: '{}' } },
    },
  ],
  version: 1,
});

/** As vcrpy keeps a body that came packed. */
const packed = stringify(
  {
    interactions: pairs.map(({ request, response }) => ({
      request: { method: 'POST', uri: url, body: Buffer.from(JSON.stringify(request)) },
      response: {
        status: { code: 200 },
        headers: { 'content-encoding': ['gzip'] },
        body: { string: gzipSync(JSON.stringify(response)) },
      },
    })),
  },
  { customTags: ['binary'] },
);

const goVcr = stringify({
  version: 2,
  interactions: pairs.map(({ request, response }, id) => ({
    id,
    request: { method: 'POST', url, body: JSON.stringify(request), headers: {} },
    response: {
      body: JSON.stringify(response),
      status: '200 OK',
      code: 200,
      headers: { 'Content-Type': ['application/json'] },
    },
  })),
});

const har = JSON.stringify({
  log: {
    version: '1.2',
    entries: pairs.map(({ request, response }) => ({
      time: 120.4,
      request: { method: 'POST', url, headers: [], postData: { text: JSON.stringify(request) } },
      response: {
        status: 200,
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        content: {
          mimeType: 'application/json',
          encoding: 'base64',
          text: Buffer.from(JSON.stringify(response)).toString('base64'),
        },
      },
    })),
  },
});

const log = pairs.map((pair) => JSON.stringify(pair)).join('\n');
const wrapped = pairs
  .map(({ request, response }) =>
    JSON.stringify({
      request: { url, body: JSON.stringify(request) },
      response: { status: 200, body: JSON.stringify(response) },
    }),
  )
  .join('\n');
const batch = [
  ...pairs.map(({ request }, index) =>
    JSON.stringify({
      custom_id: `r${index}`,
      method: 'POST',
      url: '/v1/chat/completions',
      body: request,
    }),
  ),
  ...pairs.map(({ response }, index) =>
    JSON.stringify({
      custom_id: `r${index}`,
      response: { status_code: 200, body: response },
      error: null,
    }),
  ),
].join('\n');

function read(format: string, text: string, options: Partial<ImportOptions> = {}): ImportedRun {
  const importer = importers[format];
  if (importer === undefined) throw new Error(`There is no importer "${format}"`);
  return importer([{ name: 'file', text }], {
    tools: null,
    suite: null,
    variant: null,
    only: null,
    errors: 'failed',
    injectionTasks: false,
    ...options,
  });
}

it.each([
  ['vcr', 'vcrpy', vcrpy],
  ['vcr', 'vcrpy with packed bodies', packed],
  ['vcr', 'go-vcr', goVcr],
  ['har', 'a browser', har],
  ['requests', 'a log of bodies', log],
  ['requests', 'a log of requests and responses', wrapped],
  ['requests', 'input and output of a batch', batch],
])('%s of %s: two requests are one conversation, with its calls and results', (format, _, text) => {
  const run = read(format, text);
  const [trial, ...others] = [...run.trials()];
  expect(others).toEqual([]);
  expect(trial?.record.lane).toMatchObject({ scenario: 'refund-a1', variant: 'model-a' });
  expect(trial?.record.outcome).toEqual({ status: 'finished', stopReason: 'answered' });
  const shown = trial?.record.events.map((event) =>
    event.type === 'judged' ? `judged ${event.name} ${event.caughtBy}` : event.type,
  );
  expect(shown).toEqual([
    'user',
    'request',
    'reply',
    'judged refund null',
    'delivery',
    'result',
    'observation',
    'request',
    'reply',
    'end',
  ]);
});

it('no trial passes or fails, and what can be measured is measured', () => {
  const run = read('vcr', vcrpy);
  expect(run.notes).toEqual(['requests that ask no model, left out: 1']);
  const [trial] = [...run.trials()];
  if (trial === undefined) throw new Error('There is no trial');
  const scored = scoreImported(trial, run);
  expect(scored.verdict).toBe('invalid');
  expect(scored.scores['arguments.valid_first']?.value).toBe(1);
  expect(scored.scores['termination.clean']?.value).toBe(1);
  expect(Object.keys(scored.scores)).not.toContain('task.success');
  expect(Object.keys(scored.scores)).not.toContain('effects.double');
});

it('a retry of a request that failed goes on with its conversation', () => {
  const [first, second] = pairs;
  const failed = { request: first?.request, response: { status: 503, body: 'overloaded' } };
  const text = [failed, first, second].map((pair) => JSON.stringify(pair)).join('\n');
  const trials = [...read('requests', text).trials()];
  expect(trials.map(({ record }) => record.outcome)).toEqual([
    { status: 'finished', stopReason: 'answered' },
  ]);
});

it('a conversation that ends with an error of the provider ends as such', () => {
  const [first] = pairs;
  const text = JSON.stringify({ request: first?.request, response: null, error: { message: 'x' } });
  const [trial] = [...read('requests', text).trials()];
  expect(trial?.record.outcome).toEqual({ status: 'finished', stopReason: 'model_error' });
});

it.each([
  ['vcr', 'a: [', /^Cannot import "file:1:\d+": cannot be read as YAML or JSON/u],
  ['vcr', 'a: 1', /^Cannot import "file": expected a VCR recording with a list "interactions"$/u],
  [
    'vcr',
    'interactions: [1]',
    /^Cannot import "file interactions\[0\]": expected an object with "request" and "response"$/u,
  ],
  ['har', '{"log":{}}', /^Cannot import "file \$\.log": expected an object with "entries"/u],
  [
    'har',
    '{"log":{"entries":[{}]}}',
    /^Cannot import "file \$\.log\.entries\[0\]": expected an object with "request"/u,
  ],
  [
    'requests',
    '{}',
    /^Cannot import "file:1 \$": expected an object with "request" and "response"$/u,
  ],
  ['requests', '{"request":{}}', /^Cannot import "file:1 \$": expected an object with "error"/u],
  [
    'requests',
    '{"custom_id":"r1","response":{"status_code":200,"body":{}}}',
    /^Cannot import "file:1 \$": no line with the request "r1" is there/u,
  ],
])('%s: %s is refused with its place', (format, text, message) => {
  expect(() => read(format, text)).toThrow(message);
});

it('a request to a model that cannot be read is named, and the others are read', () => {
  const bad = JSON.stringify({ request: 'no JSON', response: toReply(call, 'stop') });
  const run = read('requests', `${log}\n${bad}\n{"cut`);
  expect(run.unreadable).toEqual([
    'Cannot import "file:4": it is not JSON: unexpected end in line 1',
    'Cannot import "file:3 $": the request body is not a JSON object',
  ]);
  expect([...run.trials()]).toHaveLength(1);
});
