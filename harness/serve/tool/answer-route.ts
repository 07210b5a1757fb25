import type { AgentContext } from '../../core/suite/agent.ts';
import type { Tool } from '../../core/suite/tool.ts';
import type { ToolErrorKind } from '../../core/trial/tool-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { runForWire } from './run-for-wire.ts';
import { toJsonResponse } from './to-json-response.ts';

/** A route of a service, such as `GET /v1/orders/{order_id}`, taken apart. */
interface Route {
  readonly method: string;
  readonly steps: readonly string[];
  readonly tool: string;
}

/**
 * Answers as the service behind an agent's own tools would: a route names the tool, and path, query and body are its
 * arguments. What a tool came to is a status.
 */
export async function answerRoute(
  request: Request,
  context: Pick<AgentContext, 'tools' | 'toolset'>,
  routes: Readonly<Record<string, string>>,
): Promise<Response> {
  const url = new URL(request.url);
  const steps = toSteps(url.pathname).slice(1);
  const asked = `${request.method} /${steps.join('/')}`;
  const found = Object.entries(routes)
    .map(([text, tool]) => toRoute(text, tool))
    .find((route) => route.method === request.method && fits(route, steps));
  if (found === undefined) {
    const known = Object.keys(routes).join(', ') || 'none';
    const message = `There is no route ${asked}. The suite has ${known}`;
    return toJsonResponse(404, { error: { message } });
  }
  const tool = context.toolset.tools.find(({ name }) => name === found.tool);
  const body = readBody(await request.text(), request.headers.get('content-type') ?? '');
  // Text that cannot be read goes to the boundary as it is, which judges it.
  const args =
    typeof body === 'string'
      ? body
      : { ...readQuery(url.searchParams, tool), ...readPath(found, steps, tool), ...body };
  const { outcome } = await runForWire(context, found.tool, {
    args,
    options: { idempotencyKey: request.headers.get('idempotency-key') },
  });
  if (!('error' in outcome)) return toJsonResponse(200, outcome.value);
  const { error } = outcome;
  const headers = error.kind === 'rate_limited' ? { 'retry-after-ms': '1' } : {};
  return toJsonResponse(statuses[error.kind] ?? 500, { error }, headers);
}

const statuses: Readonly<Partial<Record<ToolErrorKind, number>>> = {
  invalid_json: 400,
  invalid_arguments: 422,
  unknown_tool: 404,
  precondition_missing: 409,
  rate_limited: 429,
  budget: 429,
  unavailable: 503,
  denied: 403,
  conflict: 409,
  confirm_required: 409,
  confirm_invalid: 409,
  bad_tool_result: 502,
};

function toRoute(text: string, tool: string): Route {
  const [method = '', path = ''] = text.split(' ');
  return { method: method.toUpperCase(), steps: toSteps(path), tool };
}

function toSteps(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '');
}

function nameOf(step: string): string | null {
  return step.startsWith('{') && step.endsWith('}') ? step.slice(1, -1) : null;
}

function fits({ steps }: Route, asked: readonly string[]): boolean {
  return (
    steps.length === asked.length &&
    steps.every((step, index) => nameOf(step) !== null || step === asked[index])
  );
}

function readPath(route: Route, asked: readonly string[], tool: Tool | undefined): JsonObject {
  return Object.fromEntries(
    route.steps.flatMap((step, index) => {
      const name = nameOf(step);
      const text = asked[index] ?? '';
      return name === null ? [] : [[name, toValue(decode(text), name, tool)] as const];
    }),
  );
}

function readQuery(query: URLSearchParams, tool: Tool | undefined): JsonObject {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...more] = query.getAll(name);
      const values = [first, ...more].map((text) => toValue(text, name, tool));
      return [name, more.length === 0 ? (values[0] ?? null) : values] as const;
    }),
  );
}

/** A URL has texts only: the schema says which of them are numbers, and which are true or false. */
function toValue(text: string, name: string, tool: Tool | undefined): JsonValue {
  const { properties } = tool?.parameters ?? {};
  const schema = isJsonObject(properties) ? properties[name] : undefined;
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  const isNumber = (type === 'integer' || type === 'number') && text.trim() !== '';
  if (isNumber && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An object of JSON or of a form; any other text as it is. */
function readBody(text: string, type: string): JsonObject | string {
  if (text.trim() === '') return {};
  if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}
