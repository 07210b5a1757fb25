import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChatMessage, ChatRequest } from '../core/chat.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Lane } from '../core/lane.ts';
import { createCassetteStore } from './cassette-store.ts';
import { createRedactor } from './create-redactor.ts';

const lane: Lane = { suite: 'orders', scenario: 'find', variant: 'ref', plan: 'none', repeat: 1 };
const reply = (text: string): Exchange => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  headersAtMs: 1,
  frames: [{ atMs: 2, text }],
  end: 'complete',
  endAtMs: 3,
});

it('replays what it recorded', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cassette-'));
  try {
    const open = (mode: 'record' | 'replay') =>
      createCassetteStore({
        root,
        mode,
        recordedAt: '2025-01-01T00:00:00Z',
        protocolVersion: 1,
        redactor: createRedactor({ secrets: [], key: null, salt: 's' }),
        drift: [],
        volatile: [],
        tier: 'exact',
        command: 'toolrig record suites/orders',
      });
    const messages: ChatMessage[] = [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: 'hi' },
    ];
    const tools = [
      {
        type: 'function' as const,
        function: {
          name: 'find',
          description: 'Finds. Reads only.',
          parameters: { type: 'object' },
        },
      },
    ];
    const first: ChatRequest = { model: 'm', messages, tools, temperature: 0 };
    const second: ChatRequest = {
      ...first,
      messages: [
        ...messages,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'ok' },
      ],
    };
    const recorder = await open('record').recorder(lane, { model: 'm' });
    recorder.record(first, { turn: 1, attempt: 1 }, reply('one'));
    recorder.record(second, { turn: 2, attempt: 1 }, reply('two'));
    await recorder.seal({ stopReason: 'answered' });
    const player = await open('replay').player(lane);
    expect(player.play(first, { turn: 1, attempt: 1 })).toEqual({
      exchange: reply('one'),
      tier: 'exact',
    });
    expect(player.play(second, { turn: 2, attempt: 1 })).toEqual({
      exchange: reply('two'),
      tier: 'exact',
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});
