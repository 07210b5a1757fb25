import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { scoreDocument } from './score-document.ts';

const tools = {
  look: { effect: 'read', parameters: { type: 'object', properties: { q: { type: 'string' } } } },
};

interface Told {
  readonly pass: boolean | null;
  readonly codes: readonly string[];
  readonly abstention: number | null | undefined;
  readonly exact: number | null | undefined;
}

function score(answers: readonly JsonObject[], calls: readonly string[] = []): Told {
  const messages = [
    { role: 'user', content: 'Hi' },
    ...answers.map((answer) => ({ role: 'assistant', content: null, ...answer })),
  ];
  const result = scoreDocument(JSON.stringify({ tools, expected: { calls }, messages }));
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const [one] = result.value.cases;
  return {
    pass: one?.pass ?? null,
    codes: [...new Set(one?.losses.map(({ code }) => code))],
    abstention: one?.scores['selection.abstention']?.value,
    exact: one?.scores['selection.exact']?.value,
  };
}

const json = '{"name": "look", "arguments": {"q": "a"}}';

it.each([
  ['<｜DSML｜function_calls>\n<｜DSML｜invoke name="look">'],
  ['<|tool_calls_section_begin|><|tool_call_begin|>functions.look:0'],
  [`Let me look.\n<tool_call>\n${json}\n</tool_call>`],
  ['[look(q="a")]'],
  [`\`\`\`json\n${json}\n\`\`\``],
])('F06: %j is no abstention and no answer', (content) => {
  const codes = ['call_as_text'];
  expect(score([{ content }])).toEqual({ pass: false, codes, abstention: 0, exact: 0 });
});

it.each([
  [`A call looks like this: <tool_call>${json}</tool_call>`],
  [`Here is an example:\n\n\`\`\`json\n${json}\n\`\`\`\n\nThe name says which tool.`],
  ['I did not use `look(q="a")`.'],
])('F06: %j shows a call and is an answer', (content) => {
  expect(score([{ content }])).toEqual({ pass: true, codes: [], abstention: 1, exact: 1 });
});

it.each(['reasoning_content', 'reasoning'])('F07: a call that is left in %s', (field) => {
  const told = score([{ content: '', [field]: `<tool_call>${json}</tool_call>` }]);
  expect(told).toEqual({ pass: false, codes: ['call_in_reasoning'], abstention: 0, exact: 0 });
  expect(score([{ content: 'Hi', [field]: `<tool_call>${json}</tool_call>` }]).pass).toBe(true);
});

it.each([
  ['stop', true, []],
  ['end_turn', true, []],
  ['length', false, ['ended_truncated']],
  ['MAX_TOKENS', false, ['ended_truncated']],
  ['SAFETY', false, ['ended_content_filter']],
  ['error', false, ['ended_model_error']],
  ['banana', false, ['unknown_finish']],
  ['tool_calls', false, ['announced_call']],
])('F01: a message that ends with %s', (finish, pass, codes) => {
  expect(score([{ content: 'Hi', finish_reason: finish }])).toMatchObject({ pass, codes });
});

it('a call that could not be read is not an abstention', () => {
  const told = score([{ content: null, finish_reason: 'MALFORMED_FUNCTION_CALL' }]);
  expect(told).toMatchObject({ pass: false, abstention: 0, exact: 0 });
});

it('a call that was written and then made is mended, where one was wanted', () => {
  const made = {
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
  };
  expect(score([{ content: '[look(q="a")]' }, made], ['look'])).toMatchObject({
    pass: true,
    exact: 1,
  });
  expect(score([made, { content: '[look(q="a")]' }], ['look'])).toMatchObject({
    pass: false,
    exact: 0,
  });
});

it('X06: what a logged call carries besides is left aside', () => {
  const call = {
    id: 'c1',
    type: 'function',
    index: 0,
    extra_content: { google: { thought_signature: 'SIG==' } },
    provider_specific_fields: { a: 1 },
    function: { name: 'look', arguments: '{}', parsed_arguments: {}, thought_signature: 'S' },
  };
  const told = score(
    [{ tool_calls: [call], extra_content: { a: 1 }, thought_signature: 'S' }],
    ['look'],
  );
  expect(told).toMatchObject({ pass: true, exact: 1 });
});

it('a logged call of another kind is refused, and so is an unknown field of a call that is written by hand', () => {
  const custom = { id: 'c1', type: 'custom', custom: { name: 'look', input: 'a' } };
  expect(() => score([{ tool_calls: [custom] }])).toThrow('other kinds of calls are not read');
  const calls = [{ name: 'look', arguments: {}, extra_content: 1 }];
  const result = scoreDocument(JSON.stringify({ tools, expected: { calls: ['look'] }, calls }));
  expect(result.ok ? [] : result.error.map(({ path }) => path)).toEqual([
    '$.calls[0].extra_content',
  ]);
});
