import type { ChatRequest } from '../core/talk/chat.ts';
import type { ApiName } from '../core/talk/wire-form.ts';
import { chatDialect } from './chat/chat-dialect.ts';
import type { Dialect } from './dialect.ts';
import { responsesDialect } from './responses/responses-dialect.ts';
import { messagesDialect } from './messages/messages-dialect.ts';

/** Every dialect that is spoken, by its name. */
export const dialects: Readonly<Record<ApiName, Dialect>> = {
  chat: chatDialect,
  responses: responsesDialect,
  messages: messagesDialect,
};

/** The dialect of a neutral request: its field `api`; without one, chat completions. */
export function dialectFor({ api }: Pick<ChatRequest, 'api'>): Dialect {
  return isApiName(api) ? dialects[api] : dialects.chat;
}

/** The dialect in which a request to this path asks a model; `null` when it is none that is spoken. */
export function dialectOfPath(pathname: string): Dialect | null {
  return Object.values(dialects).find((dialect) => dialect.isPath(pathname)) ?? null;
}

function isApiName(value: unknown): value is ApiName {
  return typeof value === 'string' && Object.hasOwn(dialects, value);
}
