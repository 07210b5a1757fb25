import type { ChatMessage, ChatRequest } from '../../core/talk/chat.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { ConversationLog } from '../conversation-log.ts';
import { findUnmeasured } from '../find-unmeasured.ts';
import { readParts } from '../guard-trial.ts';
import {
  createLaneCount,
  type ImportedRun,
  type ImportedTrial,
  type Importer,
  type ImportFile,
} from '../imported-run.ts';
import type { ImportedTool } from '../tool-shelf.ts';
import {
  type AskedTurn,
  tellConversations,
  type TrafficConversation,
} from './tell-conversations.ts';
import { listOffered } from './list-offered.ts';
import type { ReadTraffic } from './traffic-entry.ts';

/** Makes the importer of a form of traffic: each conversation is a trial. Traffic has no verdicts. */
export function createTrafficImporter(
  format: string,
  read: (file: ImportFile) => ReadTraffic,
  /** Whether requests and answers are there as they were sent. */
  { isSent = true }: { readonly isSent?: boolean } = {},
): Importer {
  return (files, options): ImportedRun => {
    const parts = readParts(files, (file) => tellConversations(read(file)));
    const conversations = parts.read.flatMap((part) => part.conversations);
    const suite = options.suite ?? format;
    const variantOf = (one: TrafficConversation): string => options.variant ?? toModel(one);
    const kept = options.only === 'attacked' ? [] : conversations;
    const others = parts.read.reduce((sum, part) => sum + part.others, 0);
    const offered = kept.map((one) => options.tools?.of(suite) ?? toTools(one));
    const seen = offered.some((tools) => tools.length > 0);
    return {
      format,
      suite,
      variants: [...new Set(kept.map(variantOf))].map((model) => ({
        name: toSafeName(model),
        model,
        loop: format,
        systemPrompt: null,
      })),
      toolset: options.tools?.toolset ?? toToolset(format, offered.flat()),
      scenarios: toScenarios(kept),
      plans: [],
      hasVerdicts: false,
      ...(isSent ? { conversations: kept } : {}),
      unmeasured: findUnmeasured(seen ? (options.tools ?? shelfOf(offered.flat())) : null, [
        'cost.tool_ms',
      ]),
      notes: others === 0 ? [] : [`requests that ask no model, left out: ${others}`],
      unreadable: [...parts.unreadable, ...parts.read.flatMap((part) => part.unreadable)],
      *trials() {
        const count = createLaneCount();
        for (const [index, one] of kept.entries()) {
          const lane = {
            suite,
            scenario: toSafeName(one.id),
            variant: toSafeName(variantOf(one)),
            plan: cleanPlan,
          };
          yield toTrial(one, { ...lane, repeat: count(lane) }, offered[index] ?? []);
        }
      },
    };
  };
}

function toModel({ turns }: TrafficConversation): string {
  const model = turns[0]?.request.model ?? '';
  return model === '' ? 'model' : model;
}

function toScenarios(conversations: readonly TrafficConversation[]): ImportedRun['scenarios'] {
  const scenarios = new Map<string, ImportedRun['scenarios'][number]>();
  for (const { id, turns } of conversations) {
    const name = toSafeName(id);
    const said = turns[0]?.request.messages.find(({ role }) => role === 'user')?.content;
    if (!scenarios.has(name))
      scenarios.set(name, { id: name, cluster: name, turns: [toText(said)] });
  }
  return [...scenarios.values()];
}

/** Tools that any of its requests offers. */
function toTools({ turns }: TrafficConversation): readonly ImportedTool[] {
  const tools = new Map<string, ImportedTool>();
  for (const { request } of turns) {
    for (const tool of listOffered(request)) {
      if (tools.has(tool.name)) continue;
      tools.set(tool.name, {
        ...tool,
        grade: 'irreversible',
        graded: false,
        confirm: 'none',
        polling: false,
      });
    }
  }
  return [...tools.values()];
}

function shelfOf(
  tools: readonly ImportedTool[],
): NonNullable<Parameters<typeof findUnmeasured>[0]> {
  return { toolset: { id: 'as-offered', tools }, of: () => tools, ignored: [] };
}

function toToolset(id: string, tools: readonly ImportedTool[]): ImportedRun['toolset'] {
  const byName = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
  return byName.size === 0
    ? null
    : { id: `${id}-offered`, tools: [...byName.values()].toReversed() };
}

function toTrial(
  { turns }: TrafficConversation,
  lane: ImportedTrial['record']['lane'],
  tools: readonly ImportedTool[],
): ImportedTrial {
  const log = new ConversationLog(tools);
  let known = 0;
  for (const turn of turns) {
    for (const message of toNews(turn.request, known)) addMessage(message, log);
    known = turn.request.messages.length + (turn.decoded.ok ? 1 : 0);
    addReply(turn, log);
  }
  const stopReason = findStop(turns.at(-1));
  log.end(stopReason);
  const system = turns[0]?.request.messages.filter(({ role }) => role === 'system') ?? [];
  return {
    record: {
      lane,
      cluster: lane.scenario,
      outcome: { status: 'finished', stopReason },
      tier: null,
      faults: [],
      events: log.events,
    },
    tools,
    knownText: system.map(({ content }) => toText(content)).join('\n'),
    given: {},
    source: turns[0]?.entry.place ?? '',
    strays: log.strays,
  };
}

/** What a request says besides the one before it and the reply to that. */
function toNews({ messages }: ChatRequest, known: number): readonly ChatMessage[] {
  return messages.slice(Math.min(known, messages.length));
}

function addMessage(message: ChatMessage, log: ConversationLog): void {
  const text = toText(message.content);
  if (message.role === 'user') log.user(text);
  else if (message.role === 'tool') {
    log.result({ id: message.tool_call_id, text, error: null, held: false });
  } else if (message.role === 'assistant') {
    log.reply({
      text: text === '' ? null : text,
      calls: (message.tool_calls ?? []).map(({ id, function: call }) => ({
        id,
        name: call.name,
        argumentsText: call.arguments,
      })),
    });
  }
}

/** A reply that could not be read is an attempt that failed: nothing was said. */
function addReply({ decoded }: AskedTurn, log: ConversationLog): void {
  if (!decoded.ok) return;
  const { text, calls, stop, finishReason, usage, model, deviations } = decoded.reply;
  log.reply({
    text,
    calls: calls.map(({ id, name, argumentsText }) => ({ id, name, argumentsText })),
    stop,
    deviations,
    ...(finishReason === null ? {} : { finishReason }),
    ...(usage === null ? {} : { usage }),
    ...(model === null ? {} : { model }),
  });
}

/** How it seems to have ended, from the last answer. Calls that nothing answers: the record stops there. */
function findStop(last: AskedTurn | undefined): StopReason {
  if (last === undefined || !last.decoded.ok) return 'model_error';
  const { calls, stop, text, refusal } = last.decoded.reply;
  if (calls.length > 0) return 'cancelled';
  if (stop === 'length') return 'truncated';
  if (stop === 'content_filter') return 'content_filter';
  if (refusal !== null) return 'refused';
  return text === null || text === '' ? 'empty' : 'answered';
}

/** Content in parts is joined; what is no text is kept as JSON. */
function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) return JSON.stringify(content);
  const parts: readonly unknown[] = content;
  return parts
    .map((part) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? part.text
        : JSON.stringify(part),
    )
    .join('\n');
}
