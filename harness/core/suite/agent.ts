import type { ChatMessage, ChatParams } from '../talk/chat.ts';
import type { ApiName } from '../talk/wire-form.ts';
import type { Clock } from '../trial/clock.ts';
import type { JsonObject } from '../../json/json.ts';
import type { LoopSettings } from './loop-settings.ts';
import type { Model } from '../talk/model.ts';
import type { StopReason } from '../trial/stop-reason.ts';
import type { ToolBoundary } from '../trial/tool-boundary.ts';
import type { ToolOffer } from './tool-offer.ts';
import type { Toolset } from './tool.ts';
import type { TranscriptSink } from '../trial/transcript.ts';

/** Everything an agent under test is given for one trial. */
export interface AgentContext {
  readonly model: Model;
  readonly tools: ToolBoundary;
  /** The model boundary for a provider's own SDK; the reference loop asks `model` instead. */
  readonly fetch: typeof globalThis.fetch;
  readonly toolset: Toolset;
  /** Which tools the reference loop offers in each turn; absent: all. */
  readonly offer?: ToolOffer;
  /** The tools that replace these in the middle of the conversation; absent: none. */
  readonly next?: NextTools;
  readonly clock: Clock;
  readonly sink: TranscriptSink;
  readonly signal: AbortSignal;
  readonly settings: LoopSettings;
  /** The model name that goes into requests. */
  readonly modelName: string;
  readonly params: ChatParams;
  /** The API in which the model is asked; absent: chat completions. */
  readonly api?: ApiName;
  readonly systemPrompt: string | null;
  /** A conversation begun earlier; its messages go before the first user turn. */
  readonly history: readonly ChatMessage[];
  readonly session: JsonObject;
  /** The user's turns, in order; the next is said when the agent has answered or asked. */
  readonly turns: readonly string[];
  /** What the user says next, turn by turn: `for (const text of say()) ...`. Goes on where it was left. */
  say(): IterableIterator<string>;
}

/** Tools that come into force in the middle of a conversation. */
export interface NextTools {
  /** The text of the user, counted from 1, before which they do. */
  readonly turn: number;
  /** Puts them in force at the tool boundary too, and records it. */
  begin(): Pick<AgentContext, 'toolset' | 'offer'>;
}

/** How an agent's conversation ended. */
export interface AgentEnd {
  readonly stopReason: StopReason;
  readonly text: string | null;
}

/** What an agent returns. `{ text }` is enough: how the conversation ended is then read from what was said. */
export interface AgentAnswer {
  /** Default `answered`; a good end counts only if the model's last reply confirms it. */
  readonly stopReason?: StopReason;
  readonly text: string | null;
}

/** An agent under test. It never throws for what a model or tool did. */
export type Agent = (context: AgentContext) => Promise<AgentAnswer>;
