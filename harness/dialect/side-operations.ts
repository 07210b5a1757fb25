import type { SideRequest } from '../core/talk/side.ts';
import type { ApiName } from '../core/talk/wire-form.ts';

interface SideOperation {
  readonly method: 'GET' | 'POST';
  /** Of a pathname; its first group, if it has one, goes behind the operation's path. */
  readonly pattern: RegExp;
  readonly api: ApiName;
  readonly path: string;
}

/** Questions that agents ask besides their conversation: each has an answer and no effect. */
const operations: readonly SideOperation[] = [
  // Ollama's own API has a path that ends alike and another body.
  { method: 'POST', pattern: /(?<!\/api)\/embeddings$/u, api: 'chat', path: '/embeddings' },
  { method: 'POST', pattern: /\/moderations$/u, api: 'chat', path: '/moderations' },
  { method: 'POST', pattern: /(?<!\/api)\/rerank$/u, api: 'chat', path: '/rerank' },
  {
    method: 'POST',
    pattern: /\/responses\/input_tokens$/u,
    api: 'responses',
    path: '/responses/input_tokens',
  },
  {
    method: 'POST',
    pattern: /\/messages\/count_tokens$/u,
    api: 'messages',
    path: '/v1/messages/count_tokens',
  },
  { method: 'GET', pattern: /\/models((?:\/.+)?)$/u, api: 'chat', path: '/models' },
];

/** The header that every client of Anthropic's API sends: its lists have the same paths as those of OpenAI. */
const messagesHeader = 'anthropic-version';

/** Of a query, what says how is asked and not what: the version of the API, and keys. */
const unsaid: ReadonlySet<string> = new Set(['api-version', 'api_key', 'key']);

/** The side request that is made in this way; `null` when it is none that is known. */
export function findSide(
  method: string,
  { pathname, searchParams }: URL,
  headers: Readonly<Record<string, string>>,
): Omit<SideRequest, 'body'> | null {
  for (const operation of operations) {
    if (operation.method !== method) continue;
    const found = operation.pattern.exec(pathname);
    if (found === null) continue;
    const isList = method === 'GET';
    const isMessages = isList && headers[messagesHeader] !== undefined;
    const api = isMessages ? 'messages' : operation.api;
    const path = `${isMessages ? '/v1' : ''}${operation.path}${found[1] ?? ''}`;
    return { api, method, path: isList ? `${path}${toQuery(searchParams)}` : path };
  }
  return null;
}

function toQuery(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => !unsaid.has(name.toLowerCase()));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
}
