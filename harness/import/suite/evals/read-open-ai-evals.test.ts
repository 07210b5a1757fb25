import { expect, it } from 'vitest';

import { matchPattern } from '../../../expectation/match-pattern.ts';
import { makeSuite } from '../make-suite.ts';
import { readOpenAiEvals } from './read-open-ai-evals.ts';
import { type EvalClass, toEvalExpectation } from './to-eval-expectation.ts';

interface Answers {
  readonly pass: readonly string[];
  readonly fail: readonly string[];
}

it.each<[EvalClass, string | readonly string[], Answers]>([
  ['match', 'Yes.', { pass: ['Yes. It is'], fail: ['yes.', 'Yes', 'It is. Yes.'] }],
  ['match', ['A', '(B)'], { pass: ['Apple', '(B) is it'], fail: ['B', 'a'] }],
  ['includes', ['42', 'Forty'], { pass: ['It is 42!', 'Forty-two'], fail: ['forty', '4 2'] }],
  [
    'fuzzy_match',
    'The New York',
    { pass: ['In new york, I think', 'new  the York'], fail: ['New Jersey', 'newyork'] },
  ],
  [
    'json_match',
    '{"a": 1, "b": ["x", {"c": true}]}',
    {
      pass: ['{"a":1,"b":["x",{"c":true}]}', ' { "b" : [ "x", { "c": true } ],\n"a": 1 }\n'],
      fail: [
        '{"a":1}',
        '{"a":1,"b":["X",{"c":true}]}',
        '{"a":1,"b":["x",{"c":true}],"d":1}',
        '{"a":10,"b":["x",{"c":true}]}',
        'It is {"a":1,"b":["x",{"c":true}]}',
      ],
    },
  ],
  ['json_match', ['[]', '{}'], { pass: ['[ ]', '{}'], fail: ['[1]', 'null'] }],
])('%s %j', (kind, ideal, { pass, fail }) => {
  const found = toEvalExpectation(ideal, { kind, ignoreCase: false });
  if (typeof found === 'string') throw new Error(found);
  const fits = (answer: string): boolean => matchPattern(found.says, answer, 'i');
  expect(pass.filter((answer) => !fits(answer))).toEqual([]);
  expect(fail.filter(fits)).toEqual([]);
});

const registry = `
routing:
  id: routing.dev.v0
  description: Chooses a tool by name.
  metrics: [accuracy]
routing.dev.v0:
  class: evals.elsuite.basic.includes:Includes
  args: { samples_jsonl: routing/samples.jsonl, ignore_case: true, num_few_shot: 2 }
graded.dev.v0:
  class: evals.elsuite.modelgraded.classify:ModelBasedClassify
  args: { samples_jsonl: routing/samples.jsonl, eval_type: cot }
`;
const samples = [
  '{"input":[{"role":"system","content":"Name the tool."},{"role":"system","name":"example_user","content":"Mail"},{"role":"user","content":"Delete it"}],"ideal":"rm"}',
  '',
  '{"input":"What is left?","ideal":["ls","dir"]}',
  '{"input":[{"role":"system","content":"Only this."}],"ideal":"x"}',
  '{"input":[{"role":"user","content":[{"type":"image_url"}]}],"ideal":"x"}',
  '{"input":"a","ideal":""}',
  '{"ideal":"x"}',
  'not json',
].join('\n');
const files = { 'registry.yaml': registry, '../data/routing/samples.jsonl': samples };
const read = (path: string): string | null =>
  path in files ? files[path as 'registry.yaml'] : null;

it('a registry names its class and its samples; what is not carried over is named with its line', () => {
  const suite = readOpenAiEvals(
    { name: 'registry.yaml', text: registry, read, list: () => [] },
    null,
  );
  expect(suite).toMatchObject({ name: 'routing.dev.v0', about: 'Chooses a tool by name.' });
  expect(
    suite.scenarios.map(({ id, user, history, expected }) => [id, user, history.length, expected]),
  ).toEqual([
    ['sample-1', 'Delete it', 2, { says: 'rm' }],
    ['sample-3', 'What is left?', 0, { says: '(?:ls|dir)' }],
    ['sample-4', 'Only this.', 0, { says: 'x' }],
  ]);
  expect(suite.notes.map(({ kind, place }) => [kind, place])).toEqual([
    ['left', 'registry.yaml $.routing.dev.v0.args.num_few_shot'],
    [
      'left',
      'registry.yaml $.graded.dev.v0 (evals.elsuite.modelgraded.classify:ModelBasedClassify)',
    ],
    ['changed', '../data/routing/samples.jsonl $.input'],
    ['left', '../data/routing/samples.jsonl:5 $.input'],
    ['left', '../data/routing/samples.jsonl:6 $.ideal (includes)'],
    ['left', '../data/routing/samples.jsonl:7 $.input'],
    ['left', '../data/routing/samples.jsonl:8'],
  ]);
  expect(makeSuite(suite)).toMatchObject({ scenarios: 3 });
});

it('samples alone are of the class that is given, else of match, which is said', () => {
  const file = { name: 'a/samples.jsonl', text: samples, read, list: () => [] };
  expect(readOpenAiEvals(file, 'includes').scenarios[0]?.expected).toEqual({ says: '(?-i:rm)' });
  const suite = readOpenAiEvals(file, null);
  expect(suite.scenarios[0]?.expected).toEqual({ says: '(?-i:^rm)' });
  expect(suite.notes[0]).toMatchObject({ kind: 'changed', place: 'a/samples.jsonl' });
});
