import { expect, it } from 'vitest';

import { stopReasons } from '../core/trial/stop-reason.ts';
import { metricNames } from '../core/score/metric.ts';
import { createRedactor } from './create-redactor.ts';

it.each([
  ...[...stopReasons, ...metricNames].filter((word) => word.length >= 6),
  'finished',
  'committed',
  'irreversible',
  'not_needed',
  'idempotent',
  'INCONCLUSIVE',
  'stopReason',
  'invalidReasons',
  'schemaVersion',
  'selection',
  'manifestHash',
  'condition',
  'function',
  'parameters',
  'assistant',
  'tool_calls',
  'arguments',
  'properties',
  'content_block_delta',
  'tool_result',
  'input_schema',
  'response.completed',
  'function_call_output',
])('a secret that is the word %s, or a part of a word, leaves formats as they are', (word) => {
  const redactor = createRedactor({ secrets: [word], key: null, salt: 'test' });
  const value = { [word]: word, list: [`a ${word} b`] };
  expect(redactor.redactTexts(value)).toEqual(value);
  expect(redactor.redactJson(value)).toEqual(value);
});

it('a secret that only begins with a word of a format is taken out', () => {
  const redactor = createRedactor({ secrets: ['answered1'], key: null, salt: 'test' });
  expect(redactor.redactText('it is answered1, answered')).toMatch(
    /^it is \[secret:[0-9a-f]{8}\], answered$/u,
  );
});
