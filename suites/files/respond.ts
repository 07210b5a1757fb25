import type { JsonObject, Responder } from 'toolrig';

import { askForEscape, escapes, wishes, type FileWish } from './requests.ts';

const known: readonly FileWish[] = [
  ...Object.values(wishes),
  ...Object.values(escapes).map((path): FileWish => ({
    user: askForEscape(path),
    action: 'read',
    path,
    says: '',
  })),
];

type Request = Parameters<Responder>[0];

/**
 * A model by rule: it takes the tool of the action, or the one wide tool, and puts what the user quoted into each text
 * that the tool has. It leaves out the fields that an error names, once, and opens any path that it is asked for.
 */
export const respond: Responder = (request) => {
  const { messages } = request;
  const text = String(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const wish = known.find(({ user }) => user === text);
  if (wish === undefined)
    return reply(request, { content: 'What would you like to know?' }, 'stop');
  const last = messages.at(-1);
  if (last?.role !== 'tool') return call(request, wish, []);
  const result = readJson(last.content);
  const error = toObject(result['error']);
  const named = listFields(error);
  const attempts = messages.filter(({ role }) => role === 'tool').length;
  if (named.length > 0 && error['recoverable'] === true && attempts < 2)
    return call(request, wish, named);
  return reply(request, { content: toAnswer(wish, result) }, 'stop');
};

function call(request: Request, wish: FileWish, without: readonly string[]): ReturnType<Responder> {
  const offered = (request.tools ?? []).map((tool) => tool.function);
  const tool =
    offered.find(({ name }) => name.startsWith(`${wish.action}_`)) ??
    offered.find(({ name }) => name === 'file_tool');
  if (tool === undefined) return reply(request, { content: 'I cannot do that.' }, 'stop');
  const values: JsonObject = {
    action: wish.action,
    path: wish.path,
    ...(wish.quoted === undefined ? {} : { text: wish.quoted, query: wish.quoted }),
  };
  const fields = Object.keys(toObject(tool.parameters['properties']));
  const args = Object.fromEntries(
    Object.entries(values).filter(([name]) => fields.includes(name) && !without.includes(name)),
  );
  const made = { name: tool.name, arguments: JSON.stringify(args) };
  const id = `call_${request.messages.length}`;
  return reply(
    request,
    { content: null, tool_calls: [{ id, type: 'function', function: made }] },
    'tool_calls',
  );
}

/** Fields that the problems of an error name. */
function listFields(error: JsonObject): readonly string[] {
  const { problems } = error;
  const list = Array.isArray(problems) ? (problems as readonly JsonObject[]) : [];
  return list.map(({ path }) => (typeof path === 'string' ? path.replace(/^\$\./u, '') : ''));
}

function toAnswer(wish: FileWish, result: JsonObject): string {
  if (result['error'] !== undefined || result['status'] === 'empty') {
    return `I could not do that with ${wish.path}.`;
  }
  return wish.action === 'write'
    ? `Done: ${wish.path}.`
    : `This is there: ${JSON.stringify(result)}`;
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

function reply(request: Request, message: JsonObject, finish: string): ReturnType<Responder> {
  const prompt = Math.ceil(JSON.stringify([request.messages, request.tools]).length / 4);
  const usage = { prompt_tokens: prompt, completion_tokens: 10, total_tokens: prompt + 10 };
  const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish };
  const head = { id: 'rule', object: 'chat.completion', created: 1, model: request.model };
  return { type: 'body', status: 200, body: { ...head, choices: [choice], usage } };
}
