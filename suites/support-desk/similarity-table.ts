import { readFileSync } from 'node:fs';

import type { JsonObject, Responder } from 'toolrig';

import { hashDescription } from './hash-description.ts';
import { requests } from './requests.ts';

/** What a policy of `scripts/encoder-server` made of each request and each description, in ten thousandths. */
export interface SimilarityTable {
  /** No tool is called below it. */
  readonly threshold: number;
  /** Ids of the requests, in the order of each row. */
  readonly requests: readonly string[];
  /** Rows by tool and description, see `hashDescription`. */
  readonly similarities: Readonly<Record<string, readonly number[]>>;
}

/** Reads `similarities.json`, which `scripts/encoder-server/write-similarities.ts` writes. */
export function readSimilarities(): SimilarityTable {
  const text = readFileSync(new URL('similarities.json', import.meta.url), 'utf8');
  // Written by our own script in just this form; a test computes rows of it again.
  return JSON.parse(text) as SimilarityTable;
}

/**
 * A model that calls the tool which the table says is nearest, whatever set of these descriptions it is offered: mixtures
 * of toolsets need no recording. A request or a description that is not in the table is refused.
 */
export function createTableModel(table: SimilarityTable): Responder {
  return (request) => {
    if (request.messages.at(-1)?.role === 'tool') return say(request, 'See there.');
    const said = request.messages.findLast(({ role }) => role === 'user')?.content;
    const text = String(said ?? '');
    const nearest = findNearest(table, text, request.tools ?? []);
    if (nearest === null) return refuse();
    if (nearest.value < table.threshold) return say(request, 'None of the tools fits.');
    const { name, parameters } = nearest.tool;
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name, arguments: JSON.stringify(fill(parameters, text)) },
    };
    return reply(request, { content: null, tool_calls: [call] }, 'tool_calls');
  };
}

interface Nearest {
  readonly tool: ChatTool['function'];
  readonly value: number;
}

type ChatTool = NonNullable<Parameters<Responder>[0]['tools']>[number];

/** The first of the nearest; `null` when the table lacks the request or one of the descriptions. */
function findNearest(
  table: SimilarityTable,
  text: string,
  tools: readonly ChatTool[],
): Nearest | null {
  const id = requests.find((one) => one.text === text)?.id;
  const column = id === undefined ? -1 : table.requests.indexOf(id);
  let nearest: Nearest | null = null;
  for (const { function: tool } of tools) {
    const { name, description = '' } = tool;
    const value = table.similarities[hashDescription({ name, description })]?.[column];
    if (value === undefined) return null;
    if (nearest === null || value > nearest.value) nearest = { tool, value };
  }
  return nearest;
}

function say(request: Parameters<Responder>[0], content: string): ReturnType<Responder> {
  return reply(request, { content }, 'stop');
}

function reply(
  { model, messages, tools }: Parameters<Responder>[0],
  message: JsonObject,
  finish: string,
): ReturnType<Responder> {
  // Four characters a token, as the server counts.
  const promptTokens = Math.ceil(JSON.stringify([messages, tools]).length / 4);
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: 10,
    total_tokens: promptTokens + 10,
  };
  const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish };
  const head = { id: 'table', object: 'chat.completion', created: 1_700_000_000, model };
  return { type: 'body', status: 200, body: { ...head, choices: [choice], usage } };
}

/** Every required argument of the desk is a text. */
function fill(parameters: JsonObject, text: string): JsonObject {
  const { required } = parameters;
  const names = Array.isArray(required) ? (required as readonly unknown[]) : [];
  return Object.fromEntries(names.map((name) => [String(name), text]));
}

function refuse(): ReturnType<Responder> {
  const message = 'No such request or description in similarities.json';
  return { type: 'body', status: 400, body: { error: { message, type: 'invalid_request_error' } } };
}
