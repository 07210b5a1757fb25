import type { AgentContext } from '../../core/suite/agent.ts';
import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { runForWire } from './run-for-wire.ts';
import { toJsonResponse } from './to-json-response.ts';

type Context = Pick<AgentContext, 'tools' | 'toolset'>;

/** Versions of MCP that differ in nothing that is used here; the newest is offered to a client that asks for another. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/**
 * MCP over streamable HTTP, without a session: each POST is answered with JSON. The toolset of the trial is the server's, and
 * each call goes through the tool boundary.
 */
export async function answerMcp(request: Request, context: Context): Promise<Response> {
  if (request.method !== 'POST') {
    return toJsonResponse(405, { error: { message: 'Use POST' } }, { allow: 'POST' });
  }
  let asked: unknown;
  try {
    asked = JSON.parse(await request.text());
  } catch {
    return toJsonResponse(400, toError(null, -32_700, 'The body is not JSON'));
  }
  const isBatch = Array.isArray(asked);
  const messages: readonly unknown[] = Array.isArray(asked) ? asked : [asked];
  const answers: JsonObject[] = [];
  for (const message of messages) {
    const answer = await answerMessage(message, context);
    if (answer !== null) answers.push(answer);
  }
  if (answers.length === 0) return new Response(null, { status: 202 });
  return toJsonResponse(200, isBatch ? answers : answers[0]);
}

async function answerMessage(message: unknown, context: Context): Promise<JsonObject | null> {
  if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') {
    return toError(null, -32_600, 'A message is an object of JSON-RPC 2.0');
  }
  const { id = null, method, params } = message;
  // Notifications, and answers to what was never asked, need none.
  if (typeof method !== 'string' || id === null) return null;
  const given = isJsonObject(params) ? params : {};
  switch (method) {
    case 'initialize':
      return toResult(id, welcome(given));
    case 'ping':
      return toResult(id, {});
    case 'tools/list':
      return toResult(id, { tools: context.toolset.tools.map(toListedTool) });
    case 'tools/call':
      if (typeof given['name'] !== 'string') return toError(id, -32_602, '"name" is missing');
      return toResult(id, await call(given['name'], given, context));
    default:
      return toError(id, -32_601, `There is no method "${method}"`);
  }
}

function welcome({ protocolVersion }: JsonObject): JsonObject {
  const known = versions.find((version) => version === protocolVersion);
  return {
    protocolVersion: known ?? versions[0],
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: 'toolrig', version: '1' },
  };
}

async function call(name: string, params: JsonObject, context: Context): Promise<JsonObject> {
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const id = meta['toolCallId'];
  const { told, outcome } = await runForWire(context, name, {
    args: params['arguments'] ?? {},
    options: { id: typeof id === 'string' ? id : null },
  });
  const text = typeof told === 'string' ? told : JSON.stringify(told);
  const content = [{ type: 'text', text }];
  if ('error' in outcome) return { content, isError: true };
  return isJsonObject(outcome.value) ? { content, structuredContent: outcome.value } : { content };
}

const hints: Readonly<Record<EffectGrade, JsonObject>> = {
  read: { readOnlyHint: true },
  idempotent: { readOnlyHint: false, idempotentHint: true },
  irreversible: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};

function toListedTool({ name, description, parameters, returns, effect }: Tool): JsonObject {
  return {
    name,
    description,
    // MCP requires the type.
    inputSchema: { type: 'object', ...parameters },
    ...(returns?.['type'] === 'object' ? { outputSchema: returns } : {}),
    annotations: hints[effect],
  };
}

function toResult(id: JsonValue, result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result };
}

function toError(id: JsonValue, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
