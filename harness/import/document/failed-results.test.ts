import { expect, it } from 'vitest';

import { scoreDocument } from './score-document.ts';

const answer = (content: string, more: object = {}): ReturnType<typeof scoreDocument> =>
  scoreDocument(
    JSON.stringify({
      tools: { pay: { effect: 'irreversible' } },
      expected: { calls: ['pay'], effects: { pay: 1 } },
      messages: [
        { role: 'user', content: 'Pay' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content },
        { role: 'assistant', content: 'Done' },
      ],
      ...more,
    }),
  );

it.each([
  ['paid', true],
  ['No error: 3 found', true],
  ['Errors are explained in the manual', true],
  ['Error handling guide', true],
  ['Error: not found', false],
  ['  ERROR: down', false],
  ['ValueError: no such order', false],
  ["KeyError('x')", false],
  ['MyException: no', false],
  ['Traceback (most recent call last):\n  File "a.py"', false],
  ['{"isError":true}', false],
])('a write that is answered with %j had its effect: %s', (content, pass) => {
  expect(answer(content)).toMatchObject({ ok: true, value: { pass } });
});

const expectEffect = { calls: ['pay'], effects: { pay: 1 } };

it('an effect that is expected of a tool without a grade is refused, with what to write', () => {
  const ungraded = { tools: { pay: {} }, expected: expectEffect };
  expect(JSON.stringify(answer('paid', ungraded))).toContain('is a read, as every tool without');
});

it.each([
  ['a graded tool', { expected: expectEffect }],
  [
    'no effect of a read',
    { tools: { pay: {} }, expected: { calls: ['pay'], effects: { pay: 0 } } },
  ],
  [
    'effects that the document lists',
    { tools: { pay: {} }, expected: expectEffect, effects: [['pay', 'k']] },
  ],
])('accepts %s', (...[, more]) => {
  expect(answer('paid', more)).toMatchObject({ ok: true, value: { pass: true } });
});
