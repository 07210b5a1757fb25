import { judgeStages, type JudgeStage } from '../core/talk/call.ts';
import type { ConfusionPair, ScoreRecord, TrialRecord } from '../core/trial/trial.ts';
import type { ToolResultStatus } from '../core/trial/tool-outcome.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import { adviseMerges, adviseSplits, listUsage, type UsedCall } from './advise-shape.ts';
import { Counter } from './counter.ts';
import type { Diagnosis, Place, Recovery, Trouble } from './diagnosis.ts';
import { lossRules, stageRules, type TroubleRule } from './trouble-table.ts';

const statuses: readonly ToolResultStatus[] = ['success', 'empty', 'denied', 'error', 'timeout'];

type JudgedEvent = Extract<TranscriptEvent, { type: 'judged' }>;

/** Of more calls, the shares of use are those of the first ones. */
const mostUsed = 20_000;

/** Folds the trials of one variant into a diagnosis, one by one; holds counts and arguments, never transcripts. */
export class DiagnosisFold {
  #calls = 0;
  #sound = 0;
  readonly #caughtBy = new Counter<JudgeStage>();
  readonly #results = new Counter<ToolResultStatus>();
  readonly #wished = new Counter();
  readonly #trouble = new Counter();
  readonly #recovery = new Map<string, { judged: number; handled: number }>();
  readonly #used: UsedCall[] = [];
  readonly #confusion: ConfusionPair[] = [];

  add(trial: Pick<TrialRecord, 'lane' | 'events'>, score: ScoreRecord): void {
    for (const event of trial.events) this.#addEvent(event, trial);
    this.#addLosses(trial, score);
    this.#confusion.push(...(score.facts?.confusion ?? []));
    for (const { kind, fired, handled } of score.faults) {
      if (fired === 0 || handled === null) continue;
      const found = this.#recovery.get(kind) ?? { judged: 0, handled: 0 };
      this.#recovery.set(kind, found);
      found.judged += 1;
      if (handled) found.handled += 1;
    }
  }

  toDiagnosis(): Diagnosis {
    const usage = listUsage(this.#used);
    return {
      calls: this.#calls,
      sound: this.#sound,
      caughtBy: this.#caughtBy.list(judgeStages),
      results: this.#results.list(statuses),
      wished: this.#wished.list(),
      recovery: toRecovery(this.#recovery),
      usage,
      advice: [...adviseSplits(usage), ...adviseMerges(this.#confusion)],
      trouble: this.#trouble.list().flatMap(toTrouble),
    };
  }

  #addEvent(event: TranscriptEvent, { lane }: Pick<TrialRecord, 'lane'>): void {
    if (event.type === 'result' && event.delivery > 0) {
      this.#results.add(event.status, toPlace(lane, event));
    }
    if (event.type === 'judged') this.#addCall(event, toPlace(lane, event));
  }

  #addCall(event: JudgedEvent, place: Place): void {
    this.#calls += 1;
    const isOwn = event.injected === undefined && event.unsaid === undefined;
    if (isOwn) this.#addUse(event);
    if (event.caughtBy === null) {
      this.#sound += 1;
      return;
    }
    this.#caughtBy.add(event.caughtBy, place);
    if (!event.known && isOwn) this.#wished.add(event.name, place);
    // What a fault planted or changed is no trouble of the model's.
    if (isOfFault(event)) return;
    const exact = `${event.caughtBy}/${event.findings[0]?.code ?? ''}`;
    this.#trouble.add(`stage ${stageRules[exact] === undefined ? event.caughtBy : exact}`, place);
  }

  #addUse({ known, name, arguments: args }: JudgedEvent): void {
    if (!known || args === null || this.#used.length >= mostUsed) return;
    this.#used.push({ tool: name, arguments: args });
  }

  #addLosses({ lane, events }: Pick<TrialRecord, 'lane' | 'events'>, score: ScoreRecord): void {
    const ofFaults = new Set(
      events.flatMap((event) => (event.type === 'judged' && isOfFault(event) ? [event.call] : [])),
    );
    for (const [metric, { losses }] of Object.entries(score.scores)) {
      const [first] = losses;
      if (first === undefined || !Object.hasOwn(lossRules, metric)) continue;
      const event = events.find(({ seq }) => seq === first.event) ?? events.at(-1);
      const isPlanted =
        event !== undefined && 'call' in event && ofFaults.has(event.call ?? 't0c0');
      if (event !== undefined && !isPlanted)
        this.#trouble.add(`loss ${metric}`, toPlace(lane, event));
    }
  }
}

function isOfFault({ injected, edited }: JudgedEvent): boolean {
  return injected !== undefined || edited !== undefined;
}

function toTrouble({
  name,
  count,
  places,
}: ReturnType<Counter['list']>[number]): readonly Trouble[] {
  const [kind = '', key = ''] = name.split(' ');
  const rules: Readonly<Record<string, TroubleRule | undefined>> =
    kind === 'stage' ? stageRules : lossRules;
  const rule = rules[key];
  return rule === undefined ? [] : [{ ...rule, count, places }];
}

function toRecovery(
  found: ReadonlyMap<string, { readonly judged: number; readonly handled: number }>,
): readonly Recovery[] {
  return [...found]
    .map(([kind, counts]) => ({ kind, ...counts }))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

/** The turn of an event is in its own field, or in the name of its call (`t2c0` is of turn 2). */
function toPlace(
  { scenario, variant, plan, repeat }: TrialRecord['lane'],
  event: TranscriptEvent,
): Place {
  const turn =
    'turn' in event && event.turn !== undefined
      ? event.turn
      : Number('call' in event ? (/^t([0-9]+)c/u.exec(event.call ?? '')?.[1] ?? 0) : 0);
  return { scenario, variant, plan, repeat, event: event.seq, turn };
}
