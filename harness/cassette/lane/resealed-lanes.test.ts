import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { isJsonObject, type JsonValue } from '../../json/json.ts';
import { listPlaces, putAt } from '../../testing/break-json.ts';
import { parseHead, parseRecording } from './parse-recording.ts';
import { sealLines } from './lane-line.ts';

const shipped = readFileSync(
  new URL('../../../cassettes/orders/refund-mug-zh/reference/none.r1.jsonl', import.meta.url),
  'utf8',
);
const lines = shipped.split('\n').slice(0, -2);
const sound = parseHead(shipped);
if (!sound.ok) throw new Error('the shipped lane is broken');
const { lane } = sound.value;

/** What reading says of a lane with other lines under a seal that fits. */
function readSealed(changed: readonly string[]): string {
  const found = parseRecording(sealLines(changed, { calls: 3, end: {} }), lane);
  return found.ok ? 'sound' : found.error.text;
}

const wrong: readonly (readonly [string, JsonValue | undefined])[] = [
  ['dropped', undefined],
  ['null', null],
  ['a list', []],
  ['a flag', true],
  ['negative', -1],
  ['a fraction', 0.5],
  ['huge', 1e308],
];

/** Fields whose value may be anything, or may be absent: what is in them is the model's or the suite's. */
const free =
  /^\$\.(source|content|arguments)|\.(rest|params|schema|content|tool_calls|tool_call_id|description|parameters|model|salt|fork|tools|atMs|headers|headersAtMs|endAtMs|protocol|turn|delivery|attempt|request)\b/u;

it('a lane that is sealed again as it was is sound', () => {
  expect(readSealed(lines)).toBe('sound');
});

it.each(wrong)('each field that is %s is named with its line', (_, value) => {
  let tried = 0;
  for (const [index, line] of lines.entries()) {
    const parsed: unknown = JSON.parse(line);
    if (!isJsonObject(parsed)) throw new Error('no line of a lane');
    for (const place of listPlaces(parsed)) {
      if (free.test(place.path) || place.value === value) continue;
      const { type, ...rest } = putAt(parsed, place.segments, value) as Record<string, JsonValue>;
      const text = JSON.stringify(type === undefined ? rest : { type, ...rest });
      const said = readSealed(lines.with(index, text));
      expect(`${place.path}: ${said}`).toMatch(
        /line \d+|line 1 is not a head|the head names no lane|expected version 1|belongs to lane/u,
      );
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(60);
});

const [, message = '', call = '', tool = ''] = lines;
it.each([
  ['an unknown type', [...lines, '{"type":"note"}'], '$.type: expected one of "msg", "call"'],
  ['a message twice', lines.toSpliced(1, 0, message), 'line 3, $.n: expected 1'],
  ['a message after its use', lines.toSpliced(1, 2, call, message), 'line 2 names messages'],
  ['no status', [...lines, call.replace('"status":200', '"s":1')], 'status: expected an HTTP'],
  ['a negative time', [...lines, call.replace('"atMs":34', '"atMs":-34')], 'frames[0].atMs'],
  [
    'a frame of both kinds',
    [...lines, call.replace('"atMs":34', '"base64":"","atMs":34')],
    'either',
  ],
  ['a frame of bytes', [...lines, call.replace('"text":"{', '"base64":"{')], 'expected base64'],
  ['no attempt', [...lines, call.replace(/"attempts":.*?,"key"/u, '"attempts":[],"key"')], 'least'],
  ['delivery 1.5', [...lines, tool.replace('"delivery":1', '"delivery":1.5')], '$.delivery'],
  ['Windows line ends', lines.map((line) => `${line}\r`), 'Write `* text eol=lf`'],
  ['a byte-order mark', lines.with(0, `\uFEFF${lines[0] ?? ''}`), 'begins with a byte-order mark'],
])('%s', (_, changed, said) => {
  expect(readSealed(changed)).toContain(said);
});
