import { expect, it } from 'vitest';

import type { SentRequest } from './sent-request.ts';
import { type BegunAnswer, toFetch, toLine, type TrialLine } from './trial-line.ts';

const asked: SentRequest = {
  method: 'POST',
  url: 'http://rig.invalid/v1/chat/completions?a=1',
  headers: { 'x-a': 'b' },
  body: '{"a":"ä"}',
};
const { signal } = new AbortController();

function answering(given: Partial<BegunAnswer>): { line: TrialLine; seen: SentRequest[] } {
  const seen: SentRequest[] = [];
  const line: TrialLine = async (sent) => {
    seen.push(sent);
    return await Promise.resolve({ status: 200, headers: {}, play: null, ...given });
  };
  return { line, seen };
}

const play: BegunAnswer['play'] = async (give) => {
  for (const text of ['a', 'b']) await give(Buffer.from(text));
};

it('a request is the same for a line, by `fetch` and without it', async () => {
  const { line, seen } = answering({ headers: { 'x-b': 'c' }, play });
  const fetch = toFetch(line);
  expect(toLine(fetch)).toBe(line);
  const { method, url, headers, body } = asked;
  const response = await fetch(url, { method, headers, body });
  expect(await response.text()).toBe('ab');
  expect(response.headers.get('x-b')).toBe('c');
  // Another `fetch` is asked by the objects of `fetch`.
  const answer = await toLine(async (input, init) => await fetch(input, init))(asked, signal);
  const pieces: string[] = [];
  await answer.play?.((piece) => void pieces.push(Buffer.from(piece).toString()));
  expect(pieces.join('')).toBe('ab');
  expect(answer).toMatchObject({ status: 200, headers: { 'x-b': 'c' } });
  for (const sent of seen) {
    expect(sent).toMatchObject({ method, url, body });
    expect(sent.headers).toMatchObject(headers);
  }
});

it.each([
  [204, null],
  [200, ''],
])('an answer with status %i and without a body is one', async (status, body) => {
  const response = await toFetch(answering({ status }).line)(asked.url);
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(body ?? '');
});

it('a body that breaks off gives all that came before, and then its error', async () => {
  const broken: BegunAnswer['play'] = async (give) => {
    await play(give);
    throw new TypeError('terminated');
  };
  const response = await toFetch(answering({ play: broken }).line)(asked.url);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  const second = await reader?.read();
  expect([first, second].map((read) => Buffer.from(read?.value ?? []).toString())).toEqual([
    'a',
    'b',
  ]);
  await expect(reader?.read()).rejects.toThrow('terminated');
});

it('what is cancelled aborts the signal of its line, and nothing of it is heard any more', async () => {
  const signals: AbortSignal[] = [];
  const line: TrialLine = async (_asked, own) => {
    signals.push(own);
    const aborted = new Promise((resolve) => own.addEventListener('abort', resolve));
    const slow: BegunAnswer['play'] = async (give) => {
      await give(Buffer.from('a'));
      await aborted;
    };
    return await Promise.resolve({ status: 200, headers: {}, play: slow });
  };
  const response = await toFetch(line)(asked.url);
  await response.body?.cancel();
  expect(signals[0]?.aborted).toBe(true);
});
