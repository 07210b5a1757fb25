import { expect, it } from 'vitest';
import { scoreDocument } from './score-document.ts';

it.each(['refusal', 'SAFETY', 'MAX_TOKENS', 'error'])(
  'a call of a last message that ended with "%s" never ran',
  (finish) => {
    const toolCalls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
    const document = {
      tools: { f: { effect: 'irreversible', parameters: { type: 'object' } } },
      expected: { calls: ['f'] },
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: null, tool_calls: toolCalls, finish_reason: finish },
      ],
    };
    const result = scoreDocument(JSON.stringify(document));
    const [only] = result.ok ? result.value.cases : [];
    expect(only?.pass).toBe(false);
    expect(only?.losses.map(({ code }) => code)).toContain('never_ran');
  },
);
