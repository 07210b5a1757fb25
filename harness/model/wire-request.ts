import type { ChatMessage, ChatRequest } from '../core/talk/chat.ts';

/** What one back end requires of a request; the conversation itself is not changed. */
export interface RequestForm {
  /** How an assistant message without text is sent beside its calls. Back ends differ in what they refuse. */
  readonly emptyContent: 'null' | 'text' | 'absent';
  /** Longest call id that is taken; longer ones get a short name, the same in call and answer. */
  readonly maxCallIdChars: number | null;
}

const surrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Brings a request into the form of a back end: empty content, call ids, half surrogate pairs. */
export function toWireRequest(request: ChatRequest, form: RequestForm): ChatRequest {
  const shorten = createShortener(form.maxCallIdChars);
  return {
    ...request,
    messages: request.messages.map((message) => toWireMessage(message, form, shorten)),
  };
}

function toWireMessage(
  message: ChatMessage,
  form: RequestForm,
  shorten: (id: string) => string,
): ChatMessage {
  const clean = cleanContent(message);
  if (clean.role === 'tool') return { ...clean, tool_call_id: shorten(clean.tool_call_id) };
  if (clean.role !== 'assistant' || clean.tool_calls === undefined) return clean;
  const { content, ...rest } = clean;
  const calls = clean.tool_calls.map((call) => ({ ...call, id: shorten(call.id) }));
  if (content !== null && content !== '') return { ...rest, content, tool_calls: calls };
  if (form.emptyContent === 'text') return { ...rest, content: '', tool_calls: calls };
  const empty: ChatMessage = { ...rest, content: null, tool_calls: calls };
  if (form.emptyContent === 'null') return empty;
  const { content: _absent, ...bare } = empty;
  // The one message whose content some back ends want left out altogether.
  return bare as ChatMessage;
}

function cleanContent(message: ChatMessage): ChatMessage {
  if (typeof message.content !== 'string') return message;
  surrogate.lastIndex = 0;
  if (!surrogate.test(message.content)) return message;
  return { ...message, content: message.content.replace(surrogate, '\ufffd') };
}

/** Long ids become nine letters and digits with a number in order of appearance: short, distinct, the same each time. */
function createShortener(maxChars: number | null): (id: string) => string {
  if (maxChars === null) return (id) => id;
  const names = new Map<string, string>();
  return (id) => {
    if (typeof id !== 'string' || id.length <= maxChars) return id;
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = `L${String(names.size + 1).padStart(8, '0')}`;
    names.set(id, name);
    return name;
  };
}
