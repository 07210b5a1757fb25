import { expect, it } from 'vitest';

import type { EventBody } from '../../core/trial/transcript.ts';
import type { ScoreRecord, TrialOutcome, TrialRecord } from '../../core/trial/trial.ts';
import { ToldTrial } from '../../testing/told-trial.ts';
import type { RunWriter } from '../folder/create-run-writer.ts';
import type { GroupTrial } from '../trial/run-group.ts';
import { TrialKeeper } from './trial-keeper.ts';

type Suite = ConstructorParameters<typeof TrialKeeper>[0];

const scenario = {
  id: 'one',
  history: [],
  session: {},
  expectFail: null,
  expected: new ToldTrial([]).input({ stopReasons: ['answered'] }).expected,
};
const variant = { name: 'v', model: 'm', toolset: 't', systemPrompt: null };
// Of a suite, scoring reads no more than this.
const suite = { plans: [], toolsets: [], models: [], claims: [], identity: [] } as unknown as Suite;
const group = { scenario, variant, repeat: 1 } as unknown as GroupTrial['group'];

interface Ran {
  readonly plan?: string;
  readonly byHand?: boolean;
  readonly outcome?: TrialOutcome;
  readonly ends?: 'answered' | 'max_turns';
  readonly events?: readonly EventBody[];
}

function toTrial({
  plan = 'none',
  byHand = false,
  outcome,
  ends = 'answered',
  events,
}: Ran): GroupTrial {
  const faults =
    plan === 'none'
      ? []
      : ([
          {
            name: 'f',
            address: { on: 'model', turn: 1, attempt: 1 },
            inject: { kind: 'http', status: 503 },
          },
        ] as const);
  const bodies: readonly EventBody[] = events ?? [
    { type: 'request', turn: 1, attempt: 1, messages: 1, offered: [] },
    ...(faults.length === 0
      ? []
      : [{ type: 'fault', fault: 'f', kind: 'http', on: 'model', turn: 1, attempt: 1 } as const]),
    { type: 'end', stopReason: ends, text: 'Done.' },
  ];
  const record: TrialRecord = {
    lane: { suite: 's', scenario: 'one', variant: 'v', plan, repeat: 1 },
    cluster: 'one',
    outcome: outcome ?? { status: 'finished', stopReason: ends },
    tier: null,
    faults: [],
    events: bodies.map((body, seq) => ({ ...body, seq, atMs: 0 })),
  };
  return { group, plan: { name: plan, faults, byHand }, record };
}

function keep(...groups: readonly (readonly Ran[])[]) {
  const written: { readonly record: TrialRecord; readonly scored: ScoreRecord }[] = [];
  const writer = {
    write: (record: TrialRecord, scored: ScoreRecord) => void written.push({ record, scored }),
  } as unknown as RunWriter;
  const keeper = new TrialKeeper(suite, writer);
  for (const trials of groups) keeper.keep(trials.map(toTrial));
  const codes = written.map(({ record: { outcome }, scored }) =>
    outcome.status === 'finished' ? scored.verdict : `${scored.verdict} ${outcome.code}`,
  );
  return { keeper, written, codes };
}

const invalid: TrialOutcome = {
  status: 'invalid',
  code: 'provider_error',
  cause: 'Gone',
  detail: [],
};

it('keeps what passed and failed, and counts both', () => {
  const { keeper, codes } = keep([{}, { plan: 'p' }], [{ ends: 'max_turns' }]);
  expect(codes).toEqual(['passed', 'passed', 'failed']);
  expect(keeper.done).toEqual({ trials: 3, groups: 2, failed: 1, invalid: 0 });
  expect(keeper.unmeasured).toEqual([]);
});

it('leaves out trials under faults of a scenario that fails without one', () => {
  const { keeper, codes, written } = keep([
    { ends: 'max_turns' },
    { plan: 'p', ends: 'max_turns' },
    { plan: 'q' },
  ]);
  expect(codes).toEqual(['failed', 'skipped broken_without_fault', 'skipped broken_without_fault']);
  expect(keeper.done).toEqual({ trials: 3, groups: 1, failed: 1, invalid: 0 });
  // Their scores stay for comparisons; of their faults nothing is claimed.
  expect(written[1]?.scored.facts).not.toBeNull();
  expect(written[1]?.record.faults.map(({ handled }) => handled)).toEqual([null]);
  expect(written[1]?.scored.faults.map(({ handled }) => handled)).toEqual([null]);
});

it('leaves nothing out of another group, nothing that is invalid, and no plan of the scenario itself', () => {
  expect(keep([{ ends: 'max_turns' }], [{}, { plan: 'p', ends: 'max_turns' }]).codes).toEqual([
    'failed',
    'passed',
    'failed',
  ]);
  expect(keep([{ ends: 'max_turns' }, { plan: 'p', outcome: invalid }]).codes).toEqual([
    'failed',
    'invalid provider_error',
  ]);
  expect(keep([{ plan: 'scenario', byHand: true, ends: 'max_turns' }]).codes).toEqual(['failed']);
});

it('a failure under a fault says nothing about later faults', () => {
  expect(keep([{}, { plan: 'p', ends: 'max_turns' }, { plan: 'q' }]).codes).toEqual([
    'passed',
    'failed',
    'passed',
  ]);
});

it('names lanes whose clean trial could not be measured, and no others', () => {
  const { keeper } = keep([{ outcome: invalid }], [{}, { plan: 'p', outcome: invalid }]);
  expect(keeper.unmeasured.map(({ plan }) => plan)).toEqual(['none']);
  expect(keeper.done.invalid).toBe(2);
  expect(keeper.played.size).toBe(2);
});

// Scorers expect calls of a reply.
const torn = { type: 'reply', turn: 1, attempt: 1, calls: null } as unknown as EventBody;

it('a scorer that breaks makes its own trial INVALID, with what broke, and no other', () => {
  const { codes, written, keeper } = keep([{ events: [torn] }], [{}]);
  expect(codes).toEqual(['invalid scorer_error', 'passed']);
  const outcome = written[0]?.record.outcome;
  expect(outcome?.status === 'invalid' ? outcome.cause : '').toMatch(
    /^Cannot score the trial: \S/u,
  );
  expect(keeper.done).toMatchObject({ failed: 0, invalid: 1 });
});

it('counts trials that an earlier run wrote as they are', () => {
  const { written } = keep([{}, { plan: 'p' }], [{ ends: 'max_turns' }]);
  const again: unknown[] = [];
  const writer = { write: (...args: unknown[]) => void again.push(args) } as unknown as RunWriter;
  const keeper = new TrialKeeper(suite, writer);
  keeper.keepWritten(written.map(({ record, scored }) => ({ trial: record, score: scored })));
  expect(keeper.done).toEqual({ trials: 3, groups: 1, failed: 1, invalid: 0 });
  expect(again).toEqual([]);
});
