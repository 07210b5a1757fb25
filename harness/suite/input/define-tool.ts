import { type CodePlace, keepPlace, readPlace } from '../../core/code-place.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { HandlerOutcome } from '../../core/trial/tool-outcome.ts';
import type { CoerceRule, Tool, ToolContext } from '../../core/suite/tool.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import {
  isArgumentsSchema,
  toJsonSchema,
  type ArgumentsSchema,
} from '../load/convert/to-json-schema.ts';

/** A tool whose functions know the types of its arguments. */
export interface ToolDefinition<Args> extends Omit<
  Tool,
  | 'parameters'
  | 'returns'
  | 'handler'
  | 'preview'
  | 'check'
  | 'authorize'
  | 'reconcile'
  | 'keyFields'
  | 'coerce'
  | 'example'
> {
  /** A schema of zod (4.2 or later) or of any library that gives JSON Schema by `~standard`. */
  readonly parameters: ArgumentsSchema<Args>;
  readonly returns?: JsonObject | ArgumentsSchema<unknown>;
  readonly handler: (args: Args, context: ToolContext) => unknown;
  readonly preview?: (args: Args, context: ToolContext) => unknown;
  readonly check?: DefinedCheck<Args>;
  readonly authorize?: DefinedCheck<Args>;
  readonly reconcile?: DefinedReconcile<Args>;
  readonly keyFields?: readonly (keyof Args & string)[];
  readonly coerce?: Readonly<Partial<Record<keyof Args & string, CoerceRule>>>;
  readonly example?: Args;
}

/** A check over typed arguments. */
export type DefinedCheck<Args> = (
  args: Args,
  context: Pick<ToolContext, 'world' | 'session' | 'nowMs'>,
) => ToolError | HandlerOutcome | null;

/** A read-back over typed arguments. */
export interface DefinedReconcile<Args> {
  readonly tool: string;
  toArguments(args: Args): JsonObject;
  happened(result: JsonValue, args: Args): boolean | null;
}

/**
 * Defines a tool. With a schema of a library, the functions get arguments of that type; they are
 * given as the model said them: judged against the JSON Schema, without defaults or transforms.
 *
 * @throws RigError `TOOL_SCHEMA` when the library cannot say the schema in JSON Schema.
 */
export function defineTool<Args>(tool: ToolDefinition<Args>): Tool;
export function defineTool(tool: Tool): Tool;
export function defineTool(tool: Tool | ToolDefinition<unknown>): Tool {
  const { parameters, returns } = tool;
  // A `handler` that is no function is refused later, with its place in the suite.
  if (typeof tool.handler === 'function') keepPlace(tool.handler, findCaller());
  return {
    // The functions are only called with arguments that passed the same schema.
    ...(tool as Tool),
    parameters: isArgumentsSchema(parameters) ? toJsonSchema(parameters, tool.name) : parameters,
    ...(returns === undefined
      ? {}
      : { returns: isArgumentsSchema(returns) ? toJsonSchema(returns, tool.name) : returns }),
  };
}

/** Where a suite defines a tool; `null` for a plain object, of which only the loader knows. */
function findCaller(): CodePlace | null {
  const place = readPlace(new Error('place').stack, ['define-tool.ts', 'define-tool.js']);
  return place === null || /^to-toolsets\.[jt]s:/u.test(place) ? null : place;
}
