import { join } from 'node:path';

import { expect, it } from 'vitest';

import { loadSuite } from '../suite/load/load-suite.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';
import { runSuite } from '../run/run-suite.ts';

const pay = {
  name: 'pay',
  description: 'Pays',
  effect: 'irreversible',
  parameters: { type: 'object', properties: { cents: { type: 'integer' } } },
};

const calls = [{ id: 'c1', type: 'function', function: { name: 'pay', arguments: '{"cents":5}' } }];

// In a run the boundary sees each call that runs; where it saw none at all, nothing is presumed.
it.each([
  ['a refusal beside the call', { refusal: 'No.' }, 'tool_calls'],
  ['a refusal as finish reason', {}, 'refusal'],
  ['a filter', {}, 'SAFETY'],
  ['a cut', {}, 'max_tokens'],
])('the only call of a run that was never delivered is no pass: %s', async (_, fields, finish) => {
  await using scratch = await createScratchFolder();
  const message = { role: 'assistant', content: null, tool_calls: calls, ...fields };
  const script = [{ message, finish_reason: finish }, 'Paid.'];
  const scenario = { id: 'one', user: 'Pay 5.', expected: { calls: ['pay'] }, script };
  const source = { name: 's', tools: [pay], scenarios: [scenario] };
  await scratch.write('s.json', JSON.stringify(source));
  const suite = await loadSuite(join(scratch.path, 's.json'));
  const { summary } = await runSuite(toTestRunOptions(suite, scratch.path, {}));
  expect({ verdict: summary.verdict, failed: summary.failed }).toEqual({
    verdict: 'FAIL',
    failed: 1,
  });
});
