import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiNames } from '../core/talk/wire-form.ts';
import type { ModelReply } from '../core/talk/model.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';
import { toBodyText, toStreamEvents } from './line/body-text.ts';
import { readEventData, withEventData } from './line/event-data.ts';
import { dialects } from './registry.ts';

const reply: ModelReply = {
  text: 'One moment',
  refusal: null,
  calls: [
    { id: 'c1', name: 'pay', argumentsText: '{"a":1}' },
    { id: 'c2', name: 'look', argumentsText: '{}' },
  ],
  stop: 'tool_calls',
  finishReason: null,
  usage: { inputTokens: 1, outputTokens: 2 },
  model: 'm',
  deviations: [],
};

/** A value with the part that a walk leads to replaced, or taken out. */
function spoil(value: JsonValue, walk: readonly number[], by: JsonValue | undefined): JsonValue {
  const [step, ...rest] = walk;
  if (step === undefined || typeof value !== 'object' || value === null) return by ?? null;
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string, JsonValue | undefined])[] = Object.entries(value);
  const chosen = entries.length === 0 ? -1 : step % entries.length;
  const spoilt = entries.flatMap(([name, item], index) => {
    if (index !== chosen) return [[name, item] as const];
    if (rest.length === 0 && by === undefined) return [];
    return [[name, spoil(item ?? null, rest, by)] as const];
  });
  return isList ? spoilt.map(([, item]) => item ?? null) : Object.fromEntries(spoilt);
}

const walks = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 6 });
const values = fc.option(
  fc.oneof(
    fc.constantFrom<JsonValue>(null, '', 0, -1, true, [], {}, [null], 'tool_use', 'function_call'),
    // Whatever fast-check makes here is JSON.
    fc.jsonValue() as fc.Arbitrary<JsonValue>,
  ),
  { nil: undefined },
);
const runs = Number(process.env['TOOLRIG_FUZZ_RUNS'] ?? 400);

describe.each(apiNames)('%s', (api) => {
  const dialect = dialects[api];
  const said = { ...reply, finishReason: dialect.toStopWord('tool_calls') };

  it('a body with anything in it is a reply or an error, and never throws', () => {
    const whole = dialect.encode(said, { stream: false });
    const body = JSON.parse(toBodyText(whole)) as JsonValue;
    fc.assert(
      fc.property(walks, values, (walk, by) => {
        const text = JSON.stringify(spoil(body, walk, by));
        const decoded = dialect.decode({ ...whole, frames: [{ atMs: 0, text }] });
        if (!decoded.ok) return;
        for (const call of decoded.reply.calls) expect(call.name).not.toBe('');
      }),
      { numRuns: runs },
    );
  });

  it('an event with anything in it leaves a reply or an error, and never throws', () => {
    const streamed = dialect.encode(said, { stream: true });
    const events = toStreamEvents(streamed);
    fc.assert(
      fc.property(fc.nat(), walks, values, (place, walk, by) => {
        const at = place % events.length;
        const frames = events.map((event, index) => {
          const data = index === at ? readEventData(event.text) : null;
          const spoilt = data === null ? null : spoil(data, walk, by);
          return isJsonObject(spoilt)
            ? { ...event, text: withEventData(event.text, spoilt) }
            : event;
        });
        const decoded = dialect.decode({ ...streamed, frames });
        if (!decoded.ok) return;
        for (const call of decoded.reply.calls) expect(call.name).not.toBe('');
      }),
      { numRuns: runs },
    );
  });

  it('a request with anything in it is read or refused, and can be written again', () => {
    const written = dialect.writeRequest({
      ...(api === 'chat' ? {} : { api }),
      model: 'm',
      messages: [
        { role: 'system', content: 'x' },
        { role: 'user', content: 'y' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'pay', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'z' },
      ],
      tools: [{ type: 'function', function: { name: 'pay', parameters: {} } }],
    });
    const body = JSON.parse(written) as JsonValue;
    fc.assert(
      fc.property(walks, values, (walk, by) => {
        const spoilt = spoil(body, walk, by);
        const read = isJsonObject(spoilt) ? dialect.readRequest(spoilt) : null;
        if (read?.ok !== true) return;
        expect(typeof JSON.parse(dialect.writeRequest(read.value))).toBe('object');
      }),
      { numRuns: runs },
    );
  });
});
