import type { TrialFetch } from '../boundary/model/trial-fetch.ts';
import { TapePlayer } from '../mcp/tape/tape-player.ts';
import { TapeRecorder } from '../mcp/tape/tape-recorder.ts';
import { claimLife, type TapeShelf } from '../mcp/tape/tape-shelf.ts';
import { readRpcMessages } from '../mcp/tape/rpc-message.ts';
import type { Redactor } from '../redact/redactor.ts';

/** A server over streamable HTTP, and where its tapes are. */
export interface McpLine {
  readonly name: string;
  readonly shelf: TapeShelf;
  /** Folder in which lives of servers are counted. */
  readonly claims: string;
  readonly redactor: Redactor;
  /** Makes the redactor of a recording, by the salt of its head. */
  readonly redactorOf: (salt: string | null) => Redactor;
  /** Requests that had no answer, one sentence each. */
  readonly onMiss: (message: string) => void;
}

const sessionHeader = 'mcp-session-id';

/** Headers of a connection, and those that `fetch` sets itself. */
const ownHeaders = [
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'transfer-encoding',
  'x-toolrig-trial',
];

/** Passes requests on to a server, and records each life of it that a client begins with `initialize`. */
export function createMcpRecorder(line: McpLine, url: string): TrialFetch {
  const lives = new Map<string, TapeRecorder>();
  let latest: TapeRecorder | null = null;
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.method === 'POST' ? await request.text() : null;
    if (body !== null && isBeginning(body)) {
      const life = claimLife(line.claims, line.name);
      latest = new TapeRecorder(line.shelf.pathOf(line.name, life), line.name, line.redactor);
    }
    const recorder = lives.get(request.headers.get(sessionHeader) ?? '') ?? latest;
    if (body !== null) recorder?.hearClient(body);
    const headers = new Headers(request.headers);
    for (const name of ownHeaders) headers.delete(name);
    const answer = await fetch(url, {
      method: request.method,
      headers,
      body,
      signal: request.signal,
    });
    const session = answer.headers.get(sessionHeader);
    if (session !== null && recorder !== null) lives.set(session, recorder);
    return toHeard(answer, (text) => recorder?.hearServer(text));
  };
}

function isBeginning(body: string): boolean {
  return readRpcMessages(body).some(({ method }) => method === 'initialize');
}

/** The answer as it came, which is heard while it passes. */
function toHeard(answer: Response, hear: (text: string) => void): Response {
  const headers = new Headers();
  for (const name of [
    'content-type',
    sessionHeader,
    'mcp-protocol-version',
    'allow',
    'www-authenticate',
  ]) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const decoder = new TextDecoder();
  let text = '';
  const take = (): void => {
    if (!isStream) return;
    const events = text.split(/\r?\n\r?\n/u);
    text = events.pop() ?? '';
    for (const event of events) hear(readData(event));
  };
  const heard = answer.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        text += decoder.decode(piece, { stream: true });
        take();
        controller.enqueue(piece);
      },
      flush() {
        hear(isStream ? readData(text) : text);
      },
    }),
  );
  return new Response(heard ?? null, { status: answer.status, headers });
}

/** The data of an event, which may lie on several lines. */
function readData(event: string): string {
  return event
    .split(/\r?\n/u)
    .flatMap((row) =>
      row.startsWith('data:') ? [row.slice('data:'.length).replace(/^ /u, '')] : [],
    )
    .join('\n');
}

/** Answers requests from the tapes of a server, which is not asked. */
export function createMcpPlayer(line: McpLine): TrialFetch {
  const lives = new Map<string, TapePlayer>();
  return async (input, init) => {
    const request = new Request(input, init);
    // The server says nothing of its own accord, which clients take for an answer.
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    if (request.method !== 'POST')
      return new Response(null, { status: 405, headers: { allow: 'POST, DELETE' } });
    const body = await request.text();
    const known = request.headers.get(sessionHeader) ?? '';
    const session = isBeginning(body) ? `toolrig-${claimLife(line.claims, line.name)}` : known;
    const player = lives.get(session) ?? openPlayer(line, session, [...lives.values()].at(-1));
    if (session !== '') lives.set(session, player);
    const before = player.misses.length;
    const answer = player.answer(body);
    for (const miss of player.misses.slice(before)) line.onMiss(miss);
    const headers = {
      'content-type': 'application/json',
      ...(session === '' ? {} : { [sessionHeader]: session }),
    };
    return answer === null
      ? new Response(null, { status: 202 })
      : new Response(answer, { headers });
  };
}

/** A client that names no session goes on with the last one. */
function openPlayer(line: McpLine, session: string, last: TapePlayer | undefined): TapePlayer {
  if (session === '' && last !== undefined) return last;
  const life = Number(/^toolrig-([0-9]+)$/u.exec(session)?.[1] ?? '1');
  try {
    const tape = line.shelf.read(line.name, life);
    const redactor = line.redactorOf(tape.head.salt);
    return new TapePlayer(tape, (text) => redactor.redactText(text));
  } catch (error) {
    line.onMiss(error instanceof Error ? error.message : String(error));
    return new TapePlayer(
      { head: { version: 1, kind: 'mcp', name: line.name, salt: null }, exchanges: [] },
      (text) => text,
    );
  }
}
