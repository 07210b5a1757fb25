import type { Deviation, Usage } from '../../core/talk/model.ts';
import { readStopWord } from '../../core/talk/read-stop-word.ts';
import type { ConversationLog, ImportedCall, ImportedReply } from '../conversation-log.ts';
import { findRefusal } from '../find-refusal.ts';
import type { SourceNode } from '../source-node.ts';

/** Adds one message of a tau2-bench simulation. Calls that the simulated user makes on its own phone become part of its text. */
export function addTau2Message(message: SourceNode, log: ConversationLog, startMs: number): void {
  const said = {
    text: message.get('content')?.text() ?? '',
    atMs: Math.max(0, readTime(message) - startMs),
  };
  const role = message.need('role').text();
  if (role === 'user') log.user(toUserText(message, said.text), said.atMs);
  else if (role === 'assistant') addReply(message, log, said);
  else if (role === 'tool') addResult(message, log, said);
  else if (role !== 'system') throw message.need('role').refuse('a role that is known');
}

interface Said {
  readonly text: string;
  readonly atMs: number;
}

function addResult(message: SourceNode, log: ConversationLog, { text, atMs }: Said): void {
  if (message.get('requestor')?.text() === 'user') {
    log.user(`[result of the user's own tool] ${text}`, atMs);
    return;
  }
  const failed = message.get('error')?.flag() ?? false;
  const refusal = failed ? findRefusal(text, null) : null;
  const error = { kind: 'failed', message: text, retryable: false, recoverable: false } as const;
  const id = message.get('id')?.text() ?? null;
  log.result({
    id,
    text,
    error: failed ? (refusal ?? error) : null,
    held: refusal !== null,
    atMs,
  });
}

/** Milliseconds since 1970 by the source's clock, whose time zone does not matter; 0 when it says none. */
export function readTime(message: SourceNode): number {
  const text = message.get('timestamp')?.text() ?? '';
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/u.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? 0 : time;
}

function toUserText(message: SourceNode, text: string): string {
  const calls = message.get('tool_calls')?.items() ?? [];
  const told = calls.map(
    (call) => `[${call.need('name').text()} ${call.need('arguments').json()}]`,
  );
  return [text, ...told].filter((part) => part !== '').join('\n');
}

function addReply(message: SourceNode, log: ConversationLog, said: Said): void {
  const raw = message.get('raw_data');
  const calls = message.get('tool_calls')?.items() ?? [];
  const usage = readUsage(message);
  const read = calls.map((call) => readCall(call, raw));
  // The first words are the orchestrator's own: no model was asked for them.
  const isGreeting = log.events.length === 0 && raw === null && calls.length === 0;
  log.reply({
    text: said.text === '' ? null : said.text,
    calls: read.map(({ call }) => call),
    atMs: said.atMs,
    ...readFinish(raw),
    ...(usage === null ? {} : { usage }),
    ...(read.some(({ isRaw }) => !isRaw) ? { deviations: [rewritten] } : {}),
    ...(isGreeting ? { scripted: true, usage: { inputTokens: 0, outputTokens: 0 } } : {}),
  });
}

function readFinish(raw: SourceNode | null): Pick<ImportedReply, 'finishReason' | 'stop'> {
  const finish = raw?.get('finish_reason')?.text();
  return finish === undefined ? {} : { finishReason: finish, stop: readStopWord(finish) };
}

const rewritten: Deviation = {
  code: 'arguments_rewritten',
  text: 'The source keeps arguments as values; their text was written again',
};

/** The raw text of the arguments where the source kept the provider's message. */
function readCall(
  call: SourceNode,
  raw: SourceNode | null,
): { readonly call: ImportedCall; readonly isRaw: boolean } {
  const id = call.get('id')?.text() ?? null;
  const name = call.need('name').text();
  const kept = (raw?.get('message')?.get('tool_calls')?.items() ?? []).find(
    (candidate) => candidate.get('id')?.text() === id,
  );
  const text = kept?.get('function')?.get('arguments');
  return text != null && text.isText
    ? { call: { id, name, argumentsText: text.text() }, isRaw: true }
    : { call: { id, name, argumentsText: call.need('arguments').json() }, isRaw: false };
}

function readUsage(message: SourceNode): Usage | null {
  const usage = message.get('usage');
  if (usage === null) return null;
  return {
    inputTokens: usage.need('prompt_tokens').number(),
    outputTokens: usage.need('completion_tokens').number(),
  };
}
