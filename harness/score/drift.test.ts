import { expect, it } from 'vitest';

import type { ReplayTier } from '../core/trial/transcript.ts';
import { ToldTrial, toldTool, wantCall, type ToldCall } from '../testing/told-trial.ts';
import { scoreTrial } from './score-trial.ts';

const tools = [toldTool('open')];
const fits: ToldCall = { tool: 'open', judged: {} };

/** What the task came to under a replay whose model never saw the present tools; `null` where it is not judged. */
function judge(trial: ToldTrial, calls: readonly string[] | null): readonly string[] | null {
  const expected = { calls: calls?.map((tool) => wantCall(tool)) ?? null };
  const score = scoreTrial(trial.input(expected, { selectionCounts: false }))['task.success'];
  return score?.value === null ? null : (score?.losses ?? []).map(({ text }) => text);
}

it.each<[string, readonly ReplayTier[], boolean]>([
  ['all of it was declared', ['allowed'], true],
  ['some of it was declared, and the rest is unchanged', ['exact', 'allowed'], true],
  ['there is none', ['exact'], false],
  ['some of it was not declared', ['allowed', 'loose'], false],
  ['no reply was found by its text', ['position'], false],
])('drift under which no call is wanted and none was made is judged where %s', (...row) => {
  const [, tiers, isJudged] = row;
  const tell = (): ToldTrial => {
    const trial = new ToldTrial(tools);
    for (const tier of tiers) trial.turn([], { tier });
    return trial;
  };
  expect(judge(tell(), [])).toEqual(isJudged ? [] : null);
  expect(judge(tell(), null)).toBeNull();
});

it.each<[string, ToldCall, string]>([
  [
    'to a tool that is gone',
    { tool: 'gone' },
    'The recorded call of "gone" is to a tool that does not exist any more',
  ],
  [
    'that breaks the schema at two places and a policy',
    {
      tool: 'open',
      judged: {
        findings: [
          { stage: 'validation', code: 'one' },
          { stage: 'policy', code: 'other' },
          { stage: 'validation', code: 'two' },
        ],
      },
    },
    'The recorded call of "open" breaks the present schema: one; two',
  ],
])('a recorded call %s says what it breaks', (_name, call, text) => {
  expect(judge(new ToldTrial(tools).turn([call]), ['open'])).toEqual([text]);
});

const refused: ToldCall = {
  tool: 'open',
  judged: { findings: [{ stage: 'validation', code: 'one' }] },
  refused: 'invalid_arguments',
};

it.each<[string, ToldTrial]>([
  [
    'the next reply, not a later one, would say that the refusal was recorded',
    new ToldTrial(tools)
      .turn([refused], { tier: 'exact' })
      .turn([fits], { tier: 'loose' })
      .turn([], { tier: 'exact' }),
  ],
  [
    'the reply that made it says nothing of it',
    new ToldTrial(tools).turn([refused], { tier: 'exact' }),
  ],
])('a refused call breaks the present schema: %s', (_name, trial) => {
  expect(judge(trial, ['open'])).toEqual([
    'The recorded call of "open" breaks the present schema: one',
  ]);
});
