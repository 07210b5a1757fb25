import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Tool } from '../core/suite/tool.ts';
import type { ToolError } from '../core/trial/tool-error.ts';
import { tellOutcome } from '../boundary/tool/deliver/tell-outcome.ts';

/**
 * The version of everything that the harness itself puts into a conversation: the texts here, those of
 * `tool/tool-text.ts`, and the shape of answers. A suite pins it; a changed text is a new version.
 */
export const protocolVersion = 1;

/** The text of a result for the model, before truncation. Text stays text, everything else is JSON. */
export const protocolText = {
  outcome: tellOutcome,

  cached(result: JsonValue): JsonValue {
    return {
      cached: true,
      note: 'This was done before; nothing was done now. This is the first result',
      result,
    };
  },

  readBack(tool: string, result: JsonValue): JsonValue {
    return {
      read_back: true,
      note: `The first answer was lost; "${tool}" shows that it was done, once`,
      result,
    };
  },

  batchRejected(spoiler: string): ToolError {
    return {
      kind: 'tool_batch_rejected',
      message: `Not run: another call of the same batch was refused (${spoiler})`,
      retryable: true,
      recoverable: true,
      next: 'Mend or leave out the refused call, then send this one again',
    };
  },

  textCall(): string {
    return 'Your last reply holds a tool call written as text. Nothing was run. Make the call as a tool call, or answer the user in words';
  },

  truncated(): ToolError {
    return {
      kind: 'truncated',
      message: 'The reply was cut off before it was whole, so none of its calls was run',
      retryable: false,
      recoverable: true,
      hint: 'The payload is too long: send less at a time',
    };
  },

  /** The provider gave an unknown finish reason, so it is unknown whether the reply is complete. */
  unknownEnd(): ToolError {
    return {
      kind: 'truncated',
      message: 'It is not known whether the reply was whole, so none of its calls was run',
      retryable: false,
      recoverable: true,
      next: 'Send the calls again',
    };
  },

  refusedByStage(texts: readonly string[]): ToolError {
    return {
      kind: 'invalid_arguments',
      message: texts.join('; '),
      retryable: false,
      recoverable: true,
    };
  },

  humanDenied(tool: string): ToolError {
    return {
      kind: 'denied',
      message: `A person was asked and does not allow "${tool}"`,
      retryable: false,
      recoverable: false,
      next: 'Do not try another way; tell the user that it was not done',
    };
  },

  humanSilent(tool: string): ToolError {
    return {
      kind: 'confirm_required',
      message: `"${tool}" waits for a person to confirm it; nothing was done`,
      retryable: false,
      recoverable: true,
    };
  },

  unconfirmed(tool: string): ToolError {
    return {
      kind: 'confirm_required',
      message: `"${tool}" was not run: it is not confirmed`,
      retryable: false,
      recoverable: true,
      next: 'Preview it first',
    };
  },

  proposed(tool: string, args: JsonObject): ToolError {
    return {
      kind: 'confirm_required',
      message: `"${tool}" was noted as a proposal; nothing was done`,
      retryable: false,
      recoverable: true,
      next: 'Tell the user what is proposed, and that it is not done yet',
      example: args,
    };
  },

  alreadyDone(tool: string): ToolError {
    return {
      kind: 'conflict',
      message: `"${tool}" was done before with these arguments; nothing was done now`,
      retryable: false,
      recoverable: true,
      next: 'Read the present state before anything else',
    };
  },

  stillUnknown(tool: string): ToolError {
    return {
      kind: 'timeout',
      message: `It is still not known whether "${tool}" was done, so it is not repeated`,
      retryable: false,
      recoverable: false,
      next: 'A person has to look at it',
    };
  },

  /** After any error of a write that must not be repeated, the text says that the write may have been done. */
  unknownOutcome(error: ToolError, tool: Tool): ToolError {
    return {
      ...error,
      message: `${error.message}. It is not known whether "${tool.name}" was done`,
      retryable: false,
      recoverable: false,
      hint: 'Check before repeating it: it may have been done',
      ...(tool.reconcile === undefined
        ? {}
        : { next: `Read it back with "${tool.reconcile.tool}"` }),
    };
  },

  notStarted(): ToolError {
    return {
      kind: 'budget',
      message: 'Not run: the time of this conversation is over',
      retryable: false,
      recoverable: false,
    };
  },

  /** The tool was cut off after failures in a row; nothing was sent. */
  circuitOpen(tool: string, failures: number): ToolError {
    return {
      kind: 'unavailable',
      message: `"${tool}" was not called: it failed ${failures} times in a row`,
      retryable: false,
      recoverable: false,
      next: 'Continue without it, or tell the user that it is out of order',
    };
  },

  summarisedResult(summary: JsonValue): JsonValue {
    return {
      note: 'An earlier result in short: lists are counted, long texts are left out',
      ...(isJsonObject(summary) ? summary : { result: summary }),
    };
  },

  droppedResult: '[an earlier result, left out of the history]',

  cutText(shown: number, of: number): string {
    return `\n[cut: ${shown} of ${of} characters shown]`;
  },

  leftOut(chars: number): string {
    return `[a result of ${chars} characters was left out: no room]`;
  },

  nextPage: 'Call the tool again with the same arguments for the next items',
} as const;
