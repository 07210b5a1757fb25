import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseSuite } from '../load/parse-suite.ts';

const nothing = (): null => null;

const refund = {
  name: 'refund',
  description: 'Pay an order back',
  effect: 'irreversible',
  parameters: z.strictObject({ order_id: z.string(), confirm_token: z.string().optional() }),
  handler: nothing,
};

/** What is found in a suite made in code, whose one tool is the given one. */
function codes(tool: object, more: object = {}): readonly string[] {
  const suite = {
    tools: [tool],
    model: { name: 'mute', respond: () => ({ type: 'text', status: 200, text: '' }) },
    scenarios: [{ id: 'a', user: 'b', expected: { calls: ['refund'] } }],
    ...more,
  };
  const options = { file: 'suite.ts', name: 'suite', checkInjection: () => [] };
  const parsed = parseSuite(suite, options);
  return parsed.ok ? [] : parsed.error.map(({ code, path }) => `${code} ${path}`);
}

it('takes a schema of a library that was not put through defineTool', () => {
  expect(codes(refund)).toEqual([]);
  expect(codes({ ...refund, keyFields: ['order'] })).toEqual([
    'unknown_field $.tools[0].keyFields[0]',
  ]);
});

it.each([
  [{ confirm: 'token' }, ['no_preview $.tools[0].confirm']],
  [{ confirm: 'token', preview: nothing }, []],
  [{ preview: nothing }, ['unused_setting $.tools[0].preview']],
  [{ results: [{ give: 1 }] }, ['unused_setting $.tools[0].results']],
  [{ effects: { key: ['order_id'] } }, ['unused_setting $.tools[0].effects']],
  [{ parameters: z.object({ at: z.date() }) }, ['not_data $.tools[0].parameters']],
  [
    { reconcile: { tool: 'refund', toArguments: () => ({}), happened: () => true } },
    ['reconcile_by_write $.tools[0].reconcile.tool'],
  ],
])('holds a tool with a handler to its word: %j', (more, wanted) => {
  expect(codes({ ...refund, ...more })).toEqual(wanted);
});

it('says whose schema JSON cannot say', () => {
  const suite = { tools: [{ ...refund, parameters: z.object({ at: z.date() }) }], scenarios: [] };
  const parsed = parseSuite(suite, { file: 'x', name: 'x', checkInjection: () => [] });
  const [finding] = parsed.ok ? [] : parsed.error;
  expect(finding?.message).toContain('Cannot write the parameters of tool "refund" as JSON Schema');
});

it.each([
  [{ model: { respond: nothing, script: [] } }, 'contradiction $.model'],
  [{ model: { respond: nothing } }, 'missing_required $.model.name'],
  [
    { variants: [{ name: 'a', prompt: 'p', systemPrompt: 'x' }], prompts: { p: 'y' } },
    'contradiction $.variants[0]',
  ],
  [{ model: { name: 'm', script: [] } }, 'no_script $.scenarios[0]'],
])('refuses what contradicts itself or is not there: %j', (more, wanted) => {
  expect(codes(refund, more)).toContain(wanted);
});

it('lets a user’s own agent come to any turn', () => {
  const plans = [
    { name: 'late', faults: [{ on: { on: 'model', turn: 30, attempt: 9 }, inject: 'timeout' }] },
  ];
  const own = [{ name: 'mine', agent: nothing }];
  expect(codes(refund, { plans, variants: own })).toEqual([]);
  expect(codes(refund, { plans })).toEqual([
    'fault_out_of_reach $.plans[0].faults[0].on',
    'fault_out_of_reach $.plans[0].faults[0].on',
  ]);
});

it('what a definition says and no judgement heeds is a warning, in parameters and returns', () => {
  const parameters = {
    type: 'object',
    strict: true,
    properties: {
      order_id: { type: 'string', optional: true },
      day: { type: 'string', format: 'dat', default: 5 },
      unit: { type: 'string', enum: ['a', 1] },
    },
  };
  const suite = {
    tools: [{ ...refund, parameters, returns: { type: 'object', nullable: true } }],
    model: { name: 'mute', respond: () => ({ type: 'text', status: 200, text: '' }) },
    scenarios: [{ id: 'a', user: 'b', expected: { calls: ['refund'] } }],
  };
  const options = { file: 'suite.ts', name: 'suite', checkInjection: () => [] };
  const parsed = parseSuite(suite, options);
  const at = '$.tools[0].parameters';
  expect(
    parsed.ok && parsed.value.warnings.map(({ severity, code, path }) => [severity, code, path]),
  ).toEqual([
    ['warning', 'unknown_keyword', `${at}.strict`],
    ['warning', 'unknown_keyword', `${at}.properties.order_id.optional`],
    ['warning', 'unknown_format', `${at}.properties.day.format`],
    ['warning', 'bad_default', `${at}.properties.day.default`],
    ['warning', 'value_of_wrong_type', `${at}.properties.unit.enum[1]`],
    ['warning', 'unknown_keyword', '$.tools[0].returns.nullable'],
  ]);
});

it('an expectation of what a read-back finds is held to the language, before its fields are filled', () => {
  const { handler: _handler, ...stub } = refund;
  const reconcile = (happened: object): object => ({
    ...stub,
    reconcile: { tool: 'find', arguments: {}, happened },
  });
  const find = { ...stub, name: 'find', effect: 'read', results: [{ give: 1 }] };
  const found = (happened: object): readonly string[] =>
    codes(reconcile(happened), { tools: [reconcile(happened), find] });
  expect(found({ day: { $date: '{order_id}' }, id: '{order_id}' })).toEqual([]);
  expect(found({ day: { $gt: 1 } })).toEqual(['unknown_matcher $.tools[0].reconcile.happened.day']);
});
