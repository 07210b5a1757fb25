import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Deviation } from '../../core/talk/model.ts';
import type { DecodeContext } from '../decoded.ts';
import type { ModelErrorParts } from '../line/create-model-error.ts';
import { parseJson } from '../line/parse-json.ts';
import { type AssembledCalls, CallAssembler } from '../reply/call-assembler.ts';
import { toArgumentsText } from './content-blocks.ts';

/** A block under way. */
interface OpenBlock {
  block: Record<string, JsonValue | undefined>;
  isOpen: boolean;
  /** Which of the calls it is; `null` for any other block. */
  readonly call: number | null;
  /** The pieces of the input of a call that is not the agent's. */
  json: string;
}

/** What the events of a stream came to. */
export interface AssembledMessage extends Pick<
  AssembledCalls,
  'broken' | 'unfinished' | 'unreadable'
> {
  readonly blocks: readonly JsonObject[];
  readonly inputs: readonly (string | null)[];
}

type Failure = Omit<ModelErrorParts, 'status' | 'deviations'>;

/** The texts of a block that come in pieces, by the kind of the piece. */
const pieces: Readonly<Record<string, readonly [piece: string, into: string]>> = {
  text_delta: ['text', 'text'],
  thinking_delta: ['thinking', 'thinking'],
  signature_delta: ['signature', 'signature'],
};

/** Folds the events of a stream into blocks. */
export class MessageFold {
  stopReason: string | null = null;
  usage: JsonObject | null = null;
  model: unknown = null;
  /** Events that were known so far. */
  events = 0;
  /** `message_stop` came. */
  done = false;
  readonly deviations: Deviation[];
  readonly #flags = new Set<string>();
  readonly #calls: CallAssembler;
  readonly #blocks: OpenBlock[] = [];
  readonly #byIndex = new Map<unknown, OpenBlock>();
  #callCount = 0;

  constructor(deviations: Deviation[], context: DecodeContext) {
    this.deviations = deviations;
    this.#calls = new CallAssembler(context.toolNames);
  }

  /** Takes an event; gives why the stream cannot be trusted, or that the event is of no known kind. */
  add(data: JsonObject): Failure | 'unknown' | null {
    const failure = this.#take(data);
    if (failure !== 'unknown') this.events += 1;
    return failure;
  }

  finish(): AssembledMessage {
    const { calls, deviations, broken, unfinished, unreadable } = this.#calls.finish();
    this.deviations.push(...deviations);
    const blocks = this.#blocks.map(({ block, json }) => {
      if (json === '') return block;
      const parsed = parseJson(json);
      // What `JSON.parse` gives is a JSON value.
      return { ...block, input: parsed.ok ? (parsed.value as JsonValue) : json };
    });
    const starts = this.#blocks.filter(({ call }) => call !== null);
    const inputs = calls.map(({ argumentsText: text }, index) =>
      (text ?? '').trim() === '' ? (toArgumentsText(starts[index]?.block['input']) ?? '{}') : text,
    );
    return { blocks, inputs, broken, unfinished, unreadable };
  }

  flag(code: string, text: string): void {
    if (this.#flags.has(code)) return;
    this.#flags.add(code);
    this.deviations.push({ code, text });
  }

  #take(data: JsonObject): Failure | 'unknown' | null {
    switch (data['type']) {
      case 'message_start':
        return this.#start(data['message']);
      case 'content_block_start':
        return this.#open(data);
      case 'content_block_delta':
        return this.#extend(data);
      case 'content_block_stop':
        return this.#close(data);
      case 'message_delta':
        return this.#end(data);
      case 'message_stop':
        this.done = true;
        return null;
      case 'ping':
        return null;
      default:
        return 'unknown';
    }
  }

  #start(message: JsonValue | undefined): null {
    if (this.events > 0 && this.model !== null)
      this.flag('message_repeated', 'message_start came more than once');
    if (!isJsonObject(message)) return null;
    this.model = message['model'] ?? this.model;
    this.#addUsage(message['usage']);
    return null;
  }

  #open({ index, content_block: block }: JsonObject): Failure | null {
    const before = this.#byIndex.get(index);
    if (!isJsonObject(block)) return broken('broken_chunk', 'A block of the stream is no object');
    if (before?.isOpen === true)
      return broken('call_ambiguous', 'Two blocks are open under the same index');
    if (before !== undefined) this.flag('index_reused', 'Two blocks have the same index');
    if (this.stopReason !== null) this.flag('delta_after_finish', 'Content came after stop_reason');
    const isCall = block['type'] === 'tool_use';
    const opened: OpenBlock = {
      block: { ...block },
      isOpen: true,
      call: isCall ? this.#callCount : null,
      json: '',
    };
    this.#blocks.push(opened);
    this.#byIndex.set(index, opened);
    if (!isCall) return null;
    const { id, name } = block;
    this.#calls.add([
      { index: this.#callCount, id, type: 'function', function: { name, arguments: '' } },
    ]);
    this.#callCount += 1;
    return null;
  }

  #extend({ index, delta }: JsonObject): Failure | null {
    const opened = this.#byIndex.get(index);
    if (!isJsonObject(delta)) return broken('broken_chunk', 'A piece of the stream is no object');
    if (opened === undefined || !opened.isOpen)
      return broken('chunk_reordered', 'A piece came outside its block');
    const { type, partial_json: json, citation } = delta;
    if (type === 'input_json_delta' && typeof json === 'string') {
      if (opened.call === null) opened.json += json;
      else this.#calls.add([{ index: opened.call, function: { arguments: json } }]);
      return null;
    }
    if (type === 'citations_delta') addCitation(opened, citation);
    else if (!addText(opened, delta))
      this.flag('unknown_delta', `A piece is of type ${JSON.stringify(type ?? null)}`);
    return null;
  }

  #close({ index }: JsonObject): null {
    const opened = this.#byIndex.get(index);
    if (opened === undefined) this.flag('block_unknown', 'A block ended that never began');
    else opened.isOpen = false;
    return null;
  }

  #end({ delta, usage }: JsonObject): null {
    this.#addUsage(usage);
    const reason = isJsonObject(delta) ? delta['stop_reason'] : null;
    if (reason === undefined || reason === null || reason === '') return null;
    if (this.stopReason !== null) this.flag('finish_repeated', 'stop_reason came more than once');
    this.stopReason = typeof reason === 'string' ? reason : JSON.stringify(reason);
    return null;
  }

  /** The counts grow: the last of each holds. */
  #addUsage(usage: JsonValue | undefined): void {
    if (!isJsonObject(usage)) return;
    const told = Object.entries(usage).filter(([, value]) => value !== null);
    this.usage = { ...this.usage, ...Object.fromEntries(told) };
  }
}

function broken(code: string, message: string): Failure {
  return { kind: 'protocol', code, message };
}

function addCitation({ block }: OpenBlock, citation: JsonValue | undefined): void {
  const { citations } = block;
  // Citations of a block came out of JSON.
  const list: readonly JsonValue[] = Array.isArray(citations) ? citations : [];
  block['citations'] = [...list, citation ?? null];
}

/** Adds a piece of text to its block; `false` for a piece of no known kind. */
function addText({ block }: OpenBlock, delta: JsonObject): boolean {
  const { type } = delta;
  const [from, into] = pieces[typeof type === 'string' ? type : ''] ?? ['', ''];
  const piece = delta[from];
  if (typeof piece !== 'string') return false;
  const said = block[into];
  block[into] = (typeof said === 'string' ? said : '') + piece;
  return true;
}
