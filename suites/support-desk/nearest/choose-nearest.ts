import type { ChatRequest, JsonObject } from 'toolrig';
import { lookUpSimilarities } from './look-up-similarities.ts';

/** A reply with one call, or a text. */
export type NearestReply =
  | { readonly text: string }
  | { readonly calls: readonly [{ readonly name: string; readonly arguments: JsonObject }] };

type Offered = NonNullable<ChatRequest['tools']>[number]['function'];

/** The threshold of the encoder, as `scripts/encoder-server` has it. */
const threshold = 0.33;

/**
 * Answers as the encoder behind `scripts/encoder-server` does, from stored similarities: calls the tool whose description
 * is nearest to the request, whichever tools are offered, or none below the threshold. It obeys `tool_choice`.
 */
export function chooseNearest(request: ChatRequest): NearestReply {
  const last = request.messages.at(-1);
  if (last?.role === 'tool') return { text: 'The tool has answered; see there.' };
  const tool = pick(request);
  if (tool === null) return { text: 'None of the tools fits what was said, so none was called.' };
  const text = readRequest(request);
  return { calls: [{ name: tool.name, arguments: fill(tool.parameters ?? {}, text) }] };
}

function pick(request: ChatRequest): Offered | null {
  const choice: unknown = request['tool_choice'];
  const tools = (request.tools ?? []).map((tool) => tool.function);
  if (choice === 'none' || tools.length === 0) return null;
  const figures = lookUpSimilarities(readRequest(request), tools);
  const best = figures.reduce(
    (found, figure, at) => (figure > (figures[found] ?? -1) ? at : found),
    0,
  );
  const isNear = choice === 'required' || (figures[best] ?? 0) >= threshold;
  return isNear ? (tools[best] ?? null) : null;
}

/** What the user said last. */
function readRequest({ messages }: ChatRequest): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : '';
}

/** Required texts are the request itself, as far as it fits; nothing else is filled in. */
function fill(parameters: JsonObject, text: string): JsonObject {
  const { required, properties } = parameters;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields: Readonly<Record<string, unknown>> = isObject(properties) ? properties : {};
  return Object.fromEntries(
    names
      .filter((name) => typeof name === 'string')
      .map((name) => {
        const field = fields[name];
        const most = isObject(field) ? field['maxLength'] : undefined;
        return [name, text.slice(0, typeof most === 'number' ? most : undefined)];
      }),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
