import { expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

it.each<[string, string, readonly string[], boolean, readonly string[]]>([
  ['ends well', 'data: 1\n\ndata: [DONE]\n\n', ['1'], true, []],
  ['has no [DONE]', 'data: 1\n\n', ['1'], false, []],
  ['has data after [DONE]', 'data: [DONE]\n\ndata: 1\n\n', [], true, ['data_after_done']],
  [
    'has data after [DONE] twice',
    'data: [DONE]\n\ndata: 1\n\ndata: [DONE]\n\n',
    [],
    true,
    ['data_after_done'],
  ],
  ['has no blank line after [DONE]', 'data: 1\n\ndata: [DONE]', ['1'], true, ['done_unterminated']],
  ['has no blank line after data', 'data: 1\n\ndata: 2', ['1'], false, []],
  ['has comments', ': hi\n\ndata: 1\n\n: bye\ndata: [DONE]', ['1'], true, ['done_unterminated']],
  ['has spaces around [DONE]', 'data:  [DONE] \n\n', [], true, []],
  ['has a line that is no field', 'data: 1\nwhat\n\n', ['1'], false, ['unknown_field']],
  ['has carriage returns', 'data: 1\r\n\r\ndata: [DONE]\r\n\r\n', ['1'], true, []],
  ['is empty', '', [], false, []],
])('a stream that %s', (...[, text, data, done, codes]) => {
  const found = readEvents(text);
  expect(found.events.map((event) => event.data)).toEqual(data);
  expect(found.done).toBe(done);
  expect(found.deviations.map((deviation) => deviation.code)).toEqual(codes);
});

it('an event may have a name', () => {
  expect(readEvents('event: error\ndata: {}\n\n').events).toEqual([{ name: 'error', data: '{}' }]);
});
