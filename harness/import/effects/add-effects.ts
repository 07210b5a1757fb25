import { toCanonicalJson } from '../../json/canonical-json.ts';
import { exactFieldJson, exactJson } from '../../json/exact-arguments.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { MetricName } from '../../core/score/metric.ts';
import type { ScoredTool } from '../../core/score/scorer.ts';
import type { CallRef } from '../../core/talk/call.ts';
import type { EventBody, TranscriptEvent } from '../../core/trial/transcript.ts';
import { readArguments } from '../../score/reason/judge-text.ts';
import type { EffectRules, LedgerEffect, LedgerRow, ToolRule } from './effect-rules.ts';

/** Metrics that effects of an import can be measured by; the others need an expectation, or more than a transcript. */
export const importedEffects: readonly MetricName[] = ['effects.double', 'effects.weighted'];

/** A transcript with its effects. */
export interface EffectTranscript {
  readonly events: readonly TranscriptEvent[];
  /** Tools that were called without a known grade. */
  readonly ungraded: readonly string[];
}

/**
 * Adds effects to a transcript: those of its row in the ledger, or without one an effect of each call that ran without
 * an error, to a tool that is not a read. Changes of the same thing (the tool and the named arguments) are the same
 * effect.
 */
export function addEffects(
  events: readonly TranscriptEvent[],
  rules: EffectRules,
  row: LedgerRow | null,
): EffectTranscript {
  const calls = listCalls(events);
  const made = row === null ? inferEffects(calls, events, rules) : placeEffects(row, calls, rules);
  const after = new Map<number | null, EffectBody[]>();
  const ended = findLastEvents(events);
  for (const [call, effects] of made) {
    const place = call === null ? (events.at(-1)?.seq ?? null) : (ended.get(call) ?? null);
    after.set(place, [...(after.get(place) ?? []), ...effects]);
  }
  const all = events.flatMap((event): readonly Omit<TranscriptEvent, 'seq'>[] => [
    event,
    ...(after.get(event.seq) ?? []).map((body) => ({ ...body, atMs: event.atMs })),
  ]);
  const names = new Set(calls.map(({ name }) => name));
  return {
    // An event with another number is still that event.
    events: all.map((event, seq) => ({ ...event, seq }) as TranscriptEvent),
    ungraded: row === null ? [...names].filter((name) => !rules.tools.has(name)) : [],
  };
}

/** Tools with the grades that are known. */
export function gradeTools<Tool extends ScoredTool>(
  tools: readonly Tool[],
  rules: EffectRules,
): readonly Tool[] {
  return tools.map((tool) => {
    const rule = rules.tools.get(tool.name);
    return rule === undefined ? tool : { ...tool, grade: rule.grade, graded: true };
  });
}

interface Call {
  readonly ref: CallRef;
  readonly name: string;
  readonly argumentsText: string | null;
  readonly arguments: JsonObject | null;
}

type EffectBody = Extract<EventBody, { type: 'effect' }>;
/** By the call that did it; `null` = a tool that was never called. */
type MadeEffects = Map<CallRef | null, EffectBody[]>;

function listCalls(events: readonly TranscriptEvent[]): readonly Call[] {
  return events.flatMap((event) =>
    event.type !== 'reply'
      ? []
      : event.calls.map(({ ref, name, argumentsText }) => ({
          ref,
          name,
          argumentsText,
          arguments: readArguments(argumentsText),
        })),
  );
}

function inferEffects(
  calls: readonly Call[],
  events: readonly TranscriptEvent[],
  rules: EffectRules,
): MadeEffects {
  const worked = new Set<CallRef>();
  for (const event of events) {
    if (event.type === 'result' && event.status === 'success') worked.add(event.call);
  }
  const made: MadeEffects = new Map();
  for (const call of calls) {
    const rule = rules.tools.get(call.name);
    if (rule === undefined || rule.grade === 'read' || !worked.has(call.ref)) continue;
    made.set(call.ref, [toEffect(call, rule, toEffectKey(call, rule))]);
  }
  return made;
}

function placeEffects(row: LedgerRow, calls: readonly Call[], rules: EffectRules): MadeEffects {
  const taken = new Set<CallRef>();
  const made: MadeEffects = new Map();
  for (const effect of row.effects) {
    const call = findCall(effect, calls, taken);
    if (call !== null) taken.add(call.ref);
    const rule = rules.tools.get(effect.tool) ?? unknownRule;
    const place = call ?? { ref: 't0c0', name: effect.tool, argumentsText: null, arguments: null };
    const key = effect.key ?? toEffectKey(place, rule);
    const list = made.get(call?.ref ?? null) ?? [];
    made.set(call?.ref ?? null, list);
    list.push(toEffect({ ...place, name: effect.tool }, rule, key));
  }
  return made;
}

/** A tool with effects in a ledger but without a grade counts as irreversible. */
const unknownRule: ToolRule = { grade: 'irreversible', key: null };

function findCall(
  { tool, call }: LedgerEffect,
  calls: readonly Call[],
  taken: ReadonlySet<CallRef>,
): Call | null {
  if (call !== null) return calls[call] ?? null;
  const ofTool = calls.filter(({ name }) => name === tool);
  return ofTool.find(({ ref }) => !taken.has(ref)) ?? ofTool.at(-1) ?? null;
}

function toEffect({ ref, name }: Call, { grade }: ToolRule, key: string): EffectBody {
  return { type: 'effect', call: ref, delivery: 1, tool: name, grade, key, confirmed: true };
}

/** Names the thing that a call changes. Where none of the named arguments is given, it is named by all. */
export function toEffectKey(
  { name, argumentsText, arguments: args }: Omit<Call, 'ref'>,
  rule: ToolRule,
): string {
  if (args === null) return `${name}:${argumentsText ?? ''}`;
  const parts = (rule.key ?? []).map((path) => toPart(args, path));
  if (parts.every((part) => part === 'null')) return `${name}:${exactJson(args)}`;
  return `${name}:[${parts.join(',')}]`;
}

/** A number of an argument itself keeps every digit: ids may be longer than JavaScript's numbers. */
function toPart(args: JsonObject, path: string): string {
  if (Object.hasOwn(args, path)) return exactFieldJson(args, path);
  return toCanonicalJson(readPath(args, path.split('.')) ?? null);
}

function readPath(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  return isJsonObject(value) && Object.hasOwn(value, step)
    ? readPath(value[step], rest)
    : undefined;
}

/** An effect comes after all that is said of its call's way to the tool and back. */
function findLastEvents(events: readonly TranscriptEvent[]): ReadonlyMap<CallRef, number> {
  const last = new Map<CallRef, number>();
  for (const event of events) {
    if (event.type === 'reply') for (const { ref } of event.calls) last.set(ref, event.seq);
    if (event.type === 'judged' || event.type === 'result' || event.type === 'refused') {
      last.set(event.call, event.seq);
    }
  }
  return last;
}
