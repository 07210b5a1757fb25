import { expect, it } from 'vitest';

import type { ToolLine } from '../../core/talk/cassette.ts';
import type { EventBody } from '../../core/trial/transcript.ts';
import { createToolLines } from './create-tool-lines.ts';

type Result = Extract<EventBody, { type: 'result' }>;

const deliver = (delivery = 1, id = 'A1'): EventBody => ({
  type: 'delivery',
  call: 't1c0',
  tool: 'pay',
  delivery,
  preview: false,
  confirm: 'not_needed',
  arguments: { id },
  idempotencyKey: null,
});
const result = (more: Partial<Result> = {}): EventBody => ({
  type: 'result',
  call: 't1c0',
  delivery: 1,
  status: 'success',
  value: { paid: true },
  error: null,
  cached: false,
  durationMs: 1,
  executed: null,
  ...more,
});
const line = (delivery: number, id: string, content: ToolLine['content']): ToolLine => ({
  call: 't1c0',
  delivery,
  tool: 'pay',
  arguments: { id },
  status: 'success',
  content,
});
const paid = line(1, 'A1', { paid: true });

it.each<[string, readonly EventBody[], readonly (ToolLine | null)[]]>([
  ['a delivery and its result', [deliver(), result()], [null, paid]],
  ['other events', [{ type: 'user', text: 'x' }, deliver()], [null, null]],
  ['a result from the journal', [deliver(), result({ cached: true })], [null, null]],
  ['a result without a delivery', [result()], [null]],
  ['a second result', [deliver(), result(), result()], [null, paid, null]],
  ['a result of another call', [deliver(), result({ call: 't1c1' })], [null, null]],
  [
    'two deliveries whose results come in the other order',
    [deliver(), deliver(2, 'A2'), result({ delivery: 2, value: 2 }), result()],
    [null, null, line(2, 'A2', 2), paid],
  ],
  [
    'a failure',
    [deliver(), result({ status: 'timeout', value: null })],
    [null, { ...paid, status: 'timeout', content: null }],
  ],
])('%s: the lines of a recording', (_name, bodies, lines) => {
  const toLine = createToolLines();
  expect(bodies.map((body, seq) => toLine({ ...body, seq, atMs: 0 }))).toEqual(lines);
});
