import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json.ts';
import { importTauBench } from '../tau/import-tau-bench.ts';
import type { ImportedRun } from '../imported-run.ts';
import { scoreImported } from '../score-imported.ts';
import { readToolShelf } from '../tool-shelf.ts';
import { createEffectAdder } from './create-effect-adder.ts';
import { readEffectRules } from './effect-rules.ts';

type Call = readonly [name: string, args: string, result?: string];

/** One attempt with these calls, each answered. */
function toResult(calls: readonly Call[], task = 0): JsonValue {
  const traj = calls.flatMap(([name, args, content = 'ok'], index) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${index}`, function: { name, arguments: args } }],
    },
    { role: 'tool', tool_call_id: `c${index}`, name, content },
  ]);
  return { task_id: task, trial: 0, reward: 1, info: {}, traj };
}

const tools = readToolShelf(
  JSON.stringify(['pay', 'note', 'look'].map((name) => ({ name }))),
  'tools.json',
);

function readRun(results: readonly JsonValue[], hasTools = true): ImportedRun {
  return importTauBench([{ name: 'logs/gpt.json', text: JSON.stringify(results) }], {
    tools: hasTools ? tools : null,
    suite: null,
    variant: null,
    only: null,
    errors: 'failed',
    injectionTasks: false,
  });
}

/** The doubled effects of each attempt, `null` where they were not measured; and the notes. */
function judge(run: ImportedRun, effects: string): readonly (number | null | readonly string[])[] {
  const adder = createEffectAdder(run, readEffectRules([{ name: 'effects.json', text: effects }]));
  const doubled = [...run.trials()].map((source) => {
    const { trial, unmeasured } = adder.add(source);
    const score = scoreImported(trial, { unmeasured }).scores['effects.double'];
    return score === undefined || score.value === null ? null : score.losses.length;
  });
  return [...doubled, adder.notes()];
}

const map = '{"pay":"irreversible","note":{"grade":"idempotent"},"look":"read"}';
const byOrder = '{"pay":{"grade":"irreversible","key":"order"},"note":"read","look":"read"}';

it.each<[string, string, readonly Call[], number | null]>([
  [
    'the same call twice',
    map,
    [
      ['pay', '{"n":1}'],
      ['pay', '{ "n": 1.0 }'],
    ],
    1,
  ],
  [
    'three times',
    map,
    [
      ['pay', '{"n":1}'],
      ['pay', '{"n":1}'],
      ['pay', '{"n":1}'],
    ],
    2,
  ],
  [
    'another thing',
    map,
    [
      ['pay', '{"n":1}'],
      ['pay', '{"n":2}'],
    ],
    0,
  ],
  [
    'ids that JavaScript rounds',
    map,
    [
      ['pay', '{"n":9007199254740993}'],
      ['pay', '{"n":9007199254740992}'],
    ],
    0,
  ],
  [
    'an error first',
    map,
    [
      ['pay', '{"n":1}', 'Error: no money'],
      ['pay', '{"n":1}'],
    ],
    0,
  ],
  [
    'a refusal first',
    map,
    [
      ['pay', '{"n":1}', "Error: Pay.invoke() missing 1 required positional argument: 'm'"],
      ['pay', '{"n":1}'],
    ],
    0,
  ],
  [
    'a write that may repeat',
    map,
    [
      ['note', '{}'],
      ['note', '{}'],
    ],
    null,
  ],
  [
    'reads',
    map,
    [
      ['look', '{}'],
      ['look', '{}'],
    ],
    null,
  ],
  [
    'the same order with another text',
    byOrder,
    [
      ['pay', '{"order":"A","why":"x"}'],
      ['pay', '{"order":"A","why":"y"}'],
    ],
    1,
  ],
  [
    'two orders with one text',
    byOrder,
    [
      ['pay', '{"order":"A","why":"x"}'],
      ['pay', '{"order":"B","why":"x"}'],
    ],
    0,
  ],
  [
    'no order at all',
    byOrder,
    [
      ['pay', '{"why":"x"}'],
      ['pay', '{"why":"y"}'],
    ],
    0,
  ],
  [
    'a path',
    byOrder.replace('"order"', '["order.id"]'),
    [
      ['pay', '{"order":{"id":1,"n":1}}'],
      ['pay', '{"order":{"id":1,"n":2}}'],
    ],
    1,
  ],
])('a map of grades: %s', (...row) => {
  const [, effects, calls, doubled] = row;
  for (const hasTools of [true, false]) {
    expect(judge(readRun([toResult(calls)], hasTools), effects)).toEqual([doubled, []]);
  }
});

it('a tool that has a grade is graded, and one that has none is named', () => {
  const adder = createEffectAdder(
    readRun([
      toResult([
        ['pay', '{}'],
        ['look', '{}'],
      ]),
    ]),
    readEffectRules([{ name: 'e.json', text: '{"pay":"irreversible"}' }]),
  );
  const [source] = [
    ...readRun([
      toResult([
        ['pay', '{}'],
        ['look', '{}'],
      ]),
    ]).trials(),
  ];
  if (source === undefined) throw new Error('There is a trial');
  const graded = adder
    .add(source)
    .trial.tools.map(({ name, grade, graded: is }) => [name, grade, is]);
  expect(graded).toEqual([
    ['pay', 'irreversible', true],
    ['note', 'irreversible', false],
    ['look', 'irreversible', false],
  ]);
  expect(adder.notes()).toEqual([
    'tools that were called and have no grade, so their effects are not counted: look',
  ]);
});

const calls: readonly Call[] = [
  ['pay', '{"n":1}'],
  ['pay', '{"n":1}'],
  ['look', '{}'],
];
const whole = {
  effects: [
    { tool: 'pay', call: 0 },
    { tool: 'pay', call: 1 },
  ],
};

it.each<[string, readonly object[], number | null, readonly string[]]>([
  ['both happened', [{ run: 'task-0/gpt/none/r1', ...whole }], 1, []],
  [
    'under the same key',
    [
      {
        run: 'task-0/gpt/none/r1',
        effects: [
          ['pay', 'a'],
          ['pay', 'a'],
        ],
      },
    ],
    1,
    [],
  ],
  [
    'under two keys',
    [
      {
        run: 'task-0/gpt/none/r1',
        effects: [
          ['pay', 'a'],
          ['pay', 'b'],
        ],
      },
    ],
    0,
    [],
  ],
  ['once', [{ run: 'tau-bench/task-0/gpt/none/r1', effects: ['pay'] }], 0, []],
  ['never', [{ run: 'task-0/gpt/none/r1', effects: [] }], null, []],
  ['counted', [{ run: 'task-0/gpt/none/r1', effects: [{ tool: 'pay', count: 3 }] }], 2, []],
  [
    'of a tool that was not called',
    [
      {
        run: 'task-0/gpt/none/r1',
        effects: [
          ['send', 'a'],
          ['send', 'a'],
        ],
      },
    ],
    1,
    [],
  ],
  [
    'of another run',
    [{ run: 'task-9/gpt/none/r1', ...whole }],
    null,
    [
      'runs without a row in the ledger, whose effects are not measured: 1',
      'rows of the ledger that no run was found for: 1, first "task-9/gpt/none/r1"',
    ],
  ],
])('a ledger: %s', (...row) => {
  const [, rows, doubled, notes] = row;
  for (const text of [JSON.stringify(rows), rows.map((row) => JSON.stringify(row)).join('\n')]) {
    expect(judge(readRun([toResult(calls)]), text)).toEqual([doubled, notes]);
  }
});

it('two rows for one run are refused, since it is not known which counts', () => {
  const rows = ['gpt/none/r1', 'task-0/gpt/none/r1'].map((run) => ({ run, effects: [] }));
  expect(() => judge(readRun([toResult(calls)]), JSON.stringify(rows))).toThrow(
    'Cannot import "effects.json $[1]": the run "tau-bench/task-0/gpt/none/r1" is there twice: the other is effects.json $[0]',
  );
});

it('a row that may mean two runs is refused', () => {
  const rows = [{ run: 'gpt/none/r1', effects: [] }];
  expect(() => judge(readRun([toResult(calls), toResult(calls, 1)]), JSON.stringify(rows))).toThrow(
    '"gpt/none/r1" may be two runs: "tau-bench/task-0/gpt/none/r1" and "tau-bench/task-1/gpt/none/r1"',
  );
});

it.each([
  [
    '{"pay":"final"}',
    'Cannot import "e.json $.pay": expected one of read, idempotent, irreversible, found "final"',
  ],
  [
    '{"pay":{"grade":"read","keys":["n"]}}',
    'Cannot import "e.json $.pay.keys": expected one of the keys grade, key',
  ],
  [
    '{"pay":{"grade":"read","key":[]}}',
    'Cannot import "e.json $.pay.key": expected names of arguments',
  ],
  ['[{"run":"a"}]', 'Cannot import "e.json $[0]": expected an object with "effects"'],
  [
    '{"run":"a","effects":[]}\n{"run":"b","effects":7}',
    'Cannot import "e.json:2 $.effects": expected a list',
  ],
  [
    '[{"run":"a","effects":[{"tool":"pay","call":-1}]}]',
    'expected a whole number from 0 to 10000, found -1',
  ],
  ['{}', 'Cannot import "e.json": it names no tool and no run'],
  ['nothing', 'Cannot import "e.json": it is not JSON'],
])('effects that cannot be read: %s', (text, message) => {
  expect(() => readEffectRules([{ name: 'e.json', text }])).toThrow(message);
});
