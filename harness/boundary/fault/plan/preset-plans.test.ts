import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FaultPlan } from '../../../core/suite/fault.ts';
import { ToldTrial, toldTool, type ToldCall } from '../../../testing/told-trial.ts';
import { checkInjection } from '../check-injection.ts';
import { findPlaces } from './find-places.ts';
import { presetNames, presetPlans } from './preset-plans.ts';
import type { FullTrial } from './full-plans.ts';

/** Closed, so that wrong arguments are refused. */
const parameters = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^A[0-9]$' } },
  additionalProperties: false,
};
const tools = [
  toldTool('look', { parameters }),
  toldTool('pay', { grade: 'irreversible' }),
  toldTool('wipe', { grade: 'irreversible' }),
];
const look: ToldCall = { tool: 'look', args: { id: 'A1' }, status: 'success', value: { open: 1 } };
const lookAgain: ToldCall = { ...look, value: { open: 2 } };
const preview: ToldCall = { tool: 'pay', judged: { confirm: 'preview' }, status: 'success' };
const commit: ToldCall = { tool: 'pay', judged: { confirm: 'confirmed' }, effects: ['A1'] };

const clean = (turns: readonly (readonly ToldCall[])[]): FullTrial => {
  const trial = new ToldTrial(tools).user('go');
  for (const calls of turns) trial.turn(calls, { finishReason: 'tool_calls' });
  return { events: trial.turn([], { text: 'ok' }).events, tools };
};
const usual = clean([[look], [preview], [lookAgain, commit]]);
const namesOf = (plans: readonly FaultPlan[]): readonly string[] => plans.map((plan) => plan.name);

it('standard strikes each turn and each delivery where its faults can', () => {
  expect(namesOf(presetPlans('standard', usual))).toEqual([
    'standard.timeout@model.1',
    'standard.http@model.1',
    'standard.timeout@model.2',
    'standard.http@model.2',
    'standard.timeout@model.3',
    'standard.http@model.3',
    'standard.timeout@model.4',
    'standard.http@model.4',
    'standard.malformed_arguments@model.1',
    'standard.malformed_arguments@model.2',
    'standard.malformed_arguments@model.3',
    'standard.duplicate_same_id@model.3',
    'standard.duplicate_new_id@model.3',
    'standard.timeout_before@look.1',
    'standard.http_before@look.1',
    'standard.timeout_before@pay.1',
    'standard.http_before@pay.1',
    'standard.timeout_before@pay.2',
    'standard.http_before@pay.2',
    'standard.timeout_after@pay.2',
  ]);
});

it('the call that is doubled is the one that changed the world', () => {
  const plan = presetPlans('standard', usual).find(({ name }) =>
    name.startsWith('standard.duplicate'),
  );
  expect(plan?.faults[0]?.inject).toEqual({ kind: 'duplicate_call', id: 'same', index: 1 });
});

it('where nothing changed the world, the first turn with calls is doubled', () => {
  const names = namesOf(presetPlans('standard', clean([[look]])));
  expect(names.filter((name) => name.includes('duplicate'))).toEqual([
    'standard.duplicate_same_id@model.1',
    'standard.duplicate_new_id@model.1',
  ]);
});

it('what a loop does over and over is struck once', () => {
  const names = namesOf(presetPlans('standard', clean(Array.from({ length: 6 }, () => [look]))));
  expect(names.filter((name) => !/\.(?:timeout|http)@model/u.test(name))).toEqual([
    'standard.malformed_arguments@model.1',
    'standard.duplicate_same_id@model.1',
    'standard.duplicate_new_id@model.1',
    'standard.timeout_before@look.1',
    'standard.http_before@look.1',
  ]);
});

it('5xx take turns', () => {
  const statuses = presetPlans('standard', usual)
    .flatMap((plan) => plan.faults)
    .filter((fault) => fault.inject.kind === 'http')
    .map((fault) => fault.inject['status']);
  expect(statuses).toEqual([503, 500, 502, 504]);
});

it('full adds every other kind that has a place, each once', () => {
  const standard = presetPlans('standard', usual);
  const more = presetPlans('full', { ...usual, streamed: true }).slice(standard.length);
  expect(namesOf(more)).toEqual([
    'full.refused@model.1',
    'full.reset_before_body@model.1',
    'full.reset_in_body@model.1',
    'full.stalled_body@model.1',
    'full.slow_first_byte@model.1',
    'full.rate_limited@model.1',
    'full.context_length@model.1',
    'full.html_with_200@model.1',
    'full.empty_body@model.1',
    'full.error_object_with_200@model.1',
    'full.truncated_json@model.1',
    'full.invalid_utf8@model.1',
    'full.stream_stall@model.1',
    'full.stream_reset@model.1',
    'full.stream_error_event@model.1',
    'full.stream_end_early@model.1',
    'full.stream_no_done@model.1',
    'full.stream_duplicated_chunk@model.1',
    'full.stream_reordered_chunks@model.1',
    'full.stream_broken_chunk@model.1',
    'full.stream_repeated_index@model.3',
    'full.double_encoded@model.1',
    'full.not_an_object@model.1',
    'full.wrong_type@model.1',
    'full.wrong_enum@model.1',
    'full.extra_field@model.1',
    'full.repeated_call@model.4',
    'full.reused_id@model.2',
    'full.missing_id@model.1',
    'full.unknown_tool@model.1',
    'full.contradicting_finish@model.1',
    'full.call_as_text@model.1',
    'full.late_response@pay.2',
    'full.slow_tool@pay.2',
    'full.duplicate_delivery@look.1',
    'full.http_after@pay.2',
    'full.tool_refused@pay.2',
    'full.tool_rate_limited@pay.2',
    'full.conflict@pay.2',
    'full.permission@pay.2',
    'full.expired_token@pay.2',
    'full.malformed_result@look.1',
    'full.empty_result@look.1',
    'full.stale_result@look.2',
    'full.oversize_result@look.1',
    'full.partial_success@look.1',
    'full.planted_instruction@look.1',
  ]);
});

it('streams are struck only where there are streams', () => {
  expect(namesOf(presetPlans('full', usual)).filter((name) => name.includes('stream'))).toEqual([]);
});

it('an instruction is planted for a tool that the clean trial leaves alone', () => {
  const plan = presetPlans('full', usual).find(({ name }) => name.includes('planted'));
  expect(plan?.faults[0]?.inject).toEqual({ kind: 'planted_instruction', tool: 'wipe' });
});

it.each([...presetNames, 'chaos-1', 'chaos-77'])(
  '%s plans one-fault or seeded plans that can strike',
  (preset) => {
    const plans = presetPlans(preset, { ...usual, streamed: true });
    expect(new Set(namesOf(plans)).size).toBe(plans.length);
    for (const plan of plans) {
      expect(plan.byHand).toBe(false);
      expect(plan.faults.length).toBe(preset.startsWith('chaos') ? 3 : 1);
      for (const fault of plan.faults) {
        expect(checkInjection(fault.inject, fault.address.on)).toEqual([]);
      }
    }
  },
);

it.each([...presetNames, 'chaos-1'])('%s finds no place in a trial without events', (preset) => {
  const plans = presetPlans(preset, { events: [], tools });
  expect(plans.flatMap((plan) => plan.faults)).toEqual([]);
});

it('the same seed draws the same faults, another one others', () => {
  expect(presetPlans('chaos-5', usual)).toEqual(presetPlans('chaos-5', usual));
  const drawn = Array.from({ length: 20 }, (_, seed) =>
    JSON.stringify(presetPlans(`chaos-${seed}`, usual)[0]?.faults),
  );
  expect(new Set(drawn).size).toBeGreaterThan(15);
});

it('refuses a preset that does not exist', () => {
  expect(() => presetPlans('storm', usual)).toThrowError(
    'Cannot use fault preset "storm": expected one of standard, full, chaos-<seed>',
  );
});

it('deliveries are counted as a fault point counts them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('look', 'pay', 'wipe'), { maxLength: 12 }), (names) => {
      const { events } = clean(names.map((tool) => [{ tool, status: 'success' }]));
      const seen = new Map<string, number>();
      const expected = names.map((tool) => {
        seen.set(tool, (seen.get(tool) ?? 0) + 1);
        return [tool, seen.get(tool)];
      });
      expect(findPlaces(events, tools).deliveries.map(({ tool, call }) => [tool, call])).toEqual(
        expected,
      );
    }),
  );
});

it.each<[string, readonly ToldCall[][], readonly boolean[]]>([
  ['the same', [[look], [look]], [false, true]],
  ['other arguments', [[look], [{ ...look, args: { id: 'A2' } }]], [false, false]],
  ['another tool', [[look], [{ ...look, tool: 'wipe' }]], [false, false]],
  ['one call more', [[look], [look, look]], [false, false]],
  ['nothing but text twice', [[], []], [false, false]],
])('a turn that says %s again, and its repeats', (_name, turns, repeats) => {
  const { events } = clean(turns);
  const found = findPlaces(events, tools).turns.slice(0, turns.length);
  expect(found.map((turn) => turn.isRepeat)).toEqual(repeats);
});

/** What a model has to say again, and what makes a loop wait, as the catalogue describes them. */
const strains: readonly (readonly string[])[] = [
  [
    'malformed_arguments',
    'double_encoded',
    'not_an_object',
    'wrong_type',
    'missing_field',
    'wrong_enum',
    'extra_field',
    'unknown_tool',
    'call_as_text',
  ],
  [
    'timeout',
    'stalled_body',
    'slow_first_byte',
    'timeout_before',
    'timeout_after',
    'late_response',
    'slow_tool',
  ],
];

it.each(strains)('chaos never draws two that strain the same bound: %s, ...', (...kinds) => {
  const drawn = Array.from({ length: 150 }, (_, seed) =>
    presetPlans(`chaos-${seed}`, usual).flatMap(({ faults }) =>
      faults.map(({ inject }) => inject.kind).filter((kind) => kinds.includes(kind)),
    ),
  );
  expect(drawn.filter((found) => found.length > 1)).toEqual([]);
  expect(new Set(drawn.flat()).size).toBeGreaterThan(kinds.length / 2);
});

it.each<[string, readonly ToldCall[], number | null]>([
  ['the first', [commit, look], 0],
  ['the second', [look, commit], 1],
  ['none', [look, preview], null],
])('which call of a turn changed the world: %s', (_name, calls, effectIndex) => {
  expect(findPlaces(clean([calls]).events, tools).turns[0]?.effectIndex).toBe(effectIndex);
});

it('chaos joins one fault that spoils what was said with two others', () => {
  const sizes = Array.from({ length: 60 }, (_, seed) =>
    presetPlans(`chaos-${seed}`, usual),
  ).flatMap((plans) => plans.map(({ faults }) => faults));
  expect(new Set(sizes.map((faults) => faults.length))).toEqual(new Set([3]));
  const spoilt = sizes.filter((faults) =>
    faults.some(({ inject }) => strains[0]?.includes(inject.kind) === true),
  );
  expect(spoilt.length).toBeGreaterThan(10);
});
