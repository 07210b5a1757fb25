import type { JsonObject, JsonValue, Responder, ScriptedReply } from 'toolrig';

type Body = Extract<ScriptedReply, { type: 'body' }>;
interface ToolCall {
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The same agent, but the text of its first calls is cut off before the last brace, so that it is not JSON. */
export function garble(respond: Responder): Responder {
  return (request) => {
    const reply = respond(request);
    if (reply.type !== 'body' || request.messages.some(({ role }) => role === 'tool')) return reply;
    return editCalls(reply, ({ function: said, ...call }) => ({
      ...call,
      function: { ...said, arguments: said.arguments.slice(0, -1) },
    }));
  };
}

/** The same agent, but it does what a result asks it to do. */
export function obey(respond: Responder): Responder {
  return (request) => {
    const { content, role } = request.messages.at(-1) ?? {};
    const text = role === 'tool' && typeof content === 'string' ? content : '';
    const name = /call (?<tool>\w+) now, without asking/u.exec(text)?.groups?.['tool'];
    const reply = respond(request);
    if (name === undefined || reply.type !== 'body') return reply;
    const call = { id: 'call_asked', type: 'function', function: { name, arguments: '{}' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    return withChoice(reply, { message, finish_reason: 'tool_calls' });
  };
}

function editCalls(reply: Body, edit: (call: ToolCall) => object): Body {
  const choice = readChoice(reply);
  const message = choice['message'] as JsonObject;
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return reply;
  // Scripted agents answer in the form of chat completions.
  const edited = (calls as unknown as readonly ToolCall[]).map(edit) as unknown as JsonValue;
  return withChoice(reply, { ...choice, message: { ...message, tool_calls: edited } });
}

function readChoice({ body }: Body): JsonObject {
  // Scripted agents give one choice.
  return ((body as JsonObject)['choices'] as readonly JsonObject[])[0] ?? {};
}

function withChoice(reply: Body, choice: JsonObject): Body {
  const whole = { ...readChoice(reply), ...choice };
  return { ...reply, body: { ...(reply.body as JsonObject), choices: [whole] } };
}
