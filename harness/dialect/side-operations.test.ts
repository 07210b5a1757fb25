import { expect, it } from 'vitest';

import { findSide } from './side-operations.ts';

it.each([
  ['POST /v1/embeddings', 'chat', '/embeddings'],
  ['POST /v1beta/openai/embeddings', 'chat', '/embeddings'],
  ['POST /openai/deployments/ada/embeddings?api-version=2025-01-01', 'chat', '/embeddings'],
  ['POST /v1/moderations', 'chat', '/moderations'],
  ['POST /v1/rerank', 'chat', '/rerank'],
  ['POST /v1/responses/input_tokens', 'responses', '/responses/input_tokens'],
  ['POST /v1/messages/count_tokens?beta=true', 'messages', '/v1/messages/count_tokens'],
  ['GET /v1/models', 'chat', '/models'],
  ['GET /v1/models/meta/llama-3:8b', 'chat', '/models/meta/llama-3:8b'],
  ['GET /openai/models?api-version=2025-01-01&key=AIza', 'chat', '/models'],
])('%s is a side request', (asked, api, path) => {
  const [method = '', target = ''] = asked.split(' ');
  const url = new URL(`http://rig.invalid${target}`);
  expect(findSide(method, url, {})).toEqual({ api, method, path });
});

it("a list of models asked for by Anthropic's SDK is one of its own", () => {
  const url = new URL('http://rig.invalid/v1/models?limit=2&after_id=c-1');
  const headers = { 'anthropic-version': '2023-06-01' };
  const path = '/v1/models?limit=2&after_id=c-1';
  expect(findSide('GET', url, headers)).toEqual({ api: 'messages', method: 'GET', path });
});

it.each([
  ['POST', '/v1/chat/completions'],
  ['POST', '/v1/messages'],
  ['POST', '/v1/responses'],
  ['POST', '/v1/models'],
  ['POST', '/api/embeddings'],
  ['GET', '/v1/embeddings'],
  ['GET', '/v1/responses/resp_1'],
  ['DELETE', '/v1/models/ft-1'],
  ['POST', '/v1/images/generations'],
])('%s %s is none', (method, path) => {
  expect(findSide(method, new URL(`http://rig.invalid${path}`), {})).toBeNull();
});
