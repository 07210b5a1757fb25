import { isJsonObject } from '../json/json.ts';
import type { ModelReply, SaidCall } from '../core/talk/model.ts';
import { readCallName } from './markup/read-call-name.ts';
import type { DecodeContext, Decoded } from './decoded.ts';

/** What is known of a call that a provider could not read. */
export interface UnreadableCall {
  /** Why, as the rest of a sentence. */
  readonly reason: string;
  /** What the model wrote, as far as it was handed on. */
  readonly written: string;
  /** The tool, where it is known otherwise than from what was written. */
  readonly name: string | null;
  readonly toolNames: readonly string[];
}

/** A call that was tried. What the model wrote takes the place of its arguments, and nothing of it is ever read as such. */
export function toUnreadableCall({ reason, written, name, toolNames }: UnreadableCall): SaidCall {
  return {
    id: null,
    name: name ?? readCallName(written, toolNames) ?? '',
    argumentsText: written === '' ? null : written,
    unreadable: reason,
  };
}

/** Codes under which providers refuse what the model wrote as a call, though the request was right. */
const refusals =
  /^(?:tool_use_failed|tool_call_failed|function_call_failed|output_parse_failed|tool_(?:use|call)_(?:parse|validation)_(?:failed|error)|malformed_(?:function|tool)_call)$/u;

/**
 * Reads an error that says that the model's call could not be read (`tool_use_failed` with its `failed_generation`): it is
 * a reply with that call, for the model made it. `null` for any other error.
 */
export function readRefusedCall(
  body: unknown,
  status: number,
  context: DecodeContext,
): Decoded | null {
  const error = isJsonObject(body) ? body['error'] : undefined;
  if (!isJsonObject(error)) return null;
  const code = [error['code'], error['type']].find(
    (word) => typeof word === 'string' && refusals.test(word.toLowerCase()),
  );
  if (typeof code !== 'string') return null;
  const { failed_generation: generation, message } = error;
  const words = typeof message === 'string' ? message.slice(0, 300) : '';
  const call = toUnreadableCall({
    reason: `the provider could not read the call ("${code}")${words === '' ? '' : `: ${words}`}`,
    written: toWritten(generation ?? (isJsonObject(body) ? body['failed_generation'] : undefined)),
    name: null,
    toolNames: context.toolNames ?? [],
  });
  const text = `The provider answered ${status} "${code}": the model's call could not be read`;
  const reply: ModelReply = {
    text: null,
    refusal: null,
    calls: [call],
    stop: 'malformed_call',
    finishReason: null,
    usage: null,
    model: null,
    deviations: [{ code: 'tool_use_failed', text }],
  };
  return { ok: true, reply };
}

function toWritten(generation: unknown): string {
  if (generation === undefined || generation === null) return '';
  return typeof generation === 'string' ? generation : JSON.stringify(generation);
}
