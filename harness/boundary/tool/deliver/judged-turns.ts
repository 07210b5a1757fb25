import type { CallRef, JudgedCall } from '../../../core/talk/call.ts';
import type { SaidCall } from '../../../core/talk/model.ts';
import { toCanonicalJson } from '../../../json/canonical-json.ts';
import { parseArguments } from '../../../schema/judge/parse-arguments.ts';
import type { Tool } from '../../../core/suite/tool.ts';

/** An agent that counts its turns otherwise than the model boundary gets numbers that no reply has. */
const foreignTurns = 1000;

/** The calls of a trial that were judged, by turn: a call is judged once however an agent hands it over. */
export class JudgedTurns {
  readonly #turns = new Map<number, readonly JudgedCall[]>();
  /** Turns whose calls are known from the reply itself. */
  readonly #heard = new Set<number>();
  readonly #taken = new Set<CallRef>();

  /** Keeps what was judged of a turn. */
  keep(turn: number, calls: readonly JudgedCall[], how: 'heard' | 'handed'): void {
    const known = this.#turns.get(turn);
    this.#turns.set(turn, known === undefined ? calls : [...known, ...calls]);
    if (how === 'heard') this.#heard.add(turn);
    else for (const { ref } of calls) this.#taken.add(ref);
  }

  /** The batch of this turn, where it is just these calls; `null` when it is not. */
  sameBatch(turn: number, calls: readonly SaidCall[]): readonly JudgedCall[] | null {
    for (const place of [turn, foreignTurns + turn]) {
      const known = this.#turns.get(place);
      if (known === undefined || known.length !== calls.length) continue;
      if (!known.every((call, index) => isSame(call, calls[index]))) continue;
      for (const { ref } of known) this.#taken.add(ref);
      return known;
    }
    return null;
  }

  /**
   * A call of a reply that an agent hands over by itself, under a turn of its own count or with arguments that its SDK
   * wrote anew; `null` when no reply has it. Arguments that differ are the agent's: it runs these.
   */
  recognise(call: SaidCall, tool: Tool | null): JudgedCall | null {
    const heard = [...this.#heard].toReversed().flatMap((turn) => this.#turns.get(turn) ?? []);
    const named = heard.filter(({ name }) => name === call.name);
    const byId = call.id === null ? [] : named.filter(({ id }) => id === call.id);
    const equal = named.filter((known) => sameArguments(known, call));
    const open = (list: readonly JudgedCall[]): JudgedCall | undefined =>
      list.find(({ ref }) => !this.#taken.has(ref));
    const both = byId.filter((known) => equal.includes(known));
    const found = open(both) ?? open(byId) ?? both[0] ?? open(equal);
    if (found === undefined) return null;
    this.#taken.add(found.ref);
    if (equal.includes(found)) return found;
    const reading = parseArguments(call.argumentsText, tool ?? anything);
    return { ...found, argumentsText: call.argumentsText, reading };
  }

  /** Where calls that no reply has are put. */
  placeOf(turn: number): { readonly turn: number; readonly from: number } {
    const place = this.#heard.size > 0 ? foreignTurns + turn : turn;
    return { turn: place, from: this.#turns.get(place)?.length ?? 0 };
  }
}

const anything = { parameters: { type: 'object' }, effect: 'irreversible' } as const;

function isSame(known: JudgedCall, call: SaidCall | undefined): boolean {
  return (
    call !== undefined &&
    known.id === call.id &&
    known.name === call.name &&
    known.argumentsText === call.argumentsText
  );
}

function sameArguments(known: JudgedCall, call: SaidCall): boolean {
  if (known.argumentsText === call.argumentsText) return true;
  if (known.reading.status === 'invalid') return false;
  const reading = parseArguments(call.argumentsText, anything);
  return (
    reading.status !== 'invalid' &&
    toCanonicalJson(reading.value) === toCanonicalJson(known.reading.value)
  );
}
