import { isJsonObject, type JsonValue } from '../../json/json.ts';
import { readLosslessJson } from '../../json/lossless-json.ts';
import type { Result } from '../../json/result.ts';
import type { ScoredTool, ScorerInput } from '../../core/score/scorer.ts';
import { stopReasons, type StopReason } from '../../core/trial/stop-reason.ts';
import { toDocumentEvents, type DocumentStep } from './document-events.ts';
import {
  DocumentReader,
  type DocumentFields,
  type DocumentNode,
  type DocumentProblem,
  type DocumentWarning,
} from './document-reader.ts';
import { gradeTools } from '../effects/add-effects.ts';
import type { Expected } from '../../core/suite/suite.ts';
import type { EffectRules } from '../effects/effect-rules.ts';
import { readDocumentCalls } from './read-document-calls.ts';
import { readDocumentEffects } from './read-document-effects.ts';
import { readDocumentExpected } from './read-document-expected.ts';
import { readDocumentMessages } from './read-document-messages.ts';
import { readDocumentTools } from './read-document-tools.ts';
import { toNeutralDocument } from './to-neutral-document.ts';

/** One case of a document, ready to be scored. */
export interface DocumentCase {
  readonly id: string | null;
  /** The verdict that the document itself gives; `null` when it gives none. */
  readonly wanted: boolean | null;
  readonly input: ScorerInput;
  /** Index of the call (or message) that an event came from, by `seq`. */
  readonly steps: ReadonlyMap<number, number>;
  /** A model answered; where only a user spoke, nothing was done that could be judged. */
  readonly isAnswered: boolean;
  /** The document lists no effects: they were inferred from the calls. */
  readonly effectsInferred: boolean;
}

const aboutKeys = ['id', 'why', 'pass', 'version', 'about'];
/** What a logged request says besides, and no scorer reads. */
const loggedKeys = [
  'created',
  'created_at',
  'frequency_penalty',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'metadata',
  'model',
  'n',
  'parallel_tool_calls',
  'presence_penalty',
  'reasoning_effort',
  'response_format',
  'seed',
  'session_id',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'timestamp',
  'tool_choice',
  'top_p',
  'usage',
  'user',
];

const caseKeys = ['expected', 'calls', 'repeat', 'messages', 'effects', 'stopReason'];

/** A document that could be read. */
export interface ReadDocument {
  readonly cases: readonly DocumentCase[];
  readonly warnings: readonly DocumentWarning[];
}

/**
 * Reads what is to be scored: one case, the form with `cases` and named expectations, or several such documents as JSONL, one a
 * line. See README.md for the format. All problems are reported at once, each with its path.
 *
 * @param text The document itself: long numbers in it are compared exactly.
 */
export function readScoreDocument(
  text: string,
  options: { readonly caseId?: string } = {},
): Result<ReadDocument, readonly DocumentProblem[]> {
  const plain = text.replace(/^\uFEFF/u, '');
  const lines = toLines(plain);
  const reader = new DocumentReader();
  const cases =
    lines === null ? readDocumentText(plain, reader, options) : readLines(lines, reader, options);
  return reader.problems.length > 0
    ? { ok: false, error: reader.problems }
    : { ok: true, value: { cases, warnings: reader.warnings } };
}

/** One line of JSONL, counted from 1. */
export interface DocumentLine {
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of JSONL; `null` for one document, which may have line breaks of its own. A line that is broken, be it the first,
 * does not make one document of many: one line that is an object is enough.
 *
 * @param isList - the file's name says that it is JSONL.
 */
export function toLines(text: string, isList = false): readonly DocumentLine[] | null {
  const lines = text
    .split('\n')
    .map((line, index): DocumentLine => ({ number: index + 1, text: line }))
    .filter((line) => line.text.trim() !== '');
  if (isList) return lines;
  if (lines.length < 2 || readLosslessJson(text).ok) return null;
  const isObject = (line: DocumentLine): boolean =>
    /^\s*\{/u.test(line.text) && readLosslessJson(line.text).ok;
  return readLosslessJson(lines[0]?.text ?? '').ok || lines.some(isObject) ? lines : null;
}

/** What documents share that do not say it themselves. */
export interface DocumentDefaults {
  readonly tools?: DocumentNode;
  readonly expected?: DocumentNode;
  readonly effects?: EffectRules;
}

/** Reads one document; what is wrong with it is gathered by the reader. */
export function readDocumentText(
  text: string,
  reader: DocumentReader,
  { caseId, path = '$', defaults = {} }: ReadOptions,
): readonly DocumentCase[] {
  const reading = readLosslessJson(text);
  if (!reading.ok) {
    const { code, position } = reading.error;
    const found = `${code} at character ${position + 1}`;
    reader.problems.push({ path, expected: 'JSON', found });
    return [];
  }
  // It has just been read as JSON, which holds JSON values only.
  const value = JSON.parse(text) as JsonValue;
  const neutral = toNeutralDocument(value, reading.value.value);
  if (neutral !== null)
    return readDocumentText(neutral, reader, {
      path,
      defaults,
      ...(caseId === undefined ? {} : { caseId }),
    });
  const root: DocumentNode = { path, value, exact: reading.value.value };
  const options = { defaults, ...(caseId === undefined ? {} : { caseId }) };
  return isJsonObject(value) && Object.hasOwn(value, 'cases')
    ? readBattery(root, reader, options)
    : readOne(root, reader, options);
}

interface ReadOptions {
  readonly caseId?: string;
  readonly path?: string;
  readonly defaults?: DocumentDefaults;
}

/** A case without an id is named by its line. */
function readLines(
  lines: readonly DocumentLine[],
  reader: DocumentReader,
  { caseId }: { readonly caseId?: string },
): readonly DocumentCase[] {
  const cases = lines.flatMap(({ number, text }) =>
    readDocumentText(text, reader, { path: `line ${number} $` }).map((one) => ({
      ...one,
      id: one.id ?? `line ${number}`,
    })),
  );
  if (caseId === undefined) return cases;
  const meant = cases.filter((one) => one.id === caseId);
  if (meant.length === 0) {
    const expected = `a case with the id ${JSON.stringify(caseId)}`;
    const found = cases.map((one) => one.id).join(', ');
    reader.problems.push({ path: '$', expected, found: found.slice(0, 200) });
  }
  return meant;
}

function readOne(
  root: DocumentNode,
  reader: DocumentReader,
  { caseId, defaults = {} }: ReadOptions,
): readonly DocumentCase[] {
  const isLogged = isJsonObject(root.value) && Object.hasOwn(root.value, 'messages');
  const more = isLogged ? loggedKeys : [];
  const fields = reader.fields(root, ['tools', ...aboutKeys, ...caseKeys, ...more]);
  if (fields === null) return [];
  const id = fields.get('id');
  if (caseId !== undefined && id?.value !== caseId) {
    reader.refuse(id ?? root, `\`cases\`, or the id ${JSON.stringify(caseId)}`);
  }
  const tools = readTools(root, fields, { reader, defaults });
  return [readCase(root, fields, { reader, tools, named: null, defaults })];
}

function readBattery(
  root: DocumentNode,
  reader: DocumentReader,
  options: ReadOptions,
): readonly DocumentCase[] {
  const { defaults = {} } = options;
  const fields = reader.fields(root, ['tools', 'expected', 'cases', ...aboutKeys]);
  const list = fields?.get('cases');
  if (fields === null || list === undefined) return [];
  const tools = readTools(root, fields, { reader, defaults });
  const expected = fields.get('expected');
  const named = expected === undefined ? null : reader.fields(expected, null);
  const items = reader.items(list).filter((item) => {
    const id = isJsonObject(item.value) ? item.value['id'] : null;
    return options.caseId === undefined || id === options.caseId;
  });
  if (items.length === 0) {
    reader.refuse(
      list,
      options.caseId === undefined
        ? 'one case at least'
        : `a case with the id ${JSON.stringify(options.caseId)}`,
    );
  }
  return items.flatMap((item) => {
    const own = reader.fields(item, [...aboutKeys, ...caseKeys]);
    return own === null ? [] : [readCase(item, own, { reader, tools, named, defaults })];
  });
}

/** A tool without a grade is a read, from whose calls no effect is inferred: what is expected of it could never happen. */
function refuseEffectsOfReads(
  { effects }: Expected,
  tools: readonly ScoredTool[],
  refuse: (text: string) => void,
): void {
  for (const { tool: name, count } of effects ?? []) {
    const tool = tools.find((one) => one.name === name);
    if (count === 0 || tool === undefined || tool.grade !== 'read') continue;
    refuse(
      `effects of tools that write: "${name}" is a read, as every tool without "effect" is; give it "effect": "idempotent" or "irreversible", or name it in --effects`,
    );
  }
}

interface CaseContext {
  readonly reader: DocumentReader;
  readonly tools: readonly ScoredTool[];
  /** Expectations that a case may name. */
  readonly named: DocumentFields | null;
  readonly defaults: DocumentDefaults;
}

function readCase(node: DocumentNode, fields: DocumentFields, context: CaseContext): DocumentCase {
  const { reader, tools } = context;
  const { steps, knownText, isAnswered } = readSteps(node, fields, reader);
  const effects = fields.get('effects');
  const known = effects === undefined ? null : readDocumentEffects(effects, tools, reader);
  const made = toDocumentEvents(steps, tools, {
    effects: known,
    isSilent: !fields.has('messages'),
    rules: context.defaults.effects ?? null,
  });
  const id = fields.get('id')?.value;
  const wanted = fields.get('pass')?.value;
  const place = findExpected(node, fields, context);
  const expected = readDocumentExpected(place, tools, reader);
  if (made.effectsInferred)
    refuseEffectsOfReads(expected, tools, (text) => reader.refuse(place, text));
  const input: ScorerInput = {
    events: made.events,
    expected,
    tools,
    claims: [],
    identity: [],
    faults: [],
    price: null,
    knownText,
    selectionCounts: true,
    effectsCount: true,
    stopReason: readStopReason(fields.get('stopReason'), reader),
  };
  return {
    id: typeof id === 'string' ? id : null,
    wanted: typeof wanted === 'boolean' ? wanted : null,
    input,
    steps: made.steps,
    isAnswered,
    effectsInferred: made.effectsInferred,
  };
}

function readTools(
  root: DocumentNode,
  fields: DocumentFields,
  { reader, defaults }: Pick<CaseContext, 'reader' | 'defaults'>,
): readonly ScoredTool[] {
  const tools = fields.get('tools') ?? defaults.tools;
  if (tools !== undefined) {
    const read = readDocumentTools(tools, reader);
    return defaults.effects === undefined ? read : gradeTools(read, defaults.effects);
  }
  reader.refuse(root, '`tools`');
  return [];
}

function readSteps(
  node: DocumentNode,
  fields: DocumentFields,
  reader: DocumentReader,
): {
  readonly steps: readonly DocumentStep[];
  readonly knownText: string;
  readonly isAnswered: boolean;
} {
  const messages = fields.get('messages');
  const hasCalls = fields.has('calls') || fields.has('repeat');
  if (messages === undefined) {
    if (!hasCalls) reader.refuse(node, '`calls` or `messages`');
    // A list of calls is all that the model answered, also an empty one.
    return { steps: readDocumentCalls(fields, reader), knownText: '', isAnswered: true };
  }
  if (hasCalls) reader.refuse(messages, '`messages` or `calls`, not both');
  const read = readDocumentMessages(messages, reader);
  return { ...read, isAnswered: read.steps.some((step) => step.type === 'reply') };
}

/** An expectation of the case's own, or the name of one of the document's. */
function findExpected(
  node: DocumentNode,
  fields: DocumentFields,
  context: CaseContext,
): DocumentNode {
  const { reader, named, defaults } = context;
  const own = fields.get('expected') ?? defaults.expected;
  const found = typeof own?.value === 'string' ? named?.get(own.value) : own;
  if (found !== undefined) return found;
  if (own === undefined) reader.refuse(node, '`expected`');
  else reader.refuse(own, `one of ${[...(named?.keys() ?? [])].join(', ')}, or an expectation`);
  return { path: node.path, value: {}, exact: null };
}

function readStopReason(node: DocumentNode | undefined, reader: DocumentReader): StopReason | null {
  return node === undefined ? null : reader.word(node, stopReasons);
}
