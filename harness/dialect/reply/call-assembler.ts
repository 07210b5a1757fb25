import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { readLosslessJson } from '../../json/lossless-json.ts';
import type { CallExtra, Deviation, SaidCall } from '../../core/talk/model.ts';
import { findJsonEnd } from '../markup/scan-json.ts';
import { mergeExtra, pickCallExtra } from '../message-extra.ts';
import { parseJson } from '../line/parse-json.ts';
import { describe, readArgumentsText } from '../reply/read-said-call.ts';

/** A call under way: its fragments so far. */
interface OpenCall {
  index: number | null;
  id: string | null;
  name: string;
  /** `null` until a fragment had an `arguments` key. */
  text: string | null;
  /** The fragments of the text, to find one that came twice. */
  readonly pieces: string[];
  readonly order: number;
  /** Its name came again when its arguments were whole. */
  reopened: boolean;
  extra: CallExtra | null;
}

/** More pieces alike than this are how the model writes, not how the line stutters. */
const mostSuspects = 40;

/** One fragment, with what is usable of it. */
interface Fragment {
  readonly index: number | null;
  readonly id: string | null;
  readonly name: string | null;
  readonly text: string | null;
  readonly extra: CallExtra | null;
}

/** What a stream's fragments came to. */
export interface AssembledCalls {
  readonly calls: readonly SaidCall[];
  readonly unreadable: number;
  readonly deviations: readonly Deviation[];
  /** The stream cannot be trusted: why, as an error code; `null` when it can. */
  readonly broken: { readonly code: string; readonly text: string } | null;
  /** Names of calls whose argument text stops in the middle. */
  readonly unfinished: readonly string[];
}

/**
 * Puts tool calls together from stream fragments, whatever a server does with `index`, `id` and
 * `name`; nothing is mended in silence. A new id opens a call; without index and id a fragment goes
 * to the last call; calls keep the order of their indexes, or of first appearance.
 */
export class CallAssembler {
  readonly #calls: OpenCall[] = [];
  readonly #byIndex = new Map<number, OpenCall>();
  readonly #drifted = new Set<number>();
  readonly #deviations = new Map<string, Deviation>();
  readonly #toolNames: ReadonlySet<string>;
  #unreadable = 0;
  #broken: AssembledCalls['broken'] = null;

  constructor(toolNames: readonly string[] = []) {
    this.#toolNames = new Set(toolNames);
  }

  /** Takes the `tool_calls` of one delta. */
  add(entries: unknown): void {
    if (entries === undefined || entries === null) return;
    if (!Array.isArray(entries)) {
      this.#refuse('tool_calls_not_a_list', `tool_calls is ${describe(entries)}, not a list`);
      return;
    }
    for (const entry of entries) this.#addEntry(entry);
  }

  /** Takes the old `function_call` of one delta. */
  addLegacy(value: unknown): void {
    if (value === undefined || value === null) return;
    this.#flag('legacy_function_call', 'The call came as function_call');
    this.#addEntry({ index: 0, function: value });
  }

  /** Ends the stream. */
  finish(): AssembledCalls {
    const nameless = this.#calls.filter((call) => call.name === '');
    for (const call of nameless) {
      this.#refuse('call_malformed', `Call ${call.order} of the stream has no name`);
    }
    const named = this.#sorted().filter((call) => call.name !== '');
    for (const call of named) this.#checkPieces(call);
    const legacy = this.#deviations.has('legacy_function_call');
    if (!legacy && named.some((call) => call.id === null)) {
      this.#flag('call_id_missing', 'A call of the stream has no id');
    }
    return {
      calls: named.map(toSaidCall),
      unreadable: this.#unreadable,
      deviations: [...this.#deviations.values()],
      broken: this.#broken,
      unfinished: named.filter((call) => isUnfinished(call.text)).map((call) => call.name),
    };
  }

  #addEntry(entry: unknown): void {
    if (!isJsonObject(entry)) {
      this.#refuse('call_malformed', `A fragment of a call is ${describe(entry)}`);
      return;
    }
    const { type } = entry;
    if (typeof type === 'string' && type !== 'function' && type !== '') {
      this.#refuse('call_unsupported', `A call is of type "${type}"; only functions are supported`);
      return;
    }
    const fragment = this.#readFragment(entry);
    if (fragment === null) return;
    const call = this.#find(fragment);
    if (call !== null) this.#append(call, fragment);
  }

  #readFragment(entry: JsonObject): Fragment | null {
    const said = entry['function'] ?? {};
    if (!isJsonObject(said)) {
      this.#refuse('call_malformed', `function of a fragment is ${describe(said)}`);
      return null;
    }
    const flagged: Deviation[] = [];
    const { id } = entry;
    const fragment: Fragment = {
      index: this.#readIndex(entry['index']),
      id: typeof id === 'number' ? String(id) : typeof id === 'string' && id !== '' ? id : null,
      name: typeof said['name'] === 'string' && said['name'] !== '' ? said['name'] : null,
      text: readArgumentsText(said['arguments'], 'A fragment', flagged),
      extra: pickCallExtra(entry),
    };
    if (typeof id === 'number') this.#flag('call_id_not_text', 'A call has a number for an id');
    for (const { code, text } of flagged) this.#flag(code, text);
    return fragment;
  }

  #readIndex(value: unknown): number | null {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
    if (value === undefined || value === null) {
      this.#flag('index_missing', 'A fragment of a call has no index');
      return null;
    }
    this.#flag('index_malformed', `The index of a fragment is ${describe(value)}`);
    return null;
  }

  /** The call that a fragment belongs to, opened if need be; `null` when the fragment is used up. */
  #find(fragment: Fragment): OpenCall | null {
    if (fragment.index === null) return this.#findWithoutIndex(fragment);
    const known = this.#byIndex.get(fragment.index);
    if (known !== undefined) return this.#matchIndexed(known, fragment);
    if (fragment.id !== null || fragment.name !== null) {
      if (this.#drifted.has(fragment.index)) {
        this.#break('chunk_reordered', 'A call was opened after its first fragments');
      }
      return this.#open(fragment);
    }
    const last = this.#calls.at(-1);
    if (last === undefined) return this.#openNameless(fragment);
    this.#drifted.add(fragment.index);
    this.#flag('index_drift', 'The index grows within one call');
    return this.#continueLast(last, fragment);
  }

  #matchIndexed(known: OpenCall, fragment: Fragment): OpenCall | null {
    const otherId = fragment.id !== null && known.id !== null && fragment.id !== known.id;
    if (otherId && fragment.name !== null) {
      this.#flag('index_reused', 'Two calls have the same index');
      return this.#open(fragment);
    }
    if (otherId) this.#flag('id_changed', 'The id changes within one call');
    return this.#matchNamed(known, fragment);
  }

  #findWithoutIndex(fragment: Fragment): OpenCall | null {
    const last = this.#calls.at(-1);
    if (last === undefined) {
      return fragment.id === null && fragment.name === null
        ? this.#openNameless(fragment)
        : this.#open(fragment);
    }
    if (fragment.id !== null) {
      const same = this.#calls.findLast((call) => call.id === fragment.id);
      if (same !== undefined) return this.#matchNamed(same, fragment);
      if (fragment.name !== null) return this.#open(fragment);
      if (last.id !== null) this.#flag('id_changed', 'The id changes within one call');
    }
    if (fragment.name === null) return this.#continueLast(last, fragment);
    return this.#matchNamed(last, fragment);
  }

  /** A fragment that does not say whose it is cannot belong to a call that is whole already. */
  #continueLast(last: OpenCall, fragment: Fragment): OpenCall {
    if ((fragment.text ?? '').trim() !== '' && isWhole(last.text)) {
      this.#break('call_start_missing', 'Arguments came that belong to no call');
    }
    return last;
  }

  /** Decides what a name in a later fragment means: the same call, a part of its name, or a new call. */
  #matchNamed(call: OpenCall, fragment: Fragment): OpenCall | null {
    const { name } = fragment;
    if (name === null) return call;
    if (call.name === '') {
      this.#break('chunk_reordered', 'A call was opened after its first fragments');
      return call;
    }
    if (isWhole(call.text)) return this.#matchWhole(call, fragment);
    const sameId = fragment.id !== null && fragment.id === call.id;
    const begun = call.text !== null && call.text !== '';
    if (name === call.name && (sameId || begun)) {
      this.#flag('name_repeated', `The name "${name}" came more than once for one call`);
    } else if (begun) {
      this.#break('call_ambiguous', `"${call.name}" and "${name}" are mixed in one call`);
    } else {
      this.#joinName(call, name);
    }
    return call;
  }

  /** A call whose arguments are whole gets a name again: said twice, or the next call. */
  #matchWhole(call: OpenCall, fragment: Fragment): OpenCall | null {
    const { id, name, text } = fragment;
    if (name === call.name && (id === null || id === call.id)) {
      if ((text ?? '').trim() === '') {
        this.#flag('name_repeated', `The name "${name}" came more than once for one call`);
        call.reopened = true;
        return call;
      }
      if (text === call.text && id !== null) {
        this.#flag('call_repeated', `The call "${id}" came twice, word for word`);
        return null;
      }
      if (id === null || (call.text ?? '').startsWith(text ?? '')) {
        this.#break(
          'call_ambiguous',
          `"${name}" came twice, and nothing tells whether it is meant`,
        );
        return null;
      }
    }
    this.#flag('index_reused', 'A second call came under the index of a first one');
    return this.#open(fragment);
  }

  #joinName(call: OpenCall, name: string): void {
    const joined = call.name + name;
    if (name !== call.name) {
      this.#flag('name_split', `The name "${joined}" came in parts`);
    } else {
      const knowsOne = this.#toolNames.has(name);
      const knowsTwice = this.#toolNames.has(joined);
      if (knowsOne !== knowsTwice) {
        this.#flag(knowsOne ? 'name_repeated' : 'name_split', `"${name}" came twice for one call`);
      } else {
        this.#flag(
          'name_ambiguous',
          `"${name}" came twice: once too often, or "${joined}" in parts`,
        );
      }
      if (!knowsTwice || knowsOne) return;
    }
    call.name = joined;
  }

  #append(call: OpenCall, fragment: Fragment): void {
    call.id ??= fragment.id;
    if (call.name === '') call.name = fragment.name ?? '';
    if (fragment.extra !== null) call.extra = joinExtra(call.extra, fragment.extra);
    if (fragment.text === null) return;
    if (call.reopened && fragment.text.trim() !== '') {
      this.#break('call_ambiguous', `"${call.name}" goes on behind its end`);
    }
    call.text = (call.text ?? '') + fragment.text;
    call.pieces.push(fragment.text);
  }

  #open(fragment: Fragment): OpenCall {
    const call: OpenCall = {
      index: fragment.index,
      id: null,
      name: '',
      text: null,
      pieces: [],
      order: this.#calls.length,
      reopened: false,
      extra: null,
    };
    this.#calls.push(call);
    if (fragment.index !== null) this.#byIndex.set(fragment.index, call);
    return call;
  }

  #openNameless(fragment: Fragment): OpenCall {
    this.#flag('call_start_missing', 'Arguments came before the call they belong to');
    return this.#open(fragment);
  }

  /** By index where every call has its own; else by first appearance. */
  #sorted(): readonly OpenCall[] {
    const indexes = new Set(this.#calls.map((call) => call.index));
    if (indexes.has(null) || indexes.size < this.#calls.length) return this.#calls;
    const sorted = [...this.#calls].sort((left, right) => (left.index ?? 0) - (right.index ?? 0));
    if (sorted.some((call, place) => call !== this.#calls[place])) {
      this.#flag('index_out_of_order', 'Calls came in another order than their indexes');
    }
    return sorted;
  }

  /** Spoilt text that is whole without a fragment that came twice: the line did it, not the model. */
  #checkPieces(call: OpenCall): void {
    if (call.text === null || call.pieces.length < 2 || parseJson(call.text).ok) return;
    const twice = [...call.pieces.entries()].filter(
      ([index, piece]) => piece !== '' && piece === call.pieces[index - 1],
    );
    for (const [index] of twice.slice(0, mostSuspects)) {
      if (!isWhole(call.pieces.toSpliced(index, 1).join(''))) continue;
      this.#break('chunk_repeated', `A fragment of "${call.name}" came twice`);
      return;
    }
    if (goesOnBehindWhole(call)) {
      const text = `Fragments of "${call.name}" came behind a whole object: a gateway put "${call.text.slice(0, 2)}" first`;
      this.#flag('fragments_after_whole', text);
    }
  }

  #refuse(code: string, text: string): void {
    this.#unreadable += 1;
    this.#deviations.set(`${code}#${this.#unreadable}`, { code, text });
  }

  #flag(code: string, text: string): void {
    if (!this.#deviations.has(code)) this.#deviations.set(code, { code, text });
  }

  #break(code: string, text: string): void {
    this.#flag(code, text);
    this.#broken ??= { code, text };
  }
}

function toSaidCall({ id, name, text, extra }: OpenCall): SaidCall {
  const call: SaidCall = { id, name, argumentsText: text };
  return extra === null ? call : { ...call, extra };
}

function joinExtra(before: CallExtra | null, next: CallExtra): CallExtra {
  if (before === null) return next;
  return {
    call: mergeExtra(before.call, next.call),
    function: mergeExtra(before.function, next.function),
  };
}

/** A fragment ends with a whole object, and more fragments follow it. */
function goesOnBehindWhole({ text, pieces }: OpenCall): boolean {
  if (text?.trimStart().startsWith('{') !== true) return false;
  const end = findJsonEnd(text, text.indexOf('{'));
  if (end === null || !isWhole(text.slice(0, end)) || text.slice(end).trim() === '') return false;
  let length = 0;
  return pieces.some((piece) => {
    length += piece.length;
    return length >= end && text.slice(end, length).trim() === '';
  });
}

/** Argument text that is a whole JSON object. */
function isWhole(text: string | null): boolean {
  if (text === null || !text.trimEnd().endsWith('}')) return false;
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value);
}

function isUnfinished(text: string | null): boolean {
  if (text === null || parseJson(text).ok) return false;
  if (text.trim() === '') return false;
  const reading = readLosslessJson(text);
  return !reading.ok && reading.error.code === 'unexpected_end';
}
