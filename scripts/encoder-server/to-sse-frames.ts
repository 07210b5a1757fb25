import type { ChatAnswer, ChatCompletion } from './answer-chat.ts';

/** Characters of text or arguments in one chunk; small, so that a reader has to put them together. */
const chunkChars = 16;

/**
 * A completion as the frames of a stream: role, pieces, finish reason, usage when asked for (with empty
 * choices, as OpenAI sends it), `[DONE]`.
 */
export function toSseFrames(completion: ChatCompletion, includeUsage: boolean): readonly string[] {
  const { id, created, model, usage } = completion;
  const [choice] = completion.choices;
  const head = { id, object: 'chat.completion.chunk', created, model };
  const chunk = (delta: object, finish: string | null): object => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(includeUsage ? { usage: null } : {}),
  });
  const chunks = [
    ...toDeltas(choice.message).map((delta) => chunk(delta, null)),
    chunk({}, choice.finish_reason),
    ...(includeUsage ? [{ ...head, choices: [], usage }] : []),
  ];
  return [...chunks.map((value) => `data: ${JSON.stringify(value)}\n\n`), 'data: [DONE]\n\n'];
}

function toDeltas(message: ChatAnswer): readonly object[] {
  if (message.content !== null) {
    return [
      { role: 'assistant', content: '' },
      ...cut(message.content).map((content) => ({ content })),
    ];
  }
  const [call] = message.tool_calls;
  const first = {
    index: 0,
    id: call.id,
    type: 'function',
    function: { name: call.function.name, arguments: '' },
  };
  return [
    { role: 'assistant', content: null, tool_calls: [first] },
    ...cut(call.function.arguments).map((piece) => ({
      tool_calls: [{ index: 0, function: { arguments: piece } }],
    })),
  ];
}

/** Cuts between code points, never inside one. */
function cut(text: string): readonly string[] {
  const points = Array.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < points.length; start += chunkChars) {
    pieces.push(points.slice(start, start + chunkChars).join(''));
  }
  return pieces;
}
