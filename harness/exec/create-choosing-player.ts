import type { CassetteStore, LanePlayer } from '../core/talk/cassette.ts';
import { CassetteMissError } from '../core/talk/cassette.ts';
import { type Lane, toLaneId } from '../core/suite/lane.ts';

/** Recorded conversations, each for one conversation of now. */
export interface LaneShelf {
  readonly lanes: readonly Lane[];
  /** Lane ids that a conversation plays from. */
  readonly taken: Set<string>;
}

interface Candidate {
  readonly lane: Lane;
  readonly player: LanePlayer;
}

/**
 * Creates the player of a conversation that does not say which it is: it plays from the first recording that has answered
 * all of its requests and that no other conversation plays from.
 */
export async function createChoosingPlayer(
  shelf: LaneShelf,
  store: Pick<CassetteStore, 'player'>,
): Promise<LanePlayer> {
  let candidates: Candidate[] = [];
  for (const lane of shelf.lanes) candidates.push({ lane, player: await store.player(lane) });
  let current: Candidate | null = null;
  return {
    play(request, position) {
      const hits: { readonly one: Candidate; readonly hit: ReturnType<LanePlayer['play']> }[] = [];
      const misses: { readonly one: Candidate; readonly miss: CassetteMissError }[] = [];
      for (const one of candidates) {
        try {
          hits.push({ one, hit: one.player.play(request, position) });
        } catch (error) {
          if (!(error instanceof CassetteMissError)) throw error;
          misses.push({ one, miss: error });
        }
      }
      const free =
        hits.find(({ one }) => one === current) ?? hits.find(({ one }) => isFree(shelf, one));
      if (free === undefined) {
        const isBegun = current === null && hits.length > 0;
        const taken = hits.map(({ one }) => one);
        throw (isBegun ? null : chooseMiss(misses, current)) ?? toTakenMiss(taken);
      }
      candidates = hits.map(({ one }) => one);
      if (free.one !== current) {
        if (current !== null) shelf.taken.delete(toLaneId(current.lane));
        current = free.one;
        shelf.taken.add(toLaneId(current.lane));
      }
      return free.hit;
    },
    serve: (tool, args) => {
      if (current === null) throw toTakenMiss([]);
      return current.player.serve(tool, args);
    },
    side: (request) => {
      if (current === null) throw toTakenMiss([]);
      return current.player.side(request);
    },
    compareTool: () => undefined,
    unconsumed: () => current?.player.unconsumed() ?? 0,
  };
}

function isFree({ taken }: LaneShelf, { lane }: Candidate): boolean {
  return !taken.has(toLaneId(lane));
}

/** The miss of the recording that was played from, else the one that comes nearest. */
function chooseMiss(
  misses: readonly { readonly one: Candidate; readonly miss: CassetteMissError }[],
  current: Candidate | null,
): CassetteMissError | null {
  const own = misses.find(({ one }) => one === current);
  if (own !== undefined) return own.miss;
  const [first, ...rest] = misses.map(({ miss }) => miss);
  if (first === undefined) return null;
  return rest.reduce(
    (best, miss) => (miss.differences.length < best.differences.length ? miss : best),
    first,
  );
}

function toTakenMiss(candidates: readonly Candidate[]): CassetteMissError {
  const [first] = candidates;
  const lane = first === undefined ? '' : toLaneId(first.lane);
  const what =
    first === undefined
      ? 'there is no recording'
      : `the conversation was recorded ${candidates.length === 1 ? 'once' : `${candidates.length} times`}, and was begun once more`;
  return new CassetteMissError(`Cannot replay: ${what}`, {
    lane,
    reason: first === undefined ? 'no_cassette' : 'exhausted',
    differences: [],
    remedy: '',
  });
}
