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
import { readDocumentCalls } from './read-document-calls.ts';
import { readDocumentEffects } from './read-document-effects.ts';
import { readDocumentExpected } from './read-document-expected.ts';
import { readDocumentMessages } from './read-document-messages.ts';
import { readDocumentTools } from './read-document-tools.ts';

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
  /** The document does not tell the effects: they were inferred from the calls. */
  readonly effectsInferred: boolean;
}

const aboutKeys = ['id', 'why', 'pass', 'version', 'about'];
const caseKeys = ['expected', 'calls', 'repeat', 'messages', 'effects', 'stopReason'];

/** A document that could be read. */
export interface ReadDocument {
  readonly cases: readonly DocumentCase[];
  readonly warnings: readonly DocumentWarning[];
}

/**
 * Reads what is to be scored: one case, the form with `cases` and named expectations, or several such documents as JSONL, one a
 * line. See README.md for the format. Every problem is told at once, each with its path.
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
    lines === null ? readText(plain, reader, options) : readLines(lines, reader, options);
  return reader.problems.length > 0
    ? { ok: false, error: reader.problems }
    : { ok: true, value: { cases, warnings: reader.warnings } };
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** The lines of JSONL; `null` for one document, which may have line breaks of its own. */
function toLines(text: string): readonly Line[] | null {
  const lines = text
    .split('\n')
    .map((line, index): Line => ({ number: index + 1, text: line }))
    .filter((line) => line.text.trim() !== '');
  const [first] = lines;
  if (first === undefined || lines.length < 2) return null;
  return readLosslessJson(first.text).ok ? lines : null;
}

function readText(
  text: string,
  reader: DocumentReader,
  { caseId, path = '$' }: { readonly caseId?: string; readonly path?: string },
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
  const root: DocumentNode = { path, value, exact: reading.value.value };
  const options = caseId === undefined ? {} : { caseId };
  return isJsonObject(value) && Object.hasOwn(value, 'cases')
    ? readBattery(root, reader, options)
    : readOne(root, reader, options);
}

/** A case without an id is named by its line. */
function readLines(
  lines: readonly Line[],
  reader: DocumentReader,
  { caseId }: { readonly caseId?: string },
): readonly DocumentCase[] {
  const cases = lines.flatMap(({ number, text }) =>
    readText(text, reader, { path: `line ${number} $` }).map((one) => ({
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
  { caseId }: { readonly caseId?: string },
): readonly DocumentCase[] {
  const fields = reader.fields(root, ['tools', ...aboutKeys, ...caseKeys]);
  if (fields === null) return [];
  const id = fields.get('id');
  if (caseId !== undefined && id?.value !== caseId) {
    reader.refuse(id ?? root, `\`cases\`, or the id ${JSON.stringify(caseId)}`);
  }
  return [readCase(root, fields, { reader, tools: readTools(root, fields, reader), named: null })];
}

function readBattery(
  root: DocumentNode,
  reader: DocumentReader,
  options: { readonly caseId?: string },
): readonly DocumentCase[] {
  const fields = reader.fields(root, ['tools', 'expected', 'cases', ...aboutKeys]);
  const list = fields?.get('cases');
  if (fields === null || list === undefined) return [];
  const tools = readTools(root, fields, reader);
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
    return own === null ? [] : [readCase(item, own, { reader, tools, named })];
  });
}

interface CaseContext {
  readonly reader: DocumentReader;
  readonly tools: readonly ScoredTool[];
  /** Expectations that a case may name. */
  readonly named: DocumentFields | null;
}

function readCase(node: DocumentNode, fields: DocumentFields, context: CaseContext): DocumentCase {
  const { reader, tools } = context;
  const { steps, knownText, isAnswered } = readSteps(node, fields, reader);
  const effects = fields.get('effects');
  const known = effects === undefined ? null : readDocumentEffects(effects, tools, reader);
  const made = toDocumentEvents(steps, tools, {
    effects: known,
    isSilent: !fields.has('messages'),
  });
  const id = fields.get('id')?.value;
  const wanted = fields.get('pass')?.value;
  const input: ScorerInput = {
    events: made.events,
    expected: readDocumentExpected(findExpected(node, fields, context), tools, reader),
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
  reader: DocumentReader,
): readonly ScoredTool[] {
  const tools = fields.get('tools');
  if (tools !== undefined) return readDocumentTools(tools, reader);
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
  const { reader, named } = context;
  const own = fields.get('expected');
  const found = typeof own?.value === 'string' ? named?.get(own.value) : own;
  if (found !== undefined) return found;
  if (own === undefined) reader.refuse(node, '`expected`');
  else reader.refuse(own, `one of ${[...(named?.keys() ?? [])].join(', ')}, or an expectation`);
  return { path: node.path, value: {}, exact: null };
}

function readStopReason(node: DocumentNode | undefined, reader: DocumentReader): StopReason | null {
  return node === undefined ? null : reader.word(node, stopReasons);
}
