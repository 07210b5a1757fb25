import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { type LosslessValue, writeLosslessJson } from '../json/lossless-json.ts';
import { toEffectGrade } from '../mcp/to-effect-grade.ts';
import { toToolResult } from '../mcp/to-tool-result.ts';
import { HandlerOutcome } from '../core/trial/tool-outcome.ts';
import type { Tape, TapeExchange } from '../mcp/tape/tape-line.ts';
import type { ObservedTool } from '../suite/write/write-observed-suite.ts';

/** A tool that an MCP server listed, with its hints and the results that it gave. */
export function listServed(tapes: readonly Tape[]): readonly ObservedTool[] {
  const exchanges = tapes.flatMap((tape) => tape.exchanges);
  const tools = new Map<string, ObservedTool>();
  for (const tool of exchanges.flatMap(readListed)) {
    if (!tools.has(tool.name)) tools.set(tool.name, tool);
  }
  for (const exchange of exchanges) {
    const seen = readCall(exchange);
    const tool = seen === null ? undefined : tools.get(seen.tool);
    if (seen === null || tool === undefined) continue;
    const { when, give } = seen;
    tools.set(tool.name, { ...tool, results: [...tool.results, { when, give }] });
  }
  return [...tools.values()];
}

function readListed({ method, answer }: TapeExchange): readonly ObservedTool[] {
  const result = toPlain(answer.value);
  if (method !== 'tools/list' || !isJsonObject(result)) return [];
  const { tools = [] } = result;
  if (!Array.isArray(tools)) return [];
  return (tools as readonly JsonValue[]).flatMap((item) =>
    isJsonObject(item) ? (toTool(item) ?? []) : [],
  );
}

/** A call that came to a result; errors are no results that a tool always gives. */
function readCall({ method, params, answer }: TapeExchange): SeenCall | null {
  const asked = toPlain(params);
  const result = toPlain(answer.value);
  if (method !== 'tools/call' || answer.kind === 'error') return null;
  if (!isJsonObject(asked) || !isJsonObject(result)) return null;
  const { name, arguments: when = {} } = asked;
  if (typeof name !== 'string' || !isJsonObject(when)) return null;
  const give = toToolResult({ ok: true, result });
  return give instanceof HandlerOutcome ? null : { tool: name, when, give };
}

interface SeenCall {
  readonly tool: string;
  readonly when: JsonObject;
  readonly give: JsonValue;
}

function toTool(tool: JsonObject): ObservedTool | null {
  const { name, description, inputSchema, annotations } = tool;
  if (typeof name !== 'string') return null;
  const hints = isJsonObject(annotations) ? Object.entries(annotations) : [];
  const flags = hints.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean');
  return {
    name,
    description: typeof description === 'string' ? description : '',
    parameters: isJsonObject(inputSchema) ? inputSchema : { type: 'object' },
    effect: toEffectGrade({ hints: Object.fromEntries(flags) }).grade,
    results: [],
  };
}

function toPlain(value: LosslessValue): JsonValue {
  // What is written as JSON is read as JSON.
  return JSON.parse(writeLosslessJson(value)) as JsonValue;
}
