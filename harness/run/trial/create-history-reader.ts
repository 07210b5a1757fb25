import type { CallRef } from '../../core/talk/call.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import type { TranscriptEvent, TranscriptSink } from '../../core/trial/transcript.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** Reads from requests what an agent's own tools did. */
export interface HistoryReader {
  /** Calls of a reply. */
  hear(turn: number, calls: readonly SaidCall[]): void;
  /** A new request: the results that it brings. */
  read(request: ChatRequest): void;
}

/** Where events are written, and those that there are. */
export interface ReadTranscript extends TranscriptSink {
  readonly events: readonly TranscriptEvent[];
}

interface OpenCall {
  readonly ref: CallRef;
  readonly id: string | null;
  readonly name: string;
}

/**
 * Creates the reader of one trial. A result of a call that the tool boundary did not deliver was made by the agent itself: the
 * call ran, and the history says what it came to. Its effects are not seen.
 */
export function createHistoryReader(transcript: ReadTranscript): HistoryReader {
  let open: readonly OpenCall[] = [];
  return {
    hear(turn, calls) {
      open = calls.map(({ id, name }, index) => ({ ref: `t${turn}c${index}`, id, name }));
    },
    read({ messages }) {
      // What comes before the last reply was read with an earlier request, and ids may come again.
      const last = messages.findLastIndex(({ role }) => role === 'assistant');
      for (const message of messages.slice(last + 1)) {
        if (message.role !== 'tool') continue;
        const call = open.find(({ id }) => id === message.tool_call_id);
        if (call === undefined) continue;
        open = open.filter((one) => one !== call);
        if (!isDelivered(call, transcript.events)) tell(call, toText(message.content), transcript);
      }
    },
  };
}

function isDelivered({ ref }: OpenCall, events: readonly TranscriptEvent[]): boolean {
  return events.some((event) => event.type === 'delivery' && event.call === ref);
}

function tell({ ref: call, name: tool }: OpenCall, content: string, sink: ReadTranscript): void {
  const args = findArguments(call, sink.events);
  const place = { call, delivery: args === null ? 0 : 1, from: 'history' } as const;
  if (args !== null) {
    sink.emit({
      ...place,
      type: 'delivery',
      tool,
      preview: false,
      confirm: 'not_needed',
      arguments: args,
      idempotencyKey: null,
    });
  }
  const value = readValue(content);
  const error = findError(value, content);
  sink.emit({
    ...place,
    type: 'result',
    status: error === null ? 'success' : 'error',
    value: error === null ? value : null,
    error,
    cached: false,
    durationMs: 0,
    executed: null,
  });
  sink.emit({
    type: 'observation',
    call,
    content,
    fullChars: content.length,
    truncated: false,
  });
}

function findArguments(ref: CallRef, events: readonly TranscriptEvent[]): JsonObject | null {
  const judged = events.find((event) => event.type === 'judged' && event.call === ref);
  return judged?.type === 'judged' ? judged.arguments : null;
}

function toText(content: unknown): string {
  return typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
}

function readValue(content: string): JsonValue {
  try {
    // What JSON gives is a JSON value.
    return JSON.parse(content) as JsonValue;
  } catch {
    return content;
  }
}

/** By the one convention that most tools share: an object with an `error` in it. */
function findError(value: JsonValue, content: string): ToolError | null {
  const said = isJsonObject(value) ? value['error'] : null;
  if (said === null || said === undefined || said === false) return null;
  return { kind: 'failed', message: content, retryable: false, recoverable: false };
}
