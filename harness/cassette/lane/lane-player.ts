import { toCanonicalJson } from '../../json/canonical-json.ts';
import type {
  CassetteHit,
  LanePlayer,
  PartDifference,
  ServedLine,
  ToolLine,
} from '../../core/talk/cassette.ts';
import type { SideLine } from '../../core/talk/side.ts';
import type { JsonValue } from '../../json/json.ts';
import { type Lane, toCleanLane, toLaneId } from '../../core/suite/lane.ts';
import { createMiss, type MissCause, type MissContext } from '../match/create-miss.ts';
import { createMessageTrack } from '../match/message-track.ts';
import type { RecordedAttempt } from './parse-recording.ts';
import { type AnswerRules, differencesTo, findCall, type Inquiry } from '../match/find-call.ts';
import type { RecordingView } from './recording-view.ts';
import { explainSide, findSideAnswer, type SideShelf } from './side-answers.ts';
import { redactLine } from '../../redact/redact-line.ts';
import {
  createReplyRestorer,
  type ReplyRestorer,
  type RestoreContext,
} from '../match/restore-replies.ts';
import type { ShapedRequest, Shaper } from '../match/request-shape.ts';

/** The recordings from which a player plays. */
export interface PlayerSources {
  readonly lane: Lane;
  /** The lane's own recording; `null` for a faulted lane that shares all of its clean lane. */
  readonly own: RecordingView | null;
  /** The clean lane's; `null` for a clean lane, and for one that shares none of its turns. */
  readonly clean: RecordingView | null;
  /** The clean lane's, also where no turn is shared: requests besides the conversation are recorded there once. */
  openClean(): RecordingView | null;
}

/** What a player needs of its store. */
export interface PlayerContext extends MissContext, RestoreContext {
  readonly shape: Shaper;
  rulesFor(view: RecordingView, reuse: boolean): AnswerRules;
  /** Recorded calls that the present schemas would reject. */
  findRejects(
    view: RecordingView,
    attempt: RecordedAttempt,
    shaped: ShapedRequest,
  ): readonly string[];
}

/** Creates the player of one lane for one trial. */
export function createLanePlayer(sources: PlayerSources, context: PlayerContext): LanePlayer {
  const track = createMessageTrack();
  const lines: ToolLine[] = [];

  const rules = new Map<RecordingView, AnswerRules>();
  const rulesFor = (view: RecordingView, reuse: boolean): AnswerRules => {
    const known = rules.get(view) ?? context.rulesFor(view, reuse);
    rules.set(view, known);
    return known;
  };
  const restorers = new Map<RecordingView, ReplyRestorer>();
  const restorerOf = (view: RecordingView): ReplyRestorer => {
    const { lane, salt } = view.recording.head;
    const source = { lane, salt, pairs: view.pairs };
    const known = restorers.get(view) ?? createReplyRestorer(source, context);
    restorers.set(view, known);
    return known;
  };
  /** Turns before the fork are the clean lane's; without an own recording all are. */
  const choose = (
    turn: number,
  ): { readonly view: RecordingView; readonly reuse: boolean } | null => {
    const { own, clean } = sources;
    const forkTurn = own?.recording.head.fork?.turn ?? 1;
    if (own !== null && turn >= forkTurn) return { view: own, reuse: false };
    return clean === null ? null : { view: clean, reuse: true };
  };

  const served = createServedAnswers(sources, context);
  const sides = createSides(sources, context, restorerOf);
  return {
    serve: served,
    side: sides,
    play(request, position): CassetteHit {
      const shaped = context.shape(request);
      track.update(request.messages, shaped.leading);
      const question = { shaped, texts: track.texts, position };
      const source = choose(position.turn);
      if (source === null) throw missCleanLane(sources.lane, context);
      const inquiry = { ...source, question, rules: rulesFor(source.view, source.reuse) };
      const found = findCall(inquiry);
      if (found === null) {
        const results = sources.own === null ? [] : compareResults(sources.own, lines, context);
        throw explain(sources, { ...inquiry, results }, context);
      }
      source.view.used.add(found.attempt);
      const exchange = restorerOf(source.view).restore(found.attempt.exchange, request);
      return { exchange, tier: found.tier };
    },
    compareTool(line) {
      lines.push(line);
    },
    unconsumed() {
      const { own } = sources;
      return own === null ? 0 : own.recording.attempts.length - own.used.size;
    },
  };
}

/**
 * Gives the recorded answers of live back ends: equal calls in the order of their recording, different ones in any order.
 * A faulted lane uses only those of its own recording, because its service received other calls.
 */
function createServedAnswers(
  { lane, own }: PlayerSources,
  context: PlayerContext,
): LanePlayer['serve'] {
  const left = [...(own?.recording.served ?? [])];
  const toKey = (tool: string, args: JsonValue): string =>
    `${tool} ${toCanonicalJson(context.redactor.redactJson(args))}`;
  return (tool, args) => {
    const key = toKey(tool, args);
    const at = left.findIndex((line) => toKey(line.tool, line.arguments) === key);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found !== undefined) return found;
    throw createMiss(lane, explainServed({ tool, args, left, own }), context);
  };
}

/** Answers of the lane's own recording come before those of its clean lane. */
function createSides(
  { lane, own, clean, openClean }: PlayerSources,
  context: PlayerContext,
  restorerOf: (view: RecordingView) => ReplyRestorer,
): LanePlayer['side'] {
  const toShelf = (view: RecordingView | null): (SideShelf & { view: RecordingView })[] => {
    if (view === null) return [];
    const { recording, pairs } = view;
    return [{ view, lines: recording.sides, pairs, used: new Set<SideLine>() }];
  };
  let shelves: ReturnType<typeof toShelf> | null = null;
  return (request) => {
    shelves ??= [...toShelf(own), ...toShelf(clean ?? openClean())];
    for (const shelf of shelves) {
      const found = findSideAnswer(request, shelf, context);
      if (found !== null) return restorerOf(shelf.view).restoreSide(found, request.body);
    }
    const lines = shelves.flatMap((shelf) => shelf.lines);
    const requests = own?.recording.attempts.length ?? null;
    throw createMiss(lane, explainSide(request, lines, requests), context);
  };
}

function explainServed(asked: {
  readonly tool: string;
  readonly args: JsonValue;
  readonly left: readonly ServedLine[];
  readonly own: RecordingView | null;
}): MissCause {
  const { tool, args, left, own } = asked;
  const nearest = left.find((line) => line.tool === tool);
  const common = { nearest: null, requests: own?.recording.attempts.length ?? null, rejects: [] };
  if (nearest === undefined) {
    const text = `it has no recorded answer left of the back end to "${tool}" with ${toCanonicalJson(args)}`;
    const reason = own === null ? ('no_cassette' as const) : ('exhausted' as const);
    return { ...common, reason, text, differences: [] };
  }
  const [recorded, now] = [toCanonicalJson(nearest.arguments), toCanonicalJson(args)];
  const text = `the call of "${tool}" is not the one that its back end answered`;
  const differences = [{ part: `served.${tool}`, recorded, now }];
  return { ...common, reason: 'changed', text, differences };
}

/** A faulted lane begins with turns of its clean lane. If the clean lane is missing, that one must be recorded. */
function missCleanLane(lane: Lane, context: PlayerContext): Error {
  const cause: MissCause = {
    reason: 'no_cassette',
    text: `there is no recording, and lane "${toLaneId(lane)}" begins with its turns`,
    differences: [],
    nearest: null,
    requests: null,
    rejects: [],
  };
  return createMiss(toCleanLane(lane), cause, context);
}

interface Asked extends Inquiry {
  readonly reuse: boolean;
  readonly results: readonly PartDifference[];
}

/** Names the reason and every part that differs from the nearest recorded call. */
function explain(sources: PlayerSources, asked: Asked, context: PlayerContext): Error {
  const { view, question } = asked;
  const { turn, attempt } = question.position;
  const where = `turn ${turn}, attempt ${attempt}`;
  const { attempts } = view.recording;
  const left = attempts.filter((candidate) => !view.used.has(candidate));
  const isParted = sources.own === null && asked.reuse;
  const nearest =
    left.find((item) => item.turn === turn && item.attempt === attempt) ??
    left[0] ??
    (isParted ? attempts.at(-1) : undefined);
  const common = {
    requests: (sources.own ?? view).recording.attempts.length,
    nearest: toLaneId(view.recording.head.lane),
  };
  if (nearest === undefined) {
    const text = `its ${attempts.length} recorded calls are used up at ${where}`;
    const differences = asked.results;
    const cause = { ...common, reason: 'exhausted' as const, text, differences, rejects: [] };
    return createMiss(sources.lane, cause, context);
  }
  const cause: MissCause = {
    ...common,
    reason: isParted ? 'no_cassette' : 'changed',
    text: isParted
      ? `it has no recording of its own and parts from its clean lane at ${where}`
      : `the request of ${where} is not the recorded one`,
    differences: [...asked.results, ...differencesTo(nearest, asked)],
    rejects: context.findRejects(view, nearest, question.shaped),
  };
  return createMiss(sources.lane, cause, context);
}

function compareResults(
  view: RecordingView,
  lines: readonly ToolLine[],
  context: PlayerContext,
): readonly PartDifference[] {
  const recorded = new Map(
    view.recording.readTools().map((line) => [`${line.call}/${line.delivery}`, line]),
  );
  return lines.flatMap((line) => {
    const before = recorded.get(`${line.call}/${line.delivery}`);
    if (before === undefined) return [];
    const [left, right] = [showResult(before), showResult(redactLine(line, context.redactor))];
    const part = `tool_result.${line.tool}.${line.call}`;
    return left === right ? [] : [{ part, recorded: left, now: right }];
  });
}

function showResult(line: ToolLine): string {
  return `${line.status} ${toCanonicalJson(line.content)} for ${toCanonicalJson(line.arguments)}`;
}
