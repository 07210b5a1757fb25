import { expect, it } from 'vitest';

import { RigError } from '../../core/rig-error.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { JsonValue } from '../../json/json.ts';
import { makeSuite, payer } from '../../testing/group-bench.ts';
import { ToldTrial, toldTool } from '../../testing/told-trial.ts';
import { refuseLossyRecording } from './refuse-lossy-recording.ts';

const [pays, talks] = [[{ tool: 'pay', args: { id: 'A' }, status: 'success' as const }], []].map(
  (calls) => new ToldTrial([toldTool('pay')]).turn(calls).turn([], { text: 'Done.' }).events,
);

/** What sealing a recording of one transcript, whose replay is another, ends with. */
function refuse(events: readonly TranscriptEvent[] = [], replayed = events): void {
  const suite = makeSuite(payer(1));
  const [scenario] = suite.scenarios;
  const [variant] = suite.variants;
  if (scenario === undefined || variant === undefined) throw new Error('Nothing to run');
  refuseLossyRecording(
    {
      suite,
      scenario: { ...scenario, expected: { ...scenario.expected, effects: null, calls: [] } },
      variant,
      plan: { name: cleanPlan, faults: [], byHand: false },
      lane: { suite: 'shop', scenario: 'one', variant: variant.name, plan: cleanPlan, repeat: 1 },
    },
    {
      outcome: { status: 'finished', stopReason: 'answered' },
      events,
      // Events are plain data.
      replayed: () => replayed as unknown as JsonValue,
    },
  );
}

it('a recording whose replay has the same scores is sealed', () => {
  expect(() => {
    refuse(pays);
    refuse(talks);
  }).not.toThrow();
});

it.each([
  ['less', pays, talks],
  ['more', talks, pays],
])('a replay that shows %s is refused with what would change', (...[, events, replayed]) => {
  const seal = (): void => {
    refuse(events, replayed);
  };
  expect(seal).toThrow(RigError);
  expect(seal).toThrow(/^Cannot seal the recording of lane "shop\/one\/[^"]+\/none\/r1": /u);
  expect(seal).toThrow(/the replay without it would change the verdict, .*task\.success/u);
});
