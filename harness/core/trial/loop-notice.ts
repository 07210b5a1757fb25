import type { ChatMessage } from '../talk/chat.ts';

/** How a message of the loop's own begins where a request has no other place for it than beside the user's. */
const mark = '[note from the agent loop, not from the user] ';

/** A message of the loop to the model. */
export function toLoopNotice(text: string): ChatMessage {
  return { role: 'user', content: `${mark}${text}` };
}

/** Whether a message was said by the loop in the user's place. */
export function isLoopNotice(message: ChatMessage | undefined): boolean {
  return message?.role === 'user' && message.content.startsWith(mark);
}
