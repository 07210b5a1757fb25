import { answerSide } from '../boundary/model/answer-side.ts';
import { refuseForGood } from '../boundary/model/fetch-answers.ts';
import type { BegunAnswer } from '../boundary/model/trial-line.ts';
import { CassetteMissError, type LanePlayer, type LaneRecorder } from '../core/talk/cassette.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import type { SideRequest } from '../core/talk/side.ts';
import type { Lane } from '../core/suite/lane.ts';
import type { ExecOptions } from './exec-session.ts';
import { execVariant, sideScenario, type Tapes } from './open-tapes.ts';

interface Answered {
  readonly request: SideRequest;
  readonly exchange: Exchange;
}

/**
 * Requests of a command besides its conversations. Nothing says which conversation one belongs to: they are recorded with the
 * first conversation, or as a recording of their own where there is none, and in a replay any recording answers.
 */
export class SideDesk {
  readonly #options: ExecOptions;
  readonly #onFailure: (error: unknown) => void;
  readonly #answered: Answered[] = [];
  /** Requests that were answered. */
  count = 0;
  #players: Promise<readonly LanePlayer[]> | null = null;

  constructor(options: ExecOptions, onFailure: (error: unknown) => void) {
    this.#options = options;
    this.#onFailure = onFailure;
  }

  async answer(side: SideRequest, signal: AbortSignal): Promise<BegunAnswer> {
    const { mode, tapes, provider, createClock } = this.#options;
    let players: readonly LanePlayer[] | null = null;
    try {
      if (mode === 'replay' && tapes !== null)
        players = await (this.#players ??= this.#open(tapes));
    } catch (error) {
      this.#onFailure(error);
      return refuseForGood(error);
    }
    const found = players;
    const sources = {
      player: found === null ? null : { side: (asked: SideRequest) => askAll(found, asked) },
      recorder: {
        sharedSide: () => null,
        recordSide: (asked: SideRequest, exchange: Exchange) => {
          this.#answered.push({ request: asked, exchange });
        },
      },
      provider,
      clock: createClock(),
    };
    const onFailure = (error: unknown): void => {
      this.count -= 1;
      this.#onFailure(error);
    };
    this.count += 1;
    return await answerSide(side, sources, { signal, onFailure });
  }

  /** Records what was answered with the first conversation; `null` when there is none. */
  async finish(first: LaneRecorder | null): Promise<void> {
    const { mode, tapes, plan } = this.#options;
    if (mode !== 'record' || tapes === null) return;
    for (const { request, exchange } of first === null ? [] : this.#answered) {
      first?.recordSide(request, exchange);
    }
    const alone = first === null ? this.#answered : [];
    if (alone.length === 0 && tapes.sideLane === null) return;
    const names = { suite: tapes.suite, scenario: sideScenario, variant: execVariant };
    const recorder = await tapes.store.recorder(
      { ...names, plan: plan.name, repeat: 1 },
      { model: '', nature: 'real', about: 'Recorded by toolrig exec.' },
    );
    for (const { request, exchange } of alone) recorder.recordSide(request, exchange);
    // Without a request, this removes what an earlier recording left.
    await recorder.seal({ stopReason: 'answered' });
  }

  async #open({ store, lanes, sideLane }: Tapes): Promise<readonly LanePlayer[]> {
    const { plan } = this.#options;
    const all: readonly Lane[] = sideLane === null ? lanes : [...lanes, sideLane];
    const planned = all.map((lane) => ({ ...lane, plan: plan.name }));
    return await Promise.all(planned.map(async (lane) => await store.player(lane)));
  }
}

/** The first answer of any; else the miss that says what differs, or the first. */
function askAll(players: readonly LanePlayer[], request: SideRequest): Exchange {
  const misses: CassetteMissError[] = [];
  for (const player of players) {
    try {
      return player.side(request);
    } catch (error) {
      if (!(error instanceof CassetteMissError)) throw error;
      misses.push(error);
    }
  }
  const [first] = misses;
  // A replay without any recording is refused before the command starts.
  if (first === undefined) throw new Error('There is no recording');
  throw misses.find(({ differences }) => differences.length > 0) ?? first;
}
