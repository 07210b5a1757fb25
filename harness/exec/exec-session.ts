import { createFaultPoint } from '../boundary/fault/create-fault-point.ts';
import { createModelBoundary } from '../boundary/model/create-model-boundary.ts';
import { noteSent } from '../boundary/model/sent-request.ts';
import type { TrialFetch } from '../boundary/model/trial-fetch.ts';
import { toFetch, toLine, type TrialLine } from '../boundary/model/trial-line.ts';
import { CassetteMissError, type LanePlayer, type LaneRecorder } from '../core/talk/cassette.ts';
import type { ChatRequest } from '../core/talk/chat.ts';
import type { Provider } from '../core/talk/model.ts';
import type { FaultPlan } from '../core/suite/fault.ts';
import { cleanPlan, type Lane } from '../core/suite/lane.ts';
import { RigError } from '../core/rig-error.ts';
import type { TrialClock } from '../core/trial/clock.ts';
import { ConversationMemory } from '../dialect/conversation-memory.ts';
import { readRequest } from '../dialect/read-request.ts';
import { createHistoryReader } from '../run/trial/create-history-reader.ts';
import { Transcript } from '../run/trial/transcript.ts';
import { ConversationDesk } from '../import/traffic/conversation-desk.ts';
import { createChoosingPlayer, type LaneShelf } from './create-choosing-player.ts';
import { execVariant, type Tapes } from './open-tapes.ts';
import { SideDesk } from './side-desk.ts';

/** What a command is run between. */
export interface ExecOptions {
  readonly mode: 'record' | 'replay' | 'live';
  /** `null` in live mode. */
  readonly tapes: Tapes | null;
  /** `null` in replay. */
  readonly provider: Provider | null;
  readonly plan: FaultPlan;
  readonly createClock: () => TrialClock;
  readonly modelTimeoutMs: number;
}

/** One conversation of the command. */
export interface SeenConversation {
  readonly id: string;
  /** In the order in which they came, as they were asked. */
  readonly requests: readonly ChatRequest[];
  readonly transcript: Transcript;
  readonly recorder: LaneRecorder | null;
  readonly player: LanePlayer | null;
}

interface OpenConversation extends SeenConversation {
  readonly requests: ChatRequest[];
  readonly line: TrialLine;
}

/** All requests of a command to models. Conversations are distinguished by their content, and each has its own boundary. */
export class ExecSession {
  readonly #options: ExecOptions;
  readonly #desk = new ConversationDesk();
  readonly #memory = new ConversationMemory();
  readonly #conversations = new Map<string, Promise<OpenConversation>>();
  readonly #shelf: LaneShelf;
  readonly #sides: SideDesk;
  /** Why the command could not be measured, each cause once. */
  readonly failures: RigError[] = [];

  constructor(options: ExecOptions) {
    this.#options = options;
    this.#shelf = { lanes: options.tapes?.lanes ?? [], taken: new Set() };
    this.#sides = new SideDesk(options, (error) => this.#note(error));
  }

  /** Answers one request of the command. */
  readonly fetch: TrialFetch = toFetch(async (asked, signal) => {
    const read = readRequest(asked, this.#memory);
    if (read.kind === 'side') {
      noteSent(read.request, asked);
      return await this.#sides.answer(read.request, signal);
    }
    if (read.kind !== 'model') return await (await this.#open('other', '')).line(asked, signal);
    const { id } = this.#desk.assign(read.request, asked.body);
    const conversation = await this.#open(id, read.request.model);
    conversation.requests.push(read.request);
    return await conversation.line(asked, signal);
  });

  /** Requests besides conversations that were answered. */
  get sides(): number {
    return this.#sides.count;
  }

  /** Conversations that asked a model, in the order in which they began. */
  async conversations(): Promise<readonly SeenConversation[]> {
    const all = await Promise.all(this.#conversations.values());
    return all.filter(({ requests }) => requests.length > 0);
  }

  /** Seals what was recorded; a conversation without an answer is not kept. */
  async finish(): Promise<void> {
    const all = await this.conversations();
    await this.#sides.finish(all.find(isHeard)?.recorder ?? null);
    for (const conversation of all) {
      const { recorder } = conversation;
      await (isHeard(conversation)
        ? recorder?.seal({ stopReason: 'answered' })
        : recorder?.abandon());
    }
    const other = await this.#conversations.get('other');
    if (other !== undefined && other.requests.length === 0) await other.recorder?.abandon();
  }

  async #open(id: string, model: string): Promise<OpenConversation> {
    const open = this.#conversations.get(id) ?? this.#create(id, model);
    this.#conversations.set(id, open);
    return await open;
  }

  async #create(id: string, model: string): Promise<OpenConversation> {
    const { plan, createClock, provider, modelTimeoutMs } = this.#options;
    const clock = createClock();
    const transcript = new Transcript(clock);
    const requests: ChatRequest[] = [];
    const history = createHistoryReader(transcript);
    const { player, recorder } = await this.#openLine(id, model);
    const told = (isOk: boolean): void => this.#desk.told(id, isOk);
    transcript.listen((event) => {
      if (event.type === 'reply') told(true);
      if (event.type === 'model_error') told(false);
    });
    const boundary = createModelBoundary({
      provider,
      player,
      recorder,
      faults: createFaultPoint(plan, { seed: id }),
      clock,
      sink: transcript,
      timeouts: { modelTimeoutMs },
      tellUsers: true,
      onRequest: (request) => history.read(request),
      onReply: (turn, reply) => {
        history.hear(turn, reply.calls);
        const asked = requests.at(-1);
        if (asked !== undefined) this.#memory.learn(asked, reply);
      },
      onFailure: (error) => this.#note(error),
    });
    return { id, requests, transcript, player, recorder, line: toLine(boundary.fetch) };
  }

  #note(error: unknown): void {
    if (!(error instanceof RigError)) return;
    if (!this.failures.some(({ message }) => message === error.message)) this.failures.push(error);
  }

  async #openLine(
    id: string,
    model: string,
  ): Promise<Pick<SeenConversation, 'player' | 'recorder'>> {
    const { mode, tapes, plan } = this.#options;
    if (tapes === null) return { player: null, recorder: null };
    const planned = (lane: Lane): Lane => ({ ...lane, plan: plan.name });
    if (mode === 'replay') {
      if (this.#shelf.lanes.length === 0) return { player: emptyPlayer, recorder: null };
      const store = { player: async (lane: Lane) => await tapes.store.player(planned(lane)) };
      return { player: await createChoosingPlayer(this.#shelf, store), recorder: null };
    }
    const names = { suite: tapes.suite, scenario: id, variant: execVariant };
    const lane = planned({ ...names, plan: cleanPlan, repeat: 1 });
    const about = 'Recorded by toolrig exec.';
    return {
      player: null,
      recorder: await tapes.store.recorder(lane, { model, nature: 'real', about }),
    };
  }
}

function isHeard({ transcript }: SeenConversation): boolean {
  return transcript.events.some(({ type }) => type === 'reply' || type === 'model_error');
}

function refuse(): never {
  throw new CassetteMissError('Cannot replay: there is no recording', {
    lane: '',
    reason: 'no_cassette',
    differences: [],
    remedy: '',
  });
}

const emptyPlayer: LanePlayer = {
  play: refuse,
  serve: refuse,
  side: refuse,
  compareTool: () => undefined,
  unconsumed: () => 0,
};
