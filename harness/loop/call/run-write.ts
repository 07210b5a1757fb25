import type { JudgedCall } from '../../core/talk/call.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import type { ToolOutcome } from '../../core/trial/tool-outcome.ts';
import type { Tool } from '../../core/suite/tool.ts';
import type { JournalState } from '../../core/trial/transcript.ts';
import { errorOf, toRefusal, type CallAnswer } from './call-answer.ts';
import { deliverOnce, deliverSafely, findCutOff, mayRetry } from './deliver-call.ts';
import { findObjection } from './hold-back.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { LoopRun } from '../loop-run.ts';
import { protocolText } from '../protocol-text.ts';
import { readBack } from './read-back.ts';

/** A write with readable arguments. */
export interface Write {
  readonly tool: Tool;
  readonly call: JudgedCall;
  readonly args: JsonObject;
}

/**
 * Executes a write at most once: answers a known write from the journal, holds back an unconfirmed one, retries what may be
 * repeated, and reads back a write whose outcome is unknown.
 */
export async function runWrite(run: LoopRun, write: Write): Promise<CallAnswer> {
  const { journal } = run;
  const { tool, call, args } = write;
  const entry = journal?.find(tool, call, args) ?? null;
  if (journal !== null && entry !== null) {
    const known = await answerFromJournal(run, journal, entry);
    if (known !== null) return known;
  }
  const objection = findObjection(run, call);
  if (objection !== null) return toRefusal(objection);
  if (!isConfirmed(run, call)) return toRefusal(protocolText.unconfirmed(tool.name));
  return await carryOut(run, write);
}

/** The confirmation is checked where the call runs, so that it cannot be bypassed. */
function isConfirmed(run: LoopRun, call: JudgedCall): boolean {
  if (!run.settings.enforce.confirm) return true;
  const { confirm, ref } = call;
  return confirm === 'not_needed' || confirm === 'confirmed' || run.approved.has(ref);
}

async function answerFromJournal(
  run: LoopRun,
  journal: Journal,
  entry: JournalEntry,
): Promise<CallAnswer | null> {
  const { tool, call } = entry;
  if (entry.state === 'committed') {
    if (!journal.settings.dedupe || entry.outcome === null) return null;
    if (journal.settings.onDuplicate === 'error')
      return toRefusal(protocolText.alreadyDone(tool.name));
    return { outcome: entry.outcome, how: 'cached' };
  }
  if (entry.state !== 'unknown' || mayRepeat(run, tool)) return null;
  const found = await readBack(run, entry);
  if (found.happened === false) {
    journal.mark(entry, 'failed', null);
    return null;
  }
  if (found.happened === true) return commitByReading(journal, entry, found);
  run.stop = 'needs_human';
  return toRefusal(protocolText.stillUnknown(call.name));
}

function commitByReading(
  journal: Journal,
  entry: JournalEntry,
  found: { readonly tool: string; readonly value: JsonValue },
): CallAnswer {
  const outcome: ToolOutcome = { status: 'success', value: found.value };
  journal.mark(entry, 'committed', outcome);
  return { outcome, how: { readBack: found.tool } };
}

/** Whether an attempt whose outcome is unknown may simply be repeated. */
function mayRepeat(run: LoopRun, tool: Tool): boolean {
  const { journal } = run;
  if (journal === null || journal.settings.unknown === 'retry') return true;
  return tool.effect !== 'irreversible' || tool.serviceDedupe === true;
}

async function carryOut(run: LoopRun, write: Write): Promise<CallAnswer> {
  const { journal } = run;
  const { tool, call, args } = write;
  // Without a journal the loop cannot know what a repeated attempt does, so it retries a write like a read.
  if (journal === null) return await deliverSafely(run, call, tool);
  const cutOff = findCutOff(run, tool);
  if (cutOff !== null) return cutOff;
  const entry = journal.begin(tool, call, args);
  const noted: Noted = { journal, entry };
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await deliverOnce(run, call, { tool, idempotencyKey: entry.idempotencyKey });
    if (outcome === null) return abandon(noted, attempt);
    const error = errorOf(outcome);
    journal.mark(entry, toState(error), outcome);
    if (error === null) return { outcome, how: 'ran' };
    if (mayRepeat(run, tool) && (await mayRetry(run, error, { attempt, tool }))) continue;
    const settled = await settle(run, noted);
    if (settled === 'not_done' && (await mayRetry(run, error, { attempt, tool }))) continue;
    if (settled !== 'not_done' && settled !== null) return settled;
    return { outcome: tellUnknown(entry, outcome), how: 'ran' };
  }
}

/** The boundary words timeouts and broken writes itself; other errors do not say that the write must not be repeated. */
function tellUnknown({ tool, state }: JournalEntry, outcome: ToolOutcome): ToolOutcome {
  const isTold = outcome.status !== 'error' || outcome.error.unknown === true;
  if (state !== 'unknown' || tool.effect !== 'irreversible' || isTold) return outcome;
  return { status: 'error', error: protocolText.unknownOutcome(outcome.error, tool) };
}

interface Noted {
  readonly journal: Journal;
  readonly entry: JournalEntry;
}

/** Reads an unknown write back; `null` when its state cannot be determined and stays unknown. */
async function settle(run: LoopRun, noted: Noted): Promise<CallAnswer | 'not_done' | null> {
  const { journal, entry } = noted;
  if (entry.state !== 'unknown' || journal.settings.unknown !== 'reconcile') return null;
  const found = await readBack(run, entry);
  if (found.happened === true) return commitByReading(journal, entry, found);
  if (found.happened === null) return null;
  journal.mark(entry, 'failed', null);
  return 'not_done';
}

/** The deadline has passed: a write that was never attempted has failed; an attempted one keeps its state. */
function abandon({ journal, entry }: Noted, attempt: number): CallAnswer {
  if (attempt === 1) journal.mark(entry, 'failed', null);
  return toRefusal(protocolText.notStarted());
}

/** The state of a write by its answer. Without an answer, or after a broken service, a thrown error or an unreadable result, it is unknown. */
function toState(error: ToolError | null): JournalState {
  if (error === null) return 'committed';
  return error.unknown === true || unknownKinds.includes(error.kind) ? 'unknown' : 'failed';
}

const unknownKinds: readonly ToolError['kind'][] = [
  'timeout',
  'unavailable',
  'bad_tool_result',
  'result_not_serialisable',
];
