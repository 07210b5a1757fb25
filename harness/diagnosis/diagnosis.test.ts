import { expect, it } from 'vitest';

import type { JsonObject } from '../json/json.ts';
import type { ScoreRecord, TrialRecord } from '../core/trial/trial.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import { adviseMerges, adviseSplits, listUsage } from './advise-shape.ts';
import { DiagnosisFold } from './fold-diagnosis.ts';
import { measureAgreement, type MadeCalls } from './measure-agreement.ts';

const lane = { suite: 's', scenario: 'one', variant: 'v', plan: 'none', repeat: 1 };

type Judged = Extract<TranscriptEvent, { type: 'judged' }>;

const judged = (seq: number, change: Partial<Judged>): Judged => ({
  seq,
  atMs: 0,
  type: 'judged',
  call: `t${seq}c0`,
  name: 'find',
  known: true,
  grade: 'read',
  reading: 'parsed',
  arguments: {},
  findings: [],
  caughtBy: null,
  confirm: 'not_needed',
  key: null,
  ...change,
});

const finding = (stage: NonNullable<Judged['caughtBy']>, code: string): Partial<Judged> => ({
  caughtBy: stage,
  findings: [{ stage, code, text: '' }],
});

const score = (change: Partial<ScoreRecord> = {}): ScoreRecord => ({
  lane,
  cluster: 'one',
  verdict: 'failed',
  expectFail: null,
  scores: {},
  facts: null,
  faults: [],
  ...change,
});

function diagnose(
  events: readonly TranscriptEvent[],
  own = score(),
): ReturnType<DiagnosisFold['toDiagnosis']> {
  const fold = new DiagnosisFold();
  const trial: Pick<TrialRecord, 'lane' | 'events'> = { lane, events };
  fold.add(trial, own);
  return fold.toDiagnosis();
}

it('calls are counted by the stage that caught them, and a rule names the cause with the turn', () => {
  const { calls, sound, caughtBy, wished, trouble } = diagnose([
    judged(1, {}),
    judged(2, finding('validation', 'not_in_enum')),
    judged(3, finding('validation', 'below_minimum')),
    judged(4, { ...finding('policy', 'unknown_tool'), name: 'find_all', known: false }),
  ]);
  expect([calls, sound]).toEqual([4, 1]);
  expect(caughtBy.map(({ name, count }) => [name, count])).toEqual([
    ['policy', 1],
    ['validation', 2],
  ]);
  expect(wished).toMatchObject([{ name: 'find_all', count: 1 }]);
  expect(trouble.map(({ symptom, places }) => [symptom, places[0]?.turn])).toEqual([
    ['a tool is called that does not exist', 4],
    ['arguments do not fit the schema', 3],
    ['a value is not one of those listed', 2],
  ]);
});

it('a call that a fault planted or changed is counted, and is no trouble of the model', () => {
  const planted = { ...finding('parse', 'invalid_json'), arguments: null };
  const { caughtBy, trouble } = diagnose([
    judged(1, { ...planted, injected: 'malformed_arguments' }),
  ]);
  expect([caughtBy.length, trouble.length]).toEqual([1, 0]);
});

it('a lost score is a trouble with the event that it came from', () => {
  const loss = { code: 'double', event: 2, text: '' };
  const scores = { 'effects.double': { value: 1, count: 1, of: 1, losses: [loss] } };
  const { trouble } = diagnose([judged(1, {}), judged(2, {})], score({ scores }));
  expect(trouble).toMatchObject([
    { symptom: 'an act that cannot be undone happened twice', places: [{ event: 2, turn: 2 }] },
  ]);
});

it('faults that struck are counted as handled or not', () => {
  const fault = (kind: string, handled: boolean | null): ScoreRecord['faults'][number] => ({
    name: kind,
    kind,
    address: { on: 'model', turn: 1, attempt: 1 },
    fired: 1,
    noticed: true,
    handled,
  });
  const faults = [fault('http', true), fault('http', false), fault('timeout', null)];
  expect(diagnose([], score({ faults })).recovery).toEqual([
    { kind: 'http', judged: 2, handled: 1 },
  ]);
});

const file = (action: string, more: JsonObject): { tool: string; arguments: JsonObject } => ({
  tool: 'file_tool',
  arguments: { action, path: 'a', ...more },
});

it('a tool of which one kind is most calls, always with the same arguments, is to be split', () => {
  const calls = [
    ...Array.from({ length: 6 }, () => file('read', {})),
    ...Array.from({ length: 4 }, () => file('write', { text: 'x' })),
  ];
  const usage = listUsage(calls);
  expect(
    usage.map(({ argument, value, share, fields }) => [argument, value, share, fields]),
  ).toEqual([
    ['action', 'read', 0.6, ['path']],
    ['action', 'write', 0.4, ['path', 'text']],
  ]);
  expect(adviseSplits(usage)).toMatchObject([{ advice: 'split', tools: ['file_tool'] }]);
  // Where all kinds have the same arguments, one tool is right.
  const alike = calls.map((_, index) => file(index < 6 ? 'read' : 'write', {}));
  expect(adviseSplits(listUsage(alike))).toEqual([]);
});

it('two tools that are taken for each other are to be merged', () => {
  const right = Array.from({ length: 6 }, () => ({ expected: 'a', called: 'a' }));
  const wrong = Array.from({ length: 3 }, () => ({ expected: 'a', called: 'b' }));
  expect(adviseMerges([...right, ...wrong])).toMatchObject([{ tools: ['a', 'b'] }]);
  expect(adviseMerges([...right, ...wrong.slice(2)])).toEqual([]);
});

it('agreement is measured for tools and for arguments apart', () => {
  const trial = (key: string, ...calls: readonly string[]): MadeCalls => ({
    key,
    calls: calls.map((call) => {
      const [tool = '', text = ''] = call.split(' ');
      return { tool, text };
    }),
  });
  const before = [trial('1', 'find a'), trial('2', 'pay b'), trial('3', 'find c'), trial('4')];
  const after = [trial('1', 'find a'), trial('2', 'pay x'), trial('3', 'pay c'), trial('4')];
  const { places, sameTool, calls, selection, sameArguments } = measureAgreement(before, after);
  expect([places, sameTool, calls, sameArguments]).toEqual([4, 3, 2, 1]);
  // Observed 3/4; by chance 2/4 x 1/4 + 1/4 x 2/4 + 1/4 x 1/4 = 5/16.
  expect(selection).toBeCloseTo((3 / 4 - 5 / 16) / (1 - 5 / 16), 12);
  expect(measureAgreement(before, before)).toMatchObject({ selection: 1, arguments: 1 });
});
