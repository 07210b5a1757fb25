import { expect, it } from 'vitest';
import type { FaultAddress } from '../../../core/suite/fault.ts';
import { ToldTrial, toldTool } from '../../../testing/told-trial.ts';
import { chaosPlan } from './chaos-plan.ts';
import { placeAll, type FullTrial } from './full-plans.ts';
import { standardPlans } from './standard-plans.ts';

const tools = [toldTool('look'), toldTool('pay', { grade: 'irreversible' })];
const told = new ToldTrial(tools)
  .turn([{ tool: 'look', status: 'success', value: { open: 1 } }])
  .turn([{ tool: 'pay', args: { id: 'A1' }, effects: ['A1'] }])
  .turn([], { text: 'ok' });
const clean: FullTrial = { events: told.events, tools };

const placeOf = (address: FaultAddress): string =>
  address.on === 'model' ? `${address.turn}/${address.attempt}` : `${address.tool}/${address.call}`;

it.each([
  [0, 0],
  [1, 1],
  [2, 2],
])('asked for %s faults, it draws %s', (count, drawn) => {
  const sizes = Array.from(
    { length: 20 },
    (_, seed) => chaosPlan(seed, clean, { count }).faults.length,
  );
  expect(sizes).toEqual(Array.from({ length: 20 }, () => drawn));
});

it('asked for more than there are places, it draws one for each place at most', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const places = chaosPlan(seed, clean, { count: 99 }).faults.map(({ address }) =>
      placeOf(address),
    );
    expect(new Set(places).size).toBe(places.length);
    // Three turns and two deliveries; a strain that is already there leaves a place free.
    expect(places.length).toBeGreaterThanOrEqual(4);
    expect(places.length).toBeLessThanOrEqual(5);
  }
});

it('faults are numbered in the order of the draw and named after plan and kind', () => {
  const { name, byHand, faults } = chaosPlan(3, clean);
  expect([name, byHand]).toEqual(['chaos-3', false]);
  expect(faults.map((fault) => fault.name)).toEqual(
    faults.map(({ inject }, index) => `chaos-3.${index + 1}.${inject.kind}`),
  );
});

it('a fault of the preset standard is drawn where that preset places it, any other where full does', () => {
  const standard = standardPlans(clean).flatMap((plan) => plan.faults);
  const planned = new Set(standard.map(({ inject }) => inject.kind));
  const others = placeAll(clean).filter(({ inject }) => !planned.has(inject.kind));
  const known = [...standard, ...others].map(({ address, inject }) =>
    JSON.stringify([address, inject]),
  );
  const drawn = Array.from({ length: 400 }, (_, seed) =>
    chaosPlan(seed, clean, { count: 1 }).faults.map(({ address, inject }) =>
      JSON.stringify([address, inject]),
    ),
  ).flat();
  expect([...new Set(drawn)].filter((one) => !known.includes(one))).toEqual([]);
  // Each candidate is in the draw once, so that a kind that both presets know is no likelier than another.
  expect(new Set(drawn).size).toBe(known.length);
});

it('of all kinds that make a loop wait, streams that stall among them, one is drawn at most', () => {
  const waits = new Set([
    'timeout',
    'stalled_body',
    'stream_stall',
    'slow_first_byte',
    'timeout_before',
    'timeout_after',
    'late_response',
    'slow_tool',
  ]);
  const drawn = Array.from({ length: 150 }, (_, seed) =>
    chaosPlan(seed, { ...clean, streamed: true }, { count: 99 }).faults.filter(({ inject }) =>
      waits.has(inject.kind),
    ),
  );
  expect(drawn.filter((faults) => faults.length > 1)).toEqual([]);
  expect(new Set(drawn.flat().map(({ inject }) => inject.kind))).toEqual(waits);
});

it('places that presets got later are not drawn, so that a seed keeps the plan that was recorded', () => {
  const filters = { type: 'object', properties: { country: { enum: ['DE'] } } };
  const parameters = { type: 'object', properties: { filters }, required: ['filters'] };
  const find = toldTool('find', { parameters });
  const args = { filters: { country: 'DE' } };
  const { events } = new ToldTrial([find])
    .turn([{ tool: 'find', args, status: 'success', value: { n: 1 } }])
    .turn([], { text: 'ok' });
  const below: FullTrial = { events, tools: [find] };
  const placed = placeAll(below).map(({ inject }) => inject.kind);
  expect(placed).toEqual(expect.arrayContaining(['missing_field', 'wrong_enum', 'wrong_type']));
  const drawn = Array.from({ length: 200 }, (_, seed) => chaosPlan(seed, below).faults).flat();
  const kinds = new Set(drawn.map(({ inject }) => inject.kind));
  expect(['missing_field', 'wrong_enum', 'wrong_type'].map((kind) => kinds.has(kind))).toEqual([
    false,
    false,
    true,
  ]);
});
