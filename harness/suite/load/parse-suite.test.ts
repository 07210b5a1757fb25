import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json.ts';
import { readJsonPath } from '../../json/to-json-path.ts';
import { createSampleSuite } from '../../testing/sample-suite.ts';
import { parseSuite } from './parse-suite.ts';
import { SuiteError } from './suite-error.ts';
import type { SuiteFinding } from './suite-finding.ts';

const kinds = ['lost_after_commit', 'timeout'];

function parse(value: unknown) {
  return parseSuite(value, {
    file: 'desk.yaml',
    name: 'desk',
    checkInjection: (inject) =>
      kinds.includes(inject.kind)
        ? []
        : [{ field: 'inject.kind', expected: kinds.join(', '), found: inject.kind }],
  });
}

function findingsOf(value: unknown): readonly SuiteFinding[] {
  const parsed = parse(value);
  return parsed.ok ? parsed.value.warnings : parsed.error;
}

function codes(value: unknown): readonly string[] {
  return findingsOf(value).map(({ code, path, severity }) =>
    severity === 'warning' ? `(${code}) ${path}` : `${code} ${path}`,
  );
}

/** The sample with one value put at a path; `undefined` takes the field away. */
function change(path: string, value: JsonValue | undefined): unknown {
  const suite = createSampleSuite();
  const steps = readJsonPath(`$.${path}`);
  let current = suite as Record<string | number, unknown>;
  for (const step of steps.slice(0, -1)) current = current[step] as typeof current;
  const last = steps.at(-1) ?? '';
  Object.defineProperty(current, last, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return JSON.parse(JSON.stringify(suite)) as unknown;
}

const first = 'scenarios[0]';
const at = '$.scenarios[0]';
const close = {
  name: 'close_account',
  description: 'x',
  effect: 'irreversible',
  parameters: { type: 'object' },
};

/** The sample with the tool that it forbids. */
function withClose(path: string, value: JsonValue | undefined): unknown {
  const suite = change(path, value) as { tools?: unknown[] };
  suite.tools?.push(close);
  return suite;
}

it('finds nothing in a sound suite', () => {
  const suite = withClose('about', 'An order desk');
  expect(codes(suite)).toEqual([]);
});

it.each([
  // Shape.
  ['senarios', [], 'unknown_field $.senarios'],
  ['scenarios', [], 'too_few_items $.scenarios', 'B147'],
  ['tools[0].effect', 'reed', 'not_in_enum $.tools[0].effect'],
  ['tools[0].descripton', 'x', 'unknown_field $.tools[0].descripton'],
  ['tools[0].parameters', undefined, 'missing_required $.tools[0].parameters', 'B070'],
  [`${first}.user`, 7, `wrong_type ${at}.user`],
  [`${first}.expected.stopReasons`, ['answerd'], `not_in_enum ${at}.expected.stopReasons[0]`],
  [`${first}.expected.calls[0]`, ['find_ordr'], `unknown_tool ${at}.expected.calls[0]`],
  [
    `${first}.expected.calls[0]`,
    { arguments: {} },
    `missing_required ${at}.expected.calls[0].tool`,
  ],
  [
    `${first}.expected.calls[0]`,
    ['find_order', { order_id: { $gt: 1 } }],
    `unknown_matcher ${at}.expected.calls[0][1].order_id`,
  ],
  [`${first}.expected.state`, { a: { $gt: 1 } }, `unknown_matcher ${at}.expected.state.a`],
  [
    `${first}.expected.state`,
    { a: { $number: { kind: 'integer' } } },
    `bad_matcher ${at}.expected.state.a.$number`,
  ],
  [
    'tools[0].results',
    [{ when: { order_id: { $anyOf: [] } }, give: 1 }],
    'bad_matcher $.tools[0].results[0].when.order_id.$anyOf',
  ],
  [
    `${first}.expected.calls[0].arguments.order_id`,
    { $anyof: ['A1'] },
    `unknown_matcher ${at}.expected.calls[0].arguments.order_id`,
  ],
  [
    `${first}.expected.calls[0].arguments.order_id`,
    { $anyOf: [] },
    `bad_matcher ${at}.expected.calls[0].arguments.order_id.$anyOf`,
    'B145',
  ],
  [
    `${first}.expected.calls[0]`,
    { either: [] },
    `too_few_items ${at}.expected.calls[0].either`,
    'B145',
  ],
  [
    'loops',
    { tight: { guards: { maxTurns: null } } },
    'wrong_type $.loops.tight.guards.maxTurns',
    'B145',
  ],
  ['loops', { tight: { guards: { maxturns: 3 } } }, 'unknown_field $.loops.tight.guards.maxturns'],
  ['params', { tools: [] }, 'bad_name $.params.tools'],
  ['version', 2, 'not_equal $.version'],
  // Schemas.
  ['tools[0].parameters', true, 'not_a_schema $.tools[0].parameters', 'B070'],
  ['tools[0].parameters', { type: 'array' }, 'root_not_object $.tools[0].parameters.type', 'B070'],
  [
    'tools[0].parameters.properties.status',
    { $ref: '#/$defs/s' },
    'dangling_ref $.tools[0].parameters.properties.status.$ref',
  ],
  [
    'tools[0].parameters.properties.status',
    { pattern: '^(?i)abc$' },
    'bad_pattern $.tools[0].parameters.properties.status.pattern',
    'B065',
  ],
  ['tools[0].returns', { type: 'objct' }, 'bad_keyword_value $.tools[0].returns.type'],
  // Names.
  ['tools[0].name', 'refund', 'duplicate_name $.tools[1]', 'B053'],
  ['tools[0].name', 'mail.send', 'bad_tool_name $.tools[0].name', 'B051'],
  ['tools[0].name', 'a'.repeat(65), 'bad_tool_name $.tools[0].name', 'B054'],
  [`${first}.id`, '__proto__', `reserved_name ${at}`, 'B048'],
  [`${first}.id`, 'toString', `reserved_name ${at}`, 'B048'],
  ['plans[0].name', 'standard/timeout', 'reserved_name $.plans[0]'],
  ['plans[0].name', 'none', 'reserved_name $.plans[0]'],
  // Tools.
  ['tools[1].keyFields', ['order'], 'unknown_field $.tools[1].keyFields[0]'],
  ['tools[1].coerce', { order: 'trim' }, 'unknown_field $.tools[1].coerce.order'],
  ['tools[1].effects.key', ['orderid'], 'unknown_field $.tools[1].effects.key[0]'],
  ['tools[0].effects', { key: ['order_id'] }, 'effects_of_read $.tools[0].effects'],
  ['tools[0].confirm', 'human', 'confirm_on_read $.tools[0].confirm'],
  ['tools[0].preview', { a: 1 }, 'unused_setting $.tools[0].preview'],
  [
    'tools[0].results[0].when',
    { orderid: 'A1' },
    'unknown_field $.tools[0].results[0].when.orderid',
  ],
  ['tools[0].results[0].meaning', 'x', 'unused_setting $.tools[0].results[0].meaning'],
  ['tools[1].reconcile.tool', 'find', 'unknown_tool $.tools[1].reconcile.tool'],
  ['tools[1].reconcile.tool', 'refund', 'reconcile_by_write $.tools[1].reconcile.tool'],
  ['tools[1].reconcile.happened', undefined, 'missing_required $.tools[1].reconcile.happened'],
  ['tools[1].example', { order_id: 1, amount: 10 }, 'bad_example $.tools[1].example.order_id'],
  [
    'tools[1].parameters.required',
    ['order_id', 'amount', 'confirm_token'],
    'token_required $.tools[1].confirm',
  ],
  ['tools[1].description', ' ', '(no_description) $.tools[1].description'],
  ['tools[0].results', undefined, '(no_results) $.tools[0].results'],
  // Models and variants.
  ['models', ['gpt'], `unused_setting ${at}.script`],
  ['model', { script: ['a'], baseUrl: 'https://models.test/v1' }, 'unused_setting $.model.baseUrl'],
  ['model', { script: [], toolset: 'main@2' }, 'unknown_toolset $.model.toolset'],
  ['variants', [{ name: 'a', model: 'scrip' }], 'unknown_model $.variants[0].model'],
  ['variants', [{ name: 'a', toolset: 'main@2' }], 'unknown_toolset $.variants[0].toolset'],
  ['variants', [{ name: 'a', loop: 'naive' }], 'unknown_loop $.variants[0].loop'],
  ['variants', [{ name: 'a', prompt: 'short' }], 'unknown_prompt $.variants[0].prompt'],
  ['variants', [{ name: 'a' }, { name: 'a' }], 'duplicate_name $.variants[1]'],
  [
    'variants',
    [
      { name: 'a', default: true },
      { name: 'b', default: true },
    ],
    'several_defaults $.variants[1].default',
  ],
  // Scenarios.
  [`${first}.expected`, {}, `checks_nothing ${at}.expected`],
  [`${first}.expected`, { mayCall: 'reads' }, `checks_nothing ${at}.expected`],
  [`${first}.expected.forbidden`, [], `cannot_fail ${at}.expected.forbidden`, 'B145'],
  [
    `${first}.expected.forbidden`,
    ['no_such_tool'],
    `unknown_tool ${at}.expected.forbidden[0]`,
    'B145',
  ],
  [`${first}.expected.forbidden`, ['refund'], `contradiction ${at}.expected.forbidden[0]`],
  [`${first}.expected.says`, '.*', `cannot_fail ${at}.expected.says`],
  [`${first}.expected.says`, ['('], `bad_pattern ${at}.expected.says[0]`],
  [`${first}.expected.says`, ['^(a+)+$'], `explosive_pattern ${at}.expected.says[0]`],
  [`${first}.expected.calls[0].tool`, 'find_orders', `unknown_tool ${at}.expected.calls[0]`],
  [
    `${first}.expected.calls[0].arguments`,
    { order_id: 5 },
    `impossible_arguments ${at}.expected.calls[0].arguments.order_id`,
    'B134',
  ],
  [
    `${first}.expected.calls[0].arguments`,
    { order_id: 'A1', std: false },
    `impossible_arguments ${at}.expected.calls[0].arguments.std`,
    'B134',
  ],
  [
    `${first}.expected.calls[0].arguments`,
    {},
    `impossible_arguments ${at}.expected.calls[0].arguments.order_id`,
    'B134',
  ],
  [
    `${first}.expected.calls[1].arguments.amount`,
    { $anyOf: [10, 500] },
    `impossible_arguments ${at}.expected.calls[1].arguments.amount`,
    'B134',
  ],
  [
    `${first}.expected.calls[1].arguments.amount`,
    { $range: { min: 9, max: 1 } },
    `cannot_hold ${at}.expected.calls[1].arguments.amount.$range`,
  ],
  [
    `${first}.expected.calls[1].arguments.amount`,
    { value: [{ $absent: true }] },
    `bad_matcher ${at}.expected.calls[1].arguments.amount.value[0]`,
  ],
  [
    `${first}.expected.effects`,
    { find_order: 1 },
    `effects_of_read ${at}.expected.effects.find_order`,
  ],
  [`${first}.expected.effects`, { refnd: 1 }, `unknown_tool ${at}.expected.effects.refnd`],
  [
    `${first}.expected.order`,
    [['find_order', 'refnd']],
    `unknown_expected_call ${at}.expected.order[0][1]`,
  ],
  [`${first}.expected.order`, [['refund', 'refund']], `order_circle ${at}.expected.order[0]`],
  [
    `${first}.expected.order`,
    [
      ['find_order', 'refund'],
      ['refund', 'find_order'],
    ],
    `order_circle ${at}.expected.order[1]`,
  ],
  [`${first}.expected.ask`, 'orderid', `unknown_field ${at}.expected.ask`],
  [`${first}.variants`, ['naive'], `unknown_variant ${at}.variants[0]`],
  [`${first}.script`, undefined, 'no_model $'],
  [`${first}.script`, [], `empty_script ${at}.script`],
  [`${first}.human`, 'deny', `(unused_setting) ${at}.human`],
  ['ignoreState', ['orders'], `contradiction ${at}.expected.state['orders.A1.status']`],
  ['claims[0].tool', 'find_order', 'claim_of_wrong_tool $.claims[0].tool'],
  ['claims[0].tool', 'close', 'unknown_tool $.claims[0].tool'],
  // History.
  [
    `${first}.history`,
    [{ role: 'tool', tool_call_id: 'c1', content: '{}' }],
    `dangling_answer ${at}.history[0].tool_call_id`,
  ],
  [
    `${first}.history`,
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'refund', arguments: '{}' } }],
      },
    ],
    `unanswered_call ${at}.history[0].tool_calls`,
  ],
  // Faults.
  [`${first}.faults[0].on`, 'tool(refnd).call(1)', `unknown_tool ${at}.faults[0].on`],
  [`${first}.faults[0].on`, 'tool(refund).call(0)', `bad_fault_place ${at}.faults[0].on`],
  [`${first}.faults[0].on`, 'refund', `bad_fault_place ${at}.faults[0].on`],
  [`${first}.faults[0].inject`, { kind: 'lost' }, `unknown_fault ${at}.faults[0].inject.kind`],
  ['plans[0].faults[0].on', 'model.turn(9)', 'fault_out_of_reach $.plans[0].faults[0].on'],
  [
    'plans[0].faults[0].on',
    'model.turn(1).attempt(4)',
    'fault_out_of_reach $.plans[0].faults[0].on',
  ],
  ['plans[0].faults', [], 'empty_plan $.plans[0].faults'],
] as [string, JsonValue | undefined, string, string?][])('%s = %j: %s', (path, value, wanted) => {
  expect(codes(withClose(path, value))).toContain(wanted);
});

it('tells everything at once, without what only follows from it', () => {
  const suite = withClose('tools[0].parameters.properties.status', { enum: [] }) as {
    readonly scenarios: unknown[];
    name?: string;
    nam?: string;
  };
  suite.nam = 'x';
  suite.scenarios.push(
    { id: 'two', user: 4, expected: {} },
    { id: 'three', user: 'x', expected: {}, script: ['x'] },
  );
  expect(codes(suite)).toEqual([
    'unknown_field $.nam',
    'wrong_type $.scenarios[1].user',
    'empty_enum $.tools[0].parameters.properties.status.enum',
    'checks_nothing $.scenarios[2].expected',
  ]);
});

it('uses the names of entries whose shape is wrong, so that nothing else seems to be missing', () => {
  expect(codes(withClose('tools[1].effect', 'irreversibel'))).toEqual([
    'not_in_enum $.tools[1].effect',
  ]);
  const variants = [{ name: 'a', toolset: 'main@1', paramz: {} }];
  expect(codes(withClose('variants', variants))).toEqual(['unknown_field $.variants[0].paramz']);
});

it('says whose field it is, and guesses at the word', () => {
  const [finding] = findingsOf(withClose('tools[0].descripton', 'x'));
  expect(finding).toMatchObject({
    path: '$.tools[0].descripton',
    message: 'tool "find_order": is not a known field; did you mean "description"?',
    found: 'x',
  });
});

it('leaves open what a partial expectation leaves open', () => {
  const call = { tool: 'refund', mode: 'partial', arguments: { order_id: { $pattern: '^A' } } };
  expect(codes(withClose(`${first}.expected.calls[1]`, call))).toEqual([]);
});

it.each([
  [undefined, 'empty_suite'],
  [null, 'empty_suite'],
  ['text', 'not_a_suite'],
  [[], 'not_a_suite'],
])('refuses %j as a whole (B147)', (value, code) => {
  expect(codes(value)).toEqual([`${code} $`]);
});

it.each([
  [/^a/i, 'is a regular expression: write pattern("^a")'],
  [5n, "must be data, and is 5n: write number('5')"],
  [new Date(0), 'is an object of class Date, and must be data'],
])('an expectation in code that is no data is refused with what to write: %s', (value, message) => {
  const expected = { calls: [['find_order', { order_id: value }]] };
  const suite = withClose('about', 'An order desk') as { readonly scenarios: unknown[] };
  suite.scenarios.push({ id: 'code', user: 'x', expected, script: ['x'] });
  const [finding] = findingsOf(suite);
  expect(finding).toMatchObject({ code: 'not_data', message });
});

it('counts errors and warnings apart', () => {
  const problem = { code: 'x', file: 'a', path: '$', line: null, column: null, message: 'm' };
  const error = new SuiteError('a', [
    { ...problem, severity: 'warning' },
    { ...problem, severity: 'error' },
  ]);
  expect(error.message).toBe(
    'Cannot load suite "a": 1 problem and 1 warning\n  a: m [x]\n  warning: a: m [x]',
  );
});
