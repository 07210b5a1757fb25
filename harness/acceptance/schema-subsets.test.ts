import { expect, it } from 'vitest';

import type { ModelSpec, ScriptedReply } from '../core/suite/suite.ts';
import type { ChatRequest } from '../core/talk/chat.ts';
import { readRun } from '../run/folder/read-run.ts';
import { runSuite } from '../run/run-suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { sampleCall, sampleCompletion } from '../testing/sample-exchange.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';

// A model is offered its tools in a subset of JSON Schema, and what it says is judged by the whole schema.

const pay = {
  name: 'pay',
  description: 'Pays an order.',
  effect: 'irreversible',
  parameters: {
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 2 },
      note: { type: 'string' },
    },
    required: ['id'],
    additionalProperties: false,
  },
};

async function run(args: string, schemas: string | undefined) {
  await using folder = await createScratchFolder();
  const suite = {
    name: 'subsets',
    model: { name: 'm-1', script: ['Done.'], ...(schemas === undefined ? {} : { schemas }) },
    tools: [pay],
    scenarios: [
      {
        id: 'a',
        user: 'pay A1',
        expected: { calls: [{ tool: 'pay', arguments: { id: 'A1' } }] },
      },
    ],
  };
  await folder.write('suite.json', JSON.stringify(suite));
  const warnings: string[] = [];
  const loaded = await loadSuite(folder.path, {
    onWarning: ({ code, message }) => warnings.push(`${code}: ${message}`),
  });
  const asked: ChatRequest[] = [];
  const respond = (request: ChatRequest): ScriptedReply => {
    asked.push(request);
    const calls = [sampleCall('c1', 'pay', args)];
    const body =
      asked.length === 1
        ? sampleCompletion({ content: null, tool_calls: calls }, 'tool_calls')
        : sampleCompletion({ content: 'Done.' }, 'stop');
    return { type: 'body', status: 200, body };
  };
  const models = loaded.models.map(
    ({ name, nature, about, price, schemas: subset }): ModelSpec => ({
      name,
      nature,
      about,
      price,
      kind: 'responder',
      respond,
      ...(subset === undefined ? {} : { schemas: subset }),
    }),
  );
  const options = toTestRunOptions({ ...loaded, models }, `${folder.path}/runs`);
  const { runFolder } = await runSuite(options);
  const judged = [];
  for await (const { events } of readRun(runFolder).trials()) {
    judged.push(...events.filter((event) => event.type === 'judged'));
  }
  return { warnings, sent: asked[0]?.tools?.[0]?.function, judged: judged[0] };
}

it('without a subset, a schema is sent as it is, and null is no text', async () => {
  const { warnings, sent, judged } = await run('{"id":"A1","note":null}', undefined);
  expect(sent?.parameters).toEqual(pay.parameters);
  expect(sent).not.toHaveProperty('strict');
  expect(judged).toMatchObject({ reading: 'parsed', caughtBy: 'validation' });
  expect(warnings.filter((text) => text.startsWith('schema_subset'))).toEqual([]);
});

it('in a strict subset, an optional field is required and nullable, and null in its place is left out', async () => {
  const { warnings, sent, judged } = await run('{"id":"A1","note":null}', 'openai-strict');
  expect(sent).toMatchObject({
    strict: true,
    parameters: {
      type: 'object',
      properties: { id: { type: 'string' }, note: { type: ['string', 'null'] } },
      required: ['id', 'note'],
      additionalProperties: false,
    },
  });
  expect(judged).toMatchObject({
    reading: 'normalised',
    arguments: { id: 'A1' },
    caughtBy: null,
    findings: [],
  });
  expect(warnings.filter((text) => text.startsWith('schema_subset'))).toEqual([
    'schema_subset: tool "pay" is offered in the subset "openai-strict" without some of its constraints: "minLength" at $.properties.id is not sent',
  ]);
});

it('what a subset does not say is judged all the same', async () => {
  const { judged } = await run('{"id":"A","note":null}', 'openai-strict');
  expect(judged).toMatchObject({ caughtBy: 'validation', findings: [{ path: '$.id' }] });
});
