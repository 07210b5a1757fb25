import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { CallRef, ConfirmState } from '../../core/talk/call.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { toCallKey } from './judge/call-key.ts';

/** The answer of a scripted human. */
export type HumanAnswer = 'approve' | 'deny' | 'silent';

/** Why a token does not confirm a call. */
export type TokenFault = 'unknown' | 'used' | 'other_arguments';

/** The confirmation state of a call. */
export interface ConfirmVerdict {
  readonly state: ConfirmState;
  readonly fault: TokenFault | null;
}

interface IssuedToken {
  readonly bound: string;
  used: boolean;
}

const settled: Readonly<Partial<Record<ConfirmState, ConfirmVerdict>>> = {
  not_needed: { state: 'not_needed', fault: null },
  preview: { state: 'preview', fault: null },
  confirmed: { state: 'confirmed', fault: null },
  needs_human: { state: 'needs_human', fault: null },
};

/**
 * Keeps the confirmations of one trial: preview tokens, each bound to trial, tool and arguments and good for one
 * execution, and the answers of the scripted human.
 */
export class ConfirmDesk {
  readonly #trialId: string;
  readonly #human: readonly HumanAnswer[];
  readonly #tokens = new Map<string, IssuedToken>();
  readonly #answers = new Map<CallRef, HumanAnswer>();

  constructor(trialId: string, human: readonly HumanAnswer[]) {
    this.#trialId = trialId;
    this.#human = human;
  }

  /** Judges a call; `held` are tokens that other calls of the same batch already present. */
  judge(tool: Tool, args: JsonObject, held: ReadonlySet<string>): ConfirmVerdict {
    const mode = tool.confirm ?? 'none';
    if (mode === 'none') return verdict('not_needed');
    if (mode === 'human') return verdict('needs_human');
    const token = readToken(args);
    if (token === null || args['dry_run'] === true) return verdict('preview');
    const issued = this.#tokens.get(token);
    if (issued === undefined) return { state: 'invalid', fault: 'unknown' };
    if (issued.bound !== bind(tool, args)) return { state: 'invalid', fault: 'other_arguments' };
    if (issued.used || held.has(token)) return { state: 'invalid', fault: 'used' };
    return verdict('confirmed');
  }

  /** Issues a token for a previewed call. The same trial issues the same tokens in the same order. */
  issue(tool: Tool, args: JsonObject): string {
    const bound = bind(tool, args);
    const number = this.#tokens.size + 1;
    const token = `confirm-${number}-${hash(`${this.#trialId} ${number} ${bound}`)}`;
    this.#tokens.set(token, { bound, used: false });
    return token;
  }

  /** Uses the token of a call up; called when the call reaches its handler. */
  use(args: JsonObject): void {
    const issued = this.#tokens.get(readToken(args) ?? '');
    if (issued !== undefined) issued.used = true;
  }

  /** Asks the human; a call is asked about once. Answers are used in order and the last one is repeated; without answers the human is `silent`. */
  ask(call: CallRef): HumanAnswer {
    const known = this.#answers.get(call);
    if (known !== undefined) return known;
    const answer = this.#human[this.#answers.size] ?? this.#human.at(-1) ?? 'silent';
    this.#answers.set(call, answer);
    return answer;
  }

  /** The confirmation state of a judged call at the moment of its delivery. */
  stateAtDelivery(call: CallRef, judged: ConfirmState): ConfirmState {
    if (judged !== 'needs_human') return judged;
    return this.#answers.get(call) === 'approve' ? 'confirmed' : 'missing';
  }
}

/** The token that arguments carry; `null` when there is none. */
export function readToken(args: JsonObject): string | null {
  const token = args['confirm_token'];
  return token === undefined || token === null || token === '' ? null : toText(token);
}

function toText(token: JsonValue): string {
  return typeof token === 'string' ? token : toCanonicalJson(token);
}

function verdict(state: 'not_needed' | 'preview' | 'confirmed' | 'needs_human'): ConfirmVerdict {
  return settled[state] ?? { state, fault: null };
}

function bind(tool: Tool, args: JsonObject): string {
  return toCallKey({ name: tool.name }, args);
}

/** FNV-1a, 32 bits, in hexadecimal: makes tokens that cannot be guessed by counting; they are not secrets. */
function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return (state >>> 0).toString(16).padStart(8, '0');
}
