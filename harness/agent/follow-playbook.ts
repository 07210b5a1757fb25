import { toCanonicalJson } from '../json/canonical-json.ts';
import type { GiveUp, PlannedCall, PlayStep, PlayTurn, ReadBack } from './playbook.ts';
import type { AnsweredCall, SaidBatch } from './read-conversation.ts';
import type { SeenLog } from './seen-log.ts';
import type { OutgoingCall, Reaction, Temper, Trouble } from './temper.ts';

/** The next reply of an agent. */
export type Move =
  | { readonly type: 'call'; readonly calls: readonly OutgoingCall[] }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'give_up'; readonly why: GiveUp };

/** One turn of the user as an agent finds it. */
export interface OpenTurn {
  readonly turn: PlayTurn;
  /** What was called since the user spoke. */
  readonly batches: readonly SaidBatch[];
  /** The results seen before; grows while the turn is followed. */
  readonly seen: SeenLog;
  readonly readBacks: Readonly<Record<string, ReadBack>>;
}

/** A call that is not settled. */
interface Troubled {
  readonly call: OutgoingCall;
  readonly reaction: Reaction;
  readonly why: GiveUp;
}

/** How often an agent starts a preview again before it gives up. */
const maxRestarts = 2;

/** Finds an agent's place in a turn from the messages since then, and returns its next move. */
export function followPlaybook(open: OpenTurn, temper: Temper): Move {
  const play = new Play(open, temper);
  for (const batch of open.batches) {
    const end = play.take(batch);
    if (end !== null) return end;
  }
  return play.next();
}

class Play {
  readonly #open: OpenTurn;
  readonly #temper: Temper;
  readonly #steps: readonly PlayStep[];
  /** Steps that made calls, so that the one before can be found again. */
  readonly #trail: number[] = [];
  #index = -1;
  #pending: readonly OutgoingCall[] = [];
  #readingBack: OutgoingCall | null = null;
  #restarts = 0;

  constructor(open: OpenTurn, temper: Temper) {
    this.#open = open;
    this.#temper = temper;
    this.#steps = temper.steps(open.turn);
    this.#enter(0);
  }

  next(): Move {
    if (this.#readingBack !== null) {
      const plan = toReadBackCall(this.#readingBack.plan, this.#open.readBacks);
      return { type: 'call', calls: [{ plan, tries: 0, corrected: false }] };
    }
    if (this.#pending.length > 0) return { type: 'call', calls: this.#pending };
    return { type: 'say', text: this.#open.turn.say(this.#open.seen) };
  }

  /** Goes through one batch; a move when the turn ends with it. */
  take(batch: SaidBatch): Move | null {
    this.#open.seen.add(batch);
    if (this.#readingBack !== null) return this.#takeReadBack(batch, this.#readingBack);
    const plans = this.#pending.map((call) => call.plan);
    const answers = matchCalls(plans, batch.calls);
    const troubled: Troubled[] = [];
    for (const [index, call] of this.#pending.entries()) {
      const answer = answers[index] ?? null;
      const end = this.#takeEmpty(answer);
      if (end !== null) return end;
      const trouble = this.#judge(call, answer);
      if (trouble !== null) troubled.push(trouble);
    }
    this.#pending = troubled.map(({ call }) => call);
    return this.#decide(troubled);
  }

  /** `null` = the call is settled. */
  #judge(call: OutgoingCall, answer: AnsweredCall | null): Troubled | null {
    if (answer !== null && this.#isDone(answer)) return null;
    const tried = toTried(call, answer);
    const reaction = this.#temper.react({
      ...readTrouble(answer),
      tries: tried.tries,
      canReadBack: this.#open.readBacks[call.plan.tool] !== undefined,
      canReplace: readInstead(answer) !== null,
      slipped: call.plan.slip !== undefined && !call.corrected && tried.corrected,
    });
    if (reaction === 'accept') return null;
    const next = reaction === 'replace' ? toReplaced(call, answer) : tried;
    return { call: next, reaction, why: toWhy(answer) };
  }

  /** The strongest reaction decides for the whole batch. */
  #decide(troubled: readonly Troubled[]): Move | null {
    const given = troubled.find(({ reaction }) => reaction === 'give_up');
    if (given !== undefined) return { type: 'give_up', why: given.why };
    if (troubled.some(({ reaction }) => reaction === 'restart')) return this.#restart();
    this.#readingBack = troubled.find(({ reaction }) => reaction === 'read_back')?.call ?? null;
    if (troubled.length === 0) this.#enter(this.#index + 1);
    return null;
  }

  #enter(from: number): void {
    this.#pending = [];
    for (let index = from; index < this.#steps.length; index += 1) {
      const plans = this.#steps[index]?.calls(this.#open.seen) ?? [];
      if (plans.length === 0) continue;
      this.#index = index;
      this.#trail.push(index);
      this.#pending = plans.map((plan) => ({ plan, tries: 0, corrected: false }));
      return;
    }
    this.#index = this.#steps.length;
  }

  #takeEmpty(answer: AnsweredCall | null): Move | null {
    if (answer?.observation.status !== 'empty') return null;
    const onEmpty = this.#steps[this.#index]?.onEmpty;
    return onEmpty === undefined ? null : { type: 'say', text: onEmpty(this.#open.seen) };
  }

  #isDone({ observation }: AnsweredCall): boolean {
    if (observation.status === 'success' || observation.status === 'empty') return true;
    const denied = observation.status === 'error' && observation.kind === 'denied';
    return denied && this.#steps[this.#index]?.passDenied === true;
  }

  #restart(): Move | null {
    this.#restarts += 1;
    this.#trail.pop();
    const before = this.#trail.pop();
    if (before === undefined || this.#restarts > maxRestarts)
      return { type: 'give_up', why: 'failed' };
    this.#enter(before);
    return null;
  }

  #takeReadBack(batch: SaidBatch, unknown: OutgoingCall): Move | null {
    this.#readingBack = null;
    const happened = readHappened(batch, unknown.plan, this.#open.readBacks);
    if (happened === null) return { type: 'give_up', why: 'unknown' };
    if (happened) this.#pending = this.#pending.filter((call) => call !== unknown);
    if (this.#pending.length === 0) this.#enter(this.#index + 1);
    return null;
  }
}

function readTrouble(answer: AnsweredCall | null): Pick<Trouble, 'kind' | 'retryable'> {
  const observation = answer?.observation;
  if (observation?.status === 'error') return observation;
  const nothing = observation?.status === 'bare' && observation.what === 'nothing';
  return { kind: nothing ? 'bare_nothing' : 'bare', retryable: false };
}

function toTried(call: OutgoingCall, answer: AnsweredCall | null): OutgoingCall {
  const corrected = call.corrected || tellsMistake(call.plan, answer);
  return { ...call, tries: call.tries + 1, corrected };
}

function readInstead(answer: AnsweredCall | null): string | null {
  const observation = answer?.observation;
  return observation?.status === 'error' ? (observation.instead ?? null) : null;
}

/** The same call with the tool that the error names. */
function toReplaced(call: OutgoingCall, answer: AnsweredCall | null): OutgoingCall {
  const tool = readInstead(answer) ?? call.plan.tool;
  return { plan: { ...call.plan, tool }, tries: 0, corrected: call.corrected };
}

const mistakes: ReadonlySet<string> = new Set([
  'invalid_arguments',
  'invalid_json',
  'unknown_tool',
]);
const slips: ReadonlySet<string> = new Set([...mistakes, 'precondition_missing', 'conflict']);

function tellsMistake(plan: PlannedCall, answer: AnsweredCall | null): boolean {
  const observation = answer?.observation;
  if (observation?.status !== 'error') return false;
  return (plan.slip === undefined ? mistakes : slips).has(observation.kind);
}

function toWhy(answer: AnsweredCall | null): GiveUp {
  const observation = answer?.observation;
  if (observation?.status !== 'error') return 'failed';
  if (observation.kind === 'denied') return 'denied';
  const isOpen = observation.kind === 'timeout' || observation.unknown === true;
  return isOpen ? 'unknown' : 'failed';
}

function toReadBackCall(
  plan: PlannedCall,
  readBacks: Readonly<Record<string, ReadBack>>,
): PlannedCall {
  const readBack = readBacks[plan.tool];
  if (readBack === undefined) return plan;
  return { tool: readBack.tool, arguments: readBack.toArguments(plan.arguments) };
}

function readHappened(
  batch: SaidBatch,
  plan: PlannedCall,
  readBacks: Readonly<Record<string, ReadBack>>,
): boolean | null {
  const readBack = readBacks[plan.tool];
  const answer = batch.calls.find((call) => call.tool === readBack?.tool)?.observation;
  if (readBack === undefined || answer === undefined) return null;
  if (answer.status === 'bare' && answer.what === 'nothing') {
    return readBack.happened([], plan.arguments);
  }
  if (answer.status !== 'success' && answer.status !== 'empty') return null;
  return readBack.happened(answer.value, plan.arguments);
}

/**
 * Finds what answered each planned call: the same tool with the same arguments (as planned or as slipped), else an
 * unclaimed call of the same tool, else any unclaimed call, since names and arguments may have come out damaged.
 * Of several equal calls the one that succeeded counts.
 *
 * @returns One entry for each planned call; `null` = it was not in the batch.
 */
function matchCalls(
  planned: readonly PlannedCall[],
  said: readonly AnsweredCall[],
): readonly (AnsweredCall | null)[] {
  const free = new Set(said);
  const found = planned.map((plan) => take(free, (call) => isSame(plan, call)));
  const bySort = (test: (plan: PlannedCall, call: AnsweredCall) => boolean): void => {
    planned.forEach((plan, index) => {
      found[index] ??= takeFirst(free, (call) => test(plan, call));
    });
  };
  bySort((plan, call) => call.tool === plan.tool);
  bySort(() => true);
  return found;
}

function isSame(plan: PlannedCall, call: AnsweredCall): boolean {
  if (call.tool !== plan.tool || call.arguments === null) return false;
  const text = toCanonicalJson(call.arguments);
  return text === toCanonicalJson(plan.arguments) || text === toCanonicalJson(plan.slip);
}

function take(free: Set<AnsweredCall>, test: (call: AnsweredCall) => boolean): AnsweredCall | null {
  const equal = [...free].filter(test);
  for (const call of equal) free.delete(call);
  const good = equal.find(({ observation }) => observation.status === 'success');
  return good ?? equal[0] ?? null;
}

function takeFirst(
  free: Set<AnsweredCall>,
  test: (call: AnsweredCall) => boolean,
): AnsweredCall | null {
  const call = [...free].find(test);
  if (call !== undefined) free.delete(call);
  return call ?? null;
}
