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
  return ({ model, messages, tools = [] }) => {
    const usage = {
      prompt_tokens: count(JSON.stringify([messages, tools])),
      completion_tokens: 10,
    };
    const answer = (message: JsonObject, finish: string): ReturnType<Responder> => ({
      type: 'body',
      status: 200,
      body: {
        id: 'table',
        object: 'chat.completion',
        created: 1_700_000_000,
        model,
        choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
        usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
      },
    });
    if (messages.at(-1)?.role === 'tool') return answer({ content: 'See there.' }, 'stop');
    const text = String(messages.findLast(({ role }) => role === 'user')?.content ?? '');
    const column = table.requests.indexOf(requests.find((one) => one.text === text)?.id ?? '');
    const near = tools.map(({ function: tool }) => ({
      tool,
      value: table.similarities[hashDescription({ description: '', ...tool })]?.[column],
    }));
    if (column < 0 || near.some(({ value }) => value === undefined)) return refuse();
    const [best] = near.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
    if (best === undefined || (best.value ?? 0) < table.threshold) {
      return answer({ content: 'None of the tools fits.' }, 'stop');
    }
    const { name, parameters } = best.tool;
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name, arguments: JSON.stringify(fill(parameters, text)) },
    };
    return answer({ content: null, tool_calls: [call] }, 'tool_calls');
  };
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

/** Four characters a token, as the server counts. */
function count(text: string): number {
  return Math.ceil(text.length / 4);
}
