import { expect, it } from 'vitest';
import type { EventBody } from '../../core/trial/transcript.ts';
import { ToldTrial, toldTool } from '../../testing/told-trial.ts';
import { usualEvent } from '../../testing/usual-event.ts';
import { readTrial } from './read-trial.ts';

const { delivery, effect } = usualEvent;

it.each<[string, readonly EventBody[], readonly number[]]>([
  ['one delivery', [delivery({}), effect({}), effect({})], []],
  [
    'the call delivered again',
    [effect({}), effect({ delivery: 2 }), effect({ delivery: 3 })],
    [1, 2],
  ],
  [
    'a second effect of the first delivery, after the second delivery',
    [effect({}), effect({ delivery: 2 }), effect({})],
    [1],
  ],
  ['another key', [effect({}), effect({ delivery: 2, key: 'b' })], []],
  ['another tool', [effect({}), effect({ delivery: 2, tool: 'mail' })], []],
  ['another call', [effect({}), effect({ call: 't2c0' })], []],
  [
    'a write that must not be repeated',
    [effect({ grade: 'irreversible' }), effect({ grade: 'irreversible', delivery: 2 })],
    [],
  ],
  [
    'another call under the same idempotency key',
    [
      delivery({ idempotencyKey: 'k' }),
      effect({}),
      delivery({ call: 't2c0', idempotencyKey: 'k' }),
      effect({ call: 't2c0' }),
    ],
    [3],
  ],
  [
    'another call under another idempotency key',
    [
      delivery({ idempotencyKey: 'k' }),
      effect({}),
      delivery({ call: 't2c0', idempotencyKey: 'l' }),
      effect({ call: 't2c0' }),
    ],
    [],
  ],
  [
    'the key of another delivery',
    [
      delivery({ idempotencyKey: 'k' }),
      effect({}),
      delivery({ call: 't2c0', idempotencyKey: 'k' }),
      delivery({ call: 't2c0', delivery: 2, idempotencyKey: 'l' }),
      effect({ call: 't2c0', delivery: 2 }),
    ],
    [],
  ],
  [
    'no idempotency key and an empty one',
    [
      delivery({}),
      effect({}),
      delivery({ call: 't2c0' }),
      effect({ call: 't2c0' }),
      delivery({ call: 't3c0', idempotencyKey: '' }),
      effect({ call: 't3c0' }),
      delivery({ call: 't4c0', idempotencyKey: '' }),
      effect({ call: 't4c0' }),
    ],
    [],
  ],
])('effects that only repeat an earlier one: %s', (...[, events, wanted]) => {
  const trial = new ToldTrial([toldTool('send', { grade: 'idempotent' })]);
  for (const event of events) trial.emit(event);
  expect([...readTrial(trial.input()).retried].map(({ seq }) => seq)).toEqual(wanted);
});
