import { readPlace, type CodePlace } from '../../../core/code-place.ts';
import type { JsonObject } from '../../../json/json.ts';
import { isJsonObject } from '../../../json/json.ts';
import type { Tool, ToolHandler } from '../../../core/suite/tool.ts';
import type { ToolOutcome } from '../../../core/trial/tool-outcome.ts';
import type { CallContext } from './call-context.ts';
import { copyJson } from './copy-json.ts';
import { readHandlerOutcome } from './read-handler-outcome.ts';
import { toJsonValue } from './to-json-value.ts';
import { toOutcome, toThrownOutcome } from './to-outcome.ts';

/** The outcome of one run of a handler. */
export interface HandlerRun {
  readonly outcome: ToolOutcome;
  /** The arguments as the handler left them; `null` when it did not run. */
  readonly executed: JsonObject | null;
  /** The handler did its work, even if its result cannot be written as JSON. */
  readonly worked: boolean;
  /** The value that the handler threw, unless it is an outcome made by the handler. */
  readonly broke?: Breakage;
}

/** What a handler threw, and where. */
export interface Breakage {
  readonly message: string;
  readonly place: CodePlace | null;
}

/** Runs a handler on its own copy of the arguments. Returns without a promise when the handler does, as most do. */
export function runHandler(
  tool: Tool,
  handler: ToolHandler,
  call: { readonly args: JsonObject; readonly context: CallContext },
): HandlerRun | Promise<HandlerRun> {
  const copy = copyJson(call.args);
  const end = (outcome: ToolOutcome): HandlerRun => ({
    outcome,
    executed: readExecuted(copy, call.args),
    worked: outcome.status === 'success' || isUnwritable(outcome),
  });
  const endThrown = (error: unknown): HandlerRun => ({
    ...end(toThrownOutcome(error, tool)),
    ...(readHandlerOutcome(error) === null ? { broke: toBreakage(error) } : {}),
  });
  const { context } = call;
  context.begin();
  try {
    const returned = handler(copy, context);
    if (!isThenable(returned)) {
      context.end();
      return end(toOutcome(returned, tool));
    }
    return Promise.resolve(returned)
      .finally(() => {
        context.end();
      })
      .then(
        (value) => end(toOutcome(value, tool)),
        (error: unknown) => endThrown(error),
      );
  } catch (error) {
    context.end();
    return endThrown(error);
  }
}

function toBreakage(error: unknown): Breakage {
  if (!(error instanceof Error)) {
    const message = typeof error === 'string' ? error : `a value of type ${typeof error}`;
    return { message, place: null };
  }
  const [line = ''] = `${error.name}: ${error.message}`.split('\n', 1);
  return { message: line, place: readPlace(error.stack) };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  );
}

function isUnwritable(outcome: ToolOutcome): boolean {
  return outcome.status === 'error' && outcome.error.kind === 'result_not_serialisable';
}

function readExecuted(copy: JsonObject, judged: JsonObject): JsonObject {
  const written = toJsonValue(copy);
  return written.ok && isJsonObject(written.value) ? written.value : judged;
}
