import { expect, it } from 'vitest';

import { scoreDocument } from '../../document/score-document.ts';
import type { JsonObject, JsonValue } from '../../../json/json.ts';
import type { ImportedSuite } from '../imported-suite.ts';
import { makeSuite } from '../make-suite.ts';
import { readPromptfoo } from './read-promptfoo.ts';

type Texts = Readonly<Record<string, string>>;

function read(config: object, files: Texts = {}): ImportedSuite {
  return readPromptfoo({
    name: 'promptfooconfig.yaml',
    text: JSON.stringify(config),
    read: (path) => files[path] ?? null,
    list: (path) =>
      Object.keys(files).flatMap((file) =>
        file.startsWith(`${path}`) ? [file.slice(path.length)] : [],
      ),
  });
}

const toTool = (name: string): JsonObject => ({
  type: 'function',
  function: {
    name,
    description: `${name}.`,
    parameters: { type: 'object', properties: { city: {}, days: {} } },
  },
});
const providers = [
  {
    id: 'openai:chat:gpt-4.1',
    config: { temperature: 0, tools: [toTool('weather'), toTool('book')] },
  },
];
const base = { providers, prompts: ['Weather in {{city}}?'] };
const vars = { city: 'Paris' };

/** Whether the calls of an answer are as the assertion wants them, by the product's own score. */
function passes(asserts: readonly object[], calls: readonly JsonValue[]): boolean {
  const { scenarios } = read({ ...base, tests: [{ vars, assert: asserts }] });
  const tools = { weather: { effect: 'irreversible' }, book: { effect: 'irreversible' } };
  const document = { tools, cases: [{ id: 'one', expected: scenarios[0]?.expected, calls }] };
  const result = scoreDocument(JSON.stringify(document));
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.cases[0]?.pass === true;
}

const used = (value: JsonValue): object => ({ type: 'trajectory:tool-used', value });
const args = (value: JsonObject): object => ({ type: 'trajectory:tool-args-match', value });
const paris = ['weather', { city: 'Paris', days: 2 }];

it.each<[string, readonly object[], readonly JsonValue[], boolean]>([
  ['a tool', [used('weather')], [paris], true],
  ['a tool and another', [used('weather')], [paris, ['book', {}]], true],
  ['another tool', [used('weather')], [['book', {}]], false],
  ['no call', [used(['weather', 'book'])], [], false],
  ['twice', [used({ name: 'weather', min: 2 })], [paris], false],
  ['once of once', [used({ name: 'weather', min: 1, max: 1 })], [paris], true],
  ['twice of once', [used({ name: 'weather', min: 1, max: 1 })], [paris, ['weather', {}]], false],
  ['a forbidden one', [{ type: 'not-trajectory:tool-used', value: 'book' }], [['book', {}]], false],
  ['none of it', [{ type: 'not-trajectory:tool-used', value: 'book' }], [paris], true],
  ['some arguments', [args({ name: 'weather', args: { city: '{{city}}' } })], [paris], true],
  ['other arguments', [args({ name: 'weather', args: { city: 'Rome' } })], [paris], false],
  [
    'arguments with others',
    [args({ name: 'weather', args: { city: 'Paris' }, mode: 'exact' })],
    [paris],
    false,
  ],
  [
    'ignored ones',
    [args({ name: 'weather', args: { city: 'Paris' }, mode: 'exact', ignore: ['days'] })],
    [paris],
    true,
  ],
  [
    'a part of an object',
    [args({ name: 'weather', args: { city: { in: 'FR' } } })],
    [['weather', { city: { in: 'FR', of: 2 } }]],
    true,
  ],
  [
    'fields that look like words',
    [args({ name: 'weather', args: { city: { $gt: 5 } }, mode: 'exact' })],
    [['weather', { city: { $gt: 5 } }]],
    true,
  ],
  ['one of all tools', [{ type: 'is-valid-openai-tools-call' }], [['book', {}]], true],
  ['none of all tools', [{ type: 'is-valid-openai-tools-call' }], [], false],
  [
    'by name and by arguments',
    [used('weather'), args({ name: 'weather', args: { days: 2 } })],
    [paris],
    true,
  ],
  ['the set', [{ type: 'tool-call-f1', value: 'weather' }], [paris], true],
  [
    'more than the set',
    [{ type: 'tool-call-f1', value: ['weather'] }],
    [paris, ['book', {}]],
    false,
  ],
  [
    'the name of the first',
    [{ type: 'equals', value: 'weather', transform: 'output[0].function.name' }],
    [paris],
    true,
  ],
])('calls: %s', (...[, asserts, calls, pass]) => {
  expect(passes(asserts, calls)).toBe(pass);
});

it('what is not carried over is named with its place, and the rest is a suite', () => {
  const suite = read({
    ...base,
    providers: [...providers, 'python:agent.py'],
    defaultTest: {
      assert: [
        { type: 'not-contains', value: 'sorry' },
        { type: 'latency', threshold: 9 },
      ],
    },
    tests: [
      { vars, assert: [{ type: 'javascript', value: 'output.length' }, used('train')] },
      {
        vars,
        threshold: 0.5,
        assert: [
          {
            type: 'assert-set',
            assert: [{ type: 'is-json' }, { type: 'icontains', value: '{{ city }}' }],
          },
        ],
      },
      {
        vars,
        assert: [
          { type: 'contains', value: '{{ city | upper }}', weight: 2 },
          { type: 'equals', value: 'x', weight: 0 },
        ],
      },
      { vars, options: { transform: 'output.text' }, assert: [{ type: 'equals', value: 'x' }] },
    ],
  });
  const left = suite.notes.filter(({ kind }) => kind === 'left');
  expect(
    left.map(({ place, text }) => `${place.replace('promptfooconfig.yaml $.', '')}: ${text}`),
  ).toEqual([
    'providers[1]: "python:agent.py" is not a model that is asked by name',
    'defaultTest.assert[1] (latency): a suite has no expectation for it',
    'tests[0].assert[0] (javascript): a suite has no expectation for it',
    'tests[0].assert[1] (trajectory:tool-used): no provider offers the tool "train"',
    'tests[1].assert[0].assert[0] (is-json): a suite has no expectation for it',
    'tests[2].assert[0] (contains): its template cannot be filled in: {{ city | upper }}',
    'tests[2].assert[1] (equals): its weight is 0, so that it never fails',
    'defaultTest.assert[0] (not-contains): its "transform" is a program',
    'defaultTest.assert[1] (latency): its "transform" is a program',
    'tests[3].assert[0] (equals): its "transform" is a program',
    'tests[3]: none of its assertions is carried over, so it is no scenario',
  ]);
  expect(suite.scenarios.map(({ id, expected }) => [id, expected])).toEqual([
    ['test-1', { saysNot: ['(?-i:sorry)'] }],
    ['test-2', { says: ['Paris'], saysNot: ['(?-i:sorry)'] }],
    ['test-3', { saysNot: ['(?-i:sorry)'] }],
  ]);
  expect(makeSuite(suite)).toMatchObject({ scenarios: 3 });
});

it('tests, tools and prompts are read from files, lists of values are one test each', () => {
  const suite = read(
    {
      prompts: ['file://prompts/*.txt', 'file://chat.json'],
      providers: [
        { id: 'anthropic:messages:claude-x', label: 'a', config: { tools: 'file://tools.json' } },
        { 'openai:responses:gpt-x': { config: {} } },
      ],
      tests: ['file://one.yaml', 'more.csv'],
    },
    {
      'prompts/p.txt': 'First {{ q }}\n---\nSecond {{ who.name }}{# said #}\n',
      'chat.json': '[{"role":"system","content":"Be {{ q }}"},{"role":"user","content":"Go"}]',
      'tools.json': '[{"name":"find","description":"Finds.","input_schema":{"type":"object"}}]',
      'one.yaml':
        '- vars: { q: [1, 2], who: { name: Bo } }\n  assert: [{ type: icontains, value: "{{q}}" }]\n',
      'more.csv':
        'q,__expected,__expected2,__description\n"a ""b"", c",contains: b,"not-icontains:x",Row one\nd,plain,,\n',
    },
  );
  expect(suite.notes).toEqual([expect.objectContaining({ kind: 'changed' })]);
  expect(suite.models).toEqual([
    { name: 'claude-x', api: 'messages' },
    { name: 'gpt-x', api: 'responses' },
  ]);
  expect(suite.variants.map(({ name, toolset }) => [name, toolset])).toEqual([
    ['a', 'tools@1'],
    ['gpt-x', 'tools@2'],
  ]);
  expect(
    suite.scenarios.map(({ id, cluster, user, history }) => [id, cluster, user, history.length]),
  ).toEqual([
    ['test-1', 'test-1', 'First 1', 0],
    ['test-1-2', 'test-1', 'Second Bo', 0],
    ['test-1-3', 'test-1', 'Go', 1],
    ['test-1-4', 'test-1', 'First 2', 0],
    ['test-1-5', 'test-1', 'Second Bo', 0],
    ['test-1-6', 'test-1', 'Go', 1],
    ['test-2-row-one', 'test-2', 'First a "b", c', 0],
    ['test-2-row-one-2', 'test-2', 'Second ', 0],
    ['test-2-row-one-3', 'test-2', 'Go', 1],
    ['test-3', 'test-3', 'First d', 0],
    ['test-3-2', 'test-3', 'Second ', 0],
    ['test-3-3', 'test-3', 'Go', 1],
  ]);
  expect(suite.scenarios[6]?.expected).toEqual({ says: ['(?-i:b)'], saysNot: ['x'] });
  expect(suite.scenarios[9]?.expected).toEqual({ says: ['(?-i:^plain$)'] });
  expect(makeSuite(suite)).toMatchObject({ scenarios: 12 });
});

it('the tools of providers that are not asked count where no other is, in the forms of their APIs', () => {
  const schema = { type: 'object', properties: {} };
  const suite = read({
    prompts: ['Go'],
    providers: [
      {
        id: 'bedrock:converse:x',
        config: {
          tools: [{ toolSpec: { name: 'a', description: 'A', inputSchema: { json: schema } } }],
        },
      },
      {
        id: 'adaline:openai:chat:y',
        config: {
          tools: [
            { type: 'function', definition: { schema: { name: 'b', parameters: schema } } },
            { name: 'a', input_schema: schema },
          ],
        },
      },
    ],
    tests: [{ assert: [used('b')] }, {}],
  });
  expect(
    suite.toolsets.map((one) => one.tools.map(({ name, parameters }) => [name, parameters])),
  ).toEqual([
    [
      ['a', schema],
      ['b', schema],
    ],
  ]);
  expect(suite.notes.map(({ place }) => place.replace('promptfooconfig.yaml $.', ''))).toEqual([
    'providers[0]',
    'providers[1]',
    'tests[1]',
  ]);
  expect(makeSuite(suite)).toMatchObject({ scenarios: 1 });
});

it('a test that wants and forbids the same call is left out and named; without any other, nothing is written', () => {
  const assert = [used('book'), { type: 'not-trajectory:tool-used', value: 'book' }];
  const suite = read({
    ...base,
    tests: [
      { vars, assert },
      { vars, assert: [used('book')] },
    ],
  });
  const made = makeSuite(suite);
  expect([made.scenarios, made.notes.map(({ place }) => place)]).toEqual([
    1,
    ['promptfooconfig.yaml $.tests[0]'],
  ]);
  expect(() => makeSuite(read({ ...base, tests: [{ vars, assert }] }))).toThrow(
    /nothing of it can be carried over\n {2}promptfooconfig\.yaml \$\.tests\[0\]/u,
  );
});
