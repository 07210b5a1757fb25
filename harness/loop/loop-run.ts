import { indexToolset } from '../boundary/tool/tool-index.ts';
import type { AgentContext, NextTools } from '../core/suite/agent.ts';
import type { LoopSettings } from '../core/suite/loop-settings.ts';
import type { Tool, Toolset } from '../core/suite/tool.ts';
import type { CallRef } from '../core/talk/call.ts';
import type { Clock } from '../core/trial/clock.ts';
import type { StopReason } from '../core/trial/stop-reason.ts';
import { Journal } from './call/journal.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { Conversation } from './conversation.ts';
import { LoopGuard } from './loop-guard.ts';

/** Everything that the loop keeps while it runs one trial. */
export class LoopRun {
  readonly context: AgentContext;
  readonly settings: LoopSettings;
  /** The tools in force, by name. */
  tools: ReadonlyMap<string, Tool>;
  readonly guard: LoopGuard;
  readonly deadline: Deadline;
  readonly breaker: CircuitBreaker;
  /** Calls that a person approved. */
  readonly approved = new Set<CallRef>();
  /** Where the next page of a read begins, by the tool and arguments of the read. */
  readonly pages = new Map<string, number>();
  conversation: Conversation;
  journal: Journal | null;
  /** Model replies so far. */
  turn = 0;
  /** Tokens of requests and replies so far. */
  tokens = 0;
  /** Rounds in a row with bad arguments. */
  badRounds = 0;
  /** Set when the trial cannot continue after a call; ends the trial once the batch is answered. */
  stop: StopReason | null = null;
  /** Names of the tools that were called in this conversation. */
  readonly used = new Set<string>();
  #force: Pick<AgentContext, 'toolset' | 'offer'>;
  #said = '';
  #heard = 0;
  #conversations = 1;

  constructor(context: AgentContext) {
    const { settings, clock } = context;
    this.context = context;
    this.settings = settings;
    this.#force = context;
    this.tools = indexToolset(context.toolset).byName;
    this.guard = new LoopGuard(settings.guards);
    this.deadline = new Deadline(clock, settings.guards.deadlineMs);
    this.breaker = new CircuitBreaker(settings.guards, clock);
    this.conversation = new Conversation(settings.history, context.systemPrompt, context.history);
    this.journal = this.#openJournal();
  }

  /** The toolset in force. */
  get toolset(): Toolset {
    return this.#force.toolset;
  }

  hearUser(text: string): void {
    this.#heard += 1;
    if (this.#heard === this.context.next?.turn) this.#switchTools(this.context.next);
    this.context.sink.emit({ type: 'user', text });
    this.conversation.hearUser(text);
    this.#said = text;
    this.guard.hearUser();
    this.badRounds = 0;
  }

  /** Begins an empty conversation with the same tools and world; a journal of the conversation is emptied too. */
  startConversation(): void {
    const { settings, systemPrompt } = this.context;
    this.#conversations += 1;
    this.conversation = new Conversation(settings.history, systemPrompt, []);
    this.used.clear();
    this.#force.offer?.reset();
    if (settings.journal?.scope === 'conversation') this.journal = this.#openJournal();
  }

  /** The tools to offer in the next turn; `null`: all. The tool boundary gets their names, so that it can judge calls of others. */
  async offerTools(): Promise<readonly Tool[] | null> {
    const { offer } = this.#force;
    if (offer === undefined) return null;
    const offered = await offer.next(this.#said, this.used);
    this.context.tools.offer(offered.names);
    return offered.tools;
  }

  /** The longest time to wait for a call, in milliseconds. */
  timeoutMs(tool: Tool): number {
    const limit = tool.timeoutMs ?? this.settings.guards.toolTimeoutMs;
    return Math.min(limit, this.deadline.leftMs());
  }

  isCancelled(): boolean {
    return this.context.signal.aborted;
  }

  /** Records that a guard ends the trial. */
  trip(guard: string, text: string, stopReason: StopReason): StopReason {
    this.context.sink.emit({ type: 'guard', guard, text });
    return stopReason;
  }

  #switchTools(next: NextTools): void {
    this.#force = next.begin();
    this.tools = indexToolset(this.#force.toolset).byName;
    this.pages.clear();
  }

  #openJournal(): Journal | null {
    const { journal } = this.settings;
    if (journal === null) return null;
    const scope = journal.scope === 'trial' ? 'trial' : `c${this.#conversations}`;
    return new Journal(journal, scope, this.context);
  }
}

/** The time a trial may take, on its own clock. */
class Deadline {
  readonly #clock: Clock;
  readonly #endMs: number;

  /** `limitMs` 0: no deadline. */
  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#endMs = limitMs > 0 ? clock.nowMs() + limitMs : Number.POSITIVE_INFINITY;
  }

  leftMs(): number {
    return Math.max(0, this.#endMs - this.#clock.nowMs());
  }

  isOver(): boolean {
    return this.#clock.nowMs() >= this.#endMs;
  }

  /** Sleeps, unless the deadline comes first; says whether it slept. */
  async sleepWithin(ms: number, signal: AbortSignal): Promise<boolean> {
    if (ms >= this.leftMs()) return false;
    if (ms > 0) await this.#clock.sleep(ms, signal);
    return !signal.aborted;
  }
}
