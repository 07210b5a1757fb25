import { expect, it } from 'vitest';

import type { Exchange } from '../../core/talk/exchange.ts';
import type { SideRequest } from '../../core/talk/side.ts';
import { createWallClock } from '../../testing/create-wall-clock.ts';
import { sampleBody } from '../../testing/sample-exchange.ts';
import { answerSide, type SideSources } from './answer-side.ts';

const request: SideRequest = {
  api: 'chat',
  method: 'POST',
  path: '/embeddings',
  body: { input: 'a' },
};
const list: SideRequest = { api: 'chat', method: 'GET', path: '/models', body: null };
const whole = sampleBody({ data: [] });

async function ask(asked: SideRequest, given: Partial<SideSources>, signal?: AbortSignal) {
  const recorded: Exchange[] = [];
  const failures: unknown[] = [];
  const recorder = {
    sharedSide: () => null,
    recordSide: (_asked: SideRequest, exchange: Exchange) => void recorded.push(exchange),
  };
  const clock = createWallClock();
  const sources = { player: null, recorder, provider: null, clock, ...given };
  const answer = answerSide(asked, sources, {
    signal: signal ?? new AbortController().signal,
    onFailure: (error) => void failures.push(error),
  });
  return { answer, recorded, failures };
}

const provide = (exchange: Exchange): Partial<SideSources> => ({
  provider: { sendSide: async () => await Promise.resolve(exchange) },
});

it.each([
  ['a success', whole],
  ['an error status', { ...sampleBody({ error: { message: 'no' } }), status: 401 }],
  ['no content', { ...whole, status: 204, frames: [] }],
])('%s is given as it came, and recorded', async (_name, exchange) => {
  const { answer, recorded, failures } = await ask(request, provide(exchange));
  const { status, play } = await answer;
  expect(status).toBe(exchange.status);
  const pieces: string[] = [];
  await play?.((piece) => void pieces.push(Buffer.from(piece).toString()));
  const text = exchange.frames.map((frame) => ('text' in frame ? frame.text : '')).join('');
  expect(pieces.join('')).toBe(text);
  expect(recorded).toEqual([exchange]);
  expect(failures).toEqual([]);
});

it.each([
  ['refused', 'ECONNREFUSED'],
  ['reset', 'ECONNRESET'],
  ['stalled', 'UND_ERR_HEADERS_TIMEOUT'],
] as const)('no response (%s) is the error of `fetch`, and recorded', async (end, code) => {
  const { answer, recorded } = await ask(
    request,
    provide({ ...whole, status: 0, frames: [], end }),
  );
  await expect(answer).rejects.toMatchObject({ cause: { code } });
  expect(recorded).toHaveLength(1);
});

it('a body that breaks off gives what came of it', async () => {
  const { answer } = await ask(request, provide({ ...whole, end: 'reset' }));
  const pieces: Uint8Array[] = [];
  const { play } = await answer;
  await expect(play?.((piece) => void pieces.push(piece))).rejects.toThrow('terminated');
  expect(pieces).toHaveLength(1);
});

it('what the agent gave up on is not recorded', async () => {
  const stop = new AbortController();
  stop.abort();
  const { answer, recorded } = await ask(request, provide(whole), stop.signal);
  await expect(answer).rejects.toThrow();
  expect(recorded).toEqual([]);
});

it('a recording answers before any provider', async () => {
  const player = { side: () => whole };
  const provider = { sendSide: () => Promise.reject(new Error('asked')) };
  const { answer, recorded } = await ask(request, { player, provider });
  expect((await answer).status).toBe(200);
  expect(recorded).toEqual([]);
});

it('where a scripted model answers, a question makes the trial invalid, and a list is refused alone', async () => {
  const asked = await ask(request, { provider: {} });
  const refused = await asked.answer;
  expect(refused.status).toBe(400);
  expect(refused.headers['x-should-retry']).toBe('false');
  expect(asked.failures).toMatchObject([
    {
      code: 'SIDE_REQUEST_UNANSWERED',
      message:
        'Cannot answer "POST /embeddings": a scripted model has no provider that could be asked. Give that client a `fetch` or a base URL of its own, or use a model with a base URL, whose answers are recorded',
    },
  ]);
  const listed = await ask(list, { provider: {} });
  expect((await listed.answer).status).toBe(404);
  expect(listed.failures).toEqual([]);
});
