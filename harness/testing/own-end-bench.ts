import type { ModelError, ModelStop } from '../core/talk/model.ts';
import type { EventBody, TranscriptEvent } from '../core/trial/transcript.ts';

// Events of an own agent's trial, as its boundaries write them.

export function request(turn: number, attempt = 1): EventBody {
  return { type: 'request', turn, attempt, messages: 1, offered: ['stock', 'final_answer'] };
}

export function reply(turn: number, text: string | null, calls: readonly string[] = []): EventBody {
  return stopped(turn, text, { calls, stop: calls.length > 0 ? 'tool_calls' : 'stop' });
}

export function stopped(
  turn: number,
  text: string | null,
  how: { readonly calls?: readonly string[]; readonly stop: ModelStop; readonly refusal?: string },
): EventBody {
  return {
    type: 'reply',
    turn,
    attempt: 1,
    from: 'scripted',
    text,
    refusal: how.refusal ?? null,
    calls: (how.calls ?? []).map((name, index) => ({
      ref: `t${turn}c${index}`,
      id: `c${index}`,
      name,
      argumentsText: '{}',
    })),
    stop: how.stop,
    finishReason: how.stop,
    usage: null,
    model: null,
    deviations: [],
    durationMs: 1,
  };
}

export function failed(turn: number, kind: ModelError['kind'] = 'http', attempt = 1): EventBody {
  const error: ModelError = {
    kind,
    code: kind === 'http' ? 'http_503' : kind,
    status: null,
    retryable: true,
    retryAfterMs: null,
    message: 'busy',
    deviations: [],
  };
  return { type: 'model_error', turn, attempt, from: 'fault', error, durationMs: 1 };
}

export function judged(ref: 't1c0', name: string): EventBody {
  return {
    type: 'judged',
    call: ref,
    name,
    known: false,
    grade: null,
    reading: 'parsed',
    arguments: {},
    findings: [],
    caughtBy: null,
    confirm: 'not_needed',
    key: null,
  };
}

export function toEvents(bodies: readonly EventBody[]): readonly TranscriptEvent[] {
  return bodies.map((body, seq) => ({ ...body, seq, atMs: 0 }));
}
