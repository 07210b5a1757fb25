import type { CallRef, JudgedCall } from '../../../core/talk/call.ts';
import type { SaidCall } from '../../../core/talk/model.ts';
import { toCanonicalJson } from '../../../json/canonical-json.ts';
import type { JsonValue } from '../../../json/json.ts';
import { parseArguments } from '../../../schema/judge/parse-arguments.ts';
import { toCallKey } from '../judge/call-key.ts';
import type { Tool } from '../../../core/suite/tool.ts';

/** An agent that counts turns differently from the model boundary gets numbers that no reply has. */
const foreignTurns = 1000;

/** The calls of a trial that were judged, by turn: a call is judged once, however an agent passes it. */
export class JudgedTurns {
  readonly #turns = new Map<number, readonly JudgedCall[]>();
  /** Turns whose calls are known from the reply itself. */
  readonly #heard = new Set<number>();
  readonly #taken = new Set<CallRef>();

  /** Stores the judged calls of a turn. */
  keep(turn: number, calls: readonly JudgedCall[], how: 'heard' | 'handed'): void {
    const known = this.#turns.get(turn);
    this.#turns.set(turn, known === undefined ? calls : [...known, ...calls]);
    if (how === 'heard') this.#heard.add(turn);
    else for (const { ref } of calls) this.#taken.add(ref);
  }

  /** The batch of this turn if it consists of exactly these calls, else `null`. */
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
   * A call of a reply that an agent passes on its own, under its own turn number or with arguments that its SDK serialised
   * again; `null` when it is in no reply. Where the arguments differ, those of the agent run.
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
    return equal.includes(found) ? found : withArguments(found, call, tool);
  }

  /**
   * The call that a framework runs for the model: by id and name, else the first open one with equal arguments, else the open
   * one of its name that has most of them; `null` when no reply has it. Each call is found once, except by its id:
   * that is the same call, delivered once more. It runs with the arguments that are passed, not with those of the model.
   */
  claim(call: SaidCall, tool: Tool | null): JudgedCall | null {
    const heard = [...this.#heard].toReversed().flatMap((turn) => this.#turns.get(turn) ?? []);
    const named = heard.filter(({ name }) => name === call.name);
    const open = named.filter(({ ref }) => !this.#taken.has(ref));
    const byId = call.id === null ? [] : named.filter(({ id }) => id === call.id);
    const openById = byId.filter((known) => open.includes(known));
    const isEqual = (known: JudgedCall): boolean => sameArguments(known, call);
    const found =
      openById.find(isEqual) ??
      openById[0] ??
      byId.find(isEqual) ??
      byId[0] ??
      open.find(isEqual) ??
      findNearest(open, call);
    if (found === undefined) return null;
    this.#taken.add(found.ref);
    return found.argumentsText === call.argumentsText ? found : withArguments(found, call, tool);
  }

  /** The turn of the last reply; 0 when the model of the agent is not observed. */
  lastHeard(): number {
    return Math.max(0, ...this.#heard);
  }

  /** A separate turn for a call of an agent whose model is not observed. */
  nextTurn(): number {
    return Math.max(0, ...this.#turns.keys()) + 1;
  }

  /** The turn of calls that are in no reply. */
  placeOf(turn: number): { readonly turn: number; readonly from: number } {
    const place = this.#heard.size > 0 ? foreignTurns + turn : turn;
    return { turn: place, from: this.#turns.get(place)?.length ?? 0 };
  }
}

const anything = { parameters: { type: 'object' }, effect: 'irreversible' } as const;

/** The call with the arguments that really run, and its intention under them. */
function withArguments(found: JudgedCall, call: SaidCall, tool: Tool | null): JudgedCall {
  const reading = parseArguments(call.argumentsText, tool ?? anything);
  const isKeyed = tool !== null && reading.status !== 'invalid';
  const key = isKeyed ? toCallKey(tool, reading.value) : found.key;
  return { ...found, argumentsText: call.argumentsText, reading, key };
}

/** Of calls of one tool, the first of those that share the most arguments with the call that runs. */
function findNearest(open: readonly JudgedCall[], call: SaidCall): JudgedCall | undefined {
  const reading = parseArguments(call.argumentsText, anything);
  const passed = reading.status === 'invalid' ? {} : reading.value;
  const shared = (known: JudgedCall): number => {
    if (known.reading.status === 'invalid') return 0;
    const said = known.reading.value;
    return Object.keys(said).filter(
      (name) =>
        Object.hasOwn(passed, name) && isDeepEqual(said[name] ?? null, passed[name] ?? null),
    ).length;
  };
  const most = Math.max(0, ...open.map(shared));
  return open.find((known) => shared(known) === most);
}

function isDeepEqual(left: JsonValue, right: JsonValue): boolean {
  return toCanonicalJson(left) === toCanonicalJson(right);
}

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
