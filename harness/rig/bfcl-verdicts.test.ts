import { expect, it } from 'vitest';
import type { TranscriptEvent } from '../core/transcript.ts';
import { nothingExpected } from '../importer/nothing-expected.ts';
import { readSource } from '../importer/source-node.ts';
import { scoreTrial } from '../scorer/score-trial.ts';
import { type BfclAnswer, type BfclCall, toExpectedCalls } from '../testing/bfcl-answer.ts';
import { parseJsonLines, readSharedData } from '../testing/read-shared-data.ts';

interface Verdict {
  readonly id: string;
  readonly variant: string;
  readonly calls: readonly BfclCall[];
  readonly valid: boolean;
  readonly error: unknown;
}

const categories = [
  'simple_python',
  'multiple',
  'parallel',
  'parallel_multiple',
  'live_simple',
  'live_multiple',
  'live_parallel',
  'live_parallel_multiple',
];

/** All 35,437 take ten seconds (34,602 agree, and nothing is unexplained); a part of them says the same. */
const every = 6;

/** One reply that makes all calls; its argument texts keep 5 and 5.0 apart, as the line does. */
function toEvents(line: string): readonly TranscriptEvent[] {
  const calls = readSource(line, 'verdict')
    .need('calls')
    .items()
    .map((call, index) => ({
      ref: `t1c${index}` as const,
      id: null,
      name: call.need('name').text(),
      argumentsText: call.need('arguments').json(),
    }));
  return [
    {
      type: 'reply',
      turn: 1,
      attempt: 1,
      from: 'recorded',
      text: null,
      refusal: null,
      calls,
      stop: 'none',
      finishReason: null,
      usage: null,
      model: null,
      deviations: [],
      durationMs: 0,
      seq: 0,
      atMs: 0,
    },
  ];
}

function isRight(line: string, verdict: Verdict, answers: readonly BfclAnswer[]): boolean {
  const scores = scoreTrial({
    events: toEvents(line),
    expected: {
      ...nothingExpected,
      calls: toExpectedCalls(answers, verdict.calls),
      mayCall: [],
    },
    tools: [],
    claims: [],
    identity: [],
    faults: [],
    price: null,
    knownText: '',
    selectionCounts: true,
    effectsCount: false,
    stopReason: null,
  });
  return scores['task.success']?.value === 1;
}

/** Why our verdict is another one, and meant to be. */
function explain({ variant, valid, error }: Verdict): string {
  const told = JSON.stringify(error);
  const known: readonly (readonly [string, boolean])[] = valid
    ? [
        [
          'texts inside are compared as they are',
          /^(?:list-strings-upper|dict-value-changed)$/u.test(variant),
        ],
        ['an empty list is not nothing', variant === 'list-missing-element'],
        ['an argument that the answer does not name is extra', variant.startsWith('unlisted-')],
      ]
    : [
        ['5 and 5.0 are one number', /^(?:int-as-float|list-number-kind-swapped)$/u.test(variant)],
        [
          'the answer itself breaks the schema',
          /Missing required|Unexpected parameter/u.test(told),
        ],
        ['text where the schema says a number', /Expected one of \['', 'dontcare'\]/u.test(told)],
        ['calls are paired best, not first come', variant === 'calls-reversed'],
      ];
  return known.find(([, holds]) => holds)?.[0] ?? `unexplained: ${variant}, theirs ${valid}`;
}

const verdicts = readSharedData('bfcl/verdicts/made_single_turn.jsonl.gz');

it.skipIf(verdicts === null)(
  'BFCL: a call is right when the official checker says so, but for what we mean otherwise',
  () => {
    const answers = new Map<string, readonly BfclAnswer[]>();
    for (const category of categories) {
      const text = readSharedData(`bfcl/answers/${category}.json.gz`) ?? '';
      const rows = parseJsonLines<{ id: string; ground_truth: readonly BfclAnswer[] }>(text);
      for (const { id, ground_truth: answer } of rows) answers.set(id, answer);
    }
    const lines = (verdicts ?? '').split('\n').filter((line) => line !== '');
    const counts: Record<string, number> = {};
    for (const line of lines.filter((_, index) => index % every === 0)) {
      const verdict = JSON.parse(line) as Verdict;
      const ours = isRight(line, verdict, answers.get(verdict.id) ?? []);
      const name = ours === verdict.valid ? `agree: ${verdict.valid}` : explain(verdict);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(lines).toHaveLength(35_437);
    expect(counts).toEqual({
      'agree: true': 1569,
      'agree: false': 4189,
      '5 and 5.0 are one number': 132,
      'texts inside are compared as they are': 12,
      'the answer itself breaks the schema': 4,
      'text where the schema says a number': 1,
    });
  },
  60_000,
);
