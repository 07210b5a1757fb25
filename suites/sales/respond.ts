import type { JsonObject, Responder } from 'toolrig';

import { countries } from './questions.ts';

type Request = Parameters<Responder>[0];

/**
 * A hasty model by rule. A required field is always filled: by the user's words, else by the first value of the list. An
 * optional one is filled only where the user writes its value as it is. A span of days is computed as today minus its
 * length, which is a day too many. A country is written as the user says it, unless the prompt shows codes; after an error it
 * is corrected where the prompt teaches that, else the same call is made once more.
 */
export const respond: Responder = (request) => {
  const { messages } = request;
  const last = messages.at(-1);
  if (last?.role !== 'tool') return call(request, false);
  const attempts = messages.filter(({ role }) => role === 'tool').length;
  const result = readJson(last.content);
  if (result['error'] !== undefined) {
    if (attempts < 2) return call(request, readPrompt(request).includes('correct that field'));
    return say(request, 'The sales could not be found.');
  }
  const { total, currency, region } = result;
  return say(request, `It is ${toText(total)} ${toText(currency)}, region ${toText(region)}.`);
};

function call(request: Request, isCorrected: boolean): ReturnType<Responder> {
  const tool = request.tools?.[0]?.function;
  if (tool === undefined) return say(request, 'I have no tool for that.');
  const said = String(request.messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const { properties, required } = tool.parameters;
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const knowsCodes = isCorrected || readPrompt(request).includes('"region":"');
  const filled = Object.entries(toObject(properties)).flatMap(([name, schema]) => {
    const value = fill(name, { said, isRequired: isRequired(name), knowsCodes });
    if (value !== null) return [[name, value] as const];
    return isRequired(name) ? [[name, firstOf(toObject(schema))] as const] : [];
  });
  const id = `call_${request.messages.length}`;
  const made = { name: tool.name, arguments: JSON.stringify(Object.fromEntries(filled)) };
  const message = { content: null, tool_calls: [{ id, type: 'function', function: made }] };
  return reply(request, message, 'tool_calls');
}

interface Filling {
  readonly said: string;
  readonly isRequired: boolean;
  readonly knowsCodes: boolean;
}

function fill(name: string, { said, isRequired, knowsCodes }: Filling): string | null {
  const days = Number(/last (\d+) days/u.exec(said)?.[1] ?? 7);
  switch (name) {
    case 'metric':
      return said.includes('orders') ? 'orders' : 'revenue';
    case 'period':
      return `last_${days}_days`;
    case 'date_from':
      return toDay(days);
    case 'date_to':
      return toDay(0);
    case 'currency':
      return findCurrency(said, isRequired);
    case 'region':
      return findCountry(said, knowsCodes);
    default:
      return null;
  }
}

/** So many days before today. */
function toDay(days: number): string {
  return new Date(Date.parse('2026-06-10') - days * 86_400_000).toISOString().slice(0, 10);
}

/** Other words for a currency are thought of only where one must be given. */
function findCurrency(said: string, isRequired: boolean): string | null {
  const written = /\b(?:EUR|USD|GBP)\b/u.exec(said)?.[0] ?? null;
  if (written !== null || !isRequired) return written;
  if (said.includes('dollars')) return 'USD';
  return said.includes('pounds') ? 'GBP' : null;
}

function findCountry(said: string, knowsCodes: boolean): string | null {
  const found = Object.entries(countries).find(([name]) => said.includes(name));
  if (found === undefined) return null;
  return knowsCodes ? found[1] : found[0];
}

function firstOf(schema: JsonObject): string {
  const { enum: values } = schema;
  return Array.isArray(values) ? String(values[0]) : '';
}

function readPrompt({ messages }: Request): string {
  const system = messages.find(({ role }) => role === 'system')?.content;
  return typeof system === 'string' ? system : '';
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function readJson(text: unknown): JsonObject {
  try {
    return toObject(JSON.parse(String(text)));
  } catch {
    return {};
  }
}

function toObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

function say(request: Request, content: string): ReturnType<Responder> {
  return reply(request, { content }, 'stop');
}

function reply(request: Request, message: JsonObject, finish: string): ReturnType<Responder> {
  const prompt = Math.ceil(JSON.stringify([request.messages, request.tools]).length / 4);
  const usage = { prompt_tokens: prompt, completion_tokens: 10, total_tokens: prompt + 10 };
  const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish };
  const head = { id: 'rule', object: 'chat.completion', created: 1, model: request.model };
  return { type: 'body', status: 200, body: { ...head, choices: [choice], usage } };
}
