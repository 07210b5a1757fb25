import type { EffectGrade } from '../../../core/suite/effect-grade.ts';
import { toCanonicalJson } from '../../../json/canonical-json.ts';
import type { JsonValue } from '../../../json/json.ts';
import type { ScoredTool } from '../../../core/score/scorer.ts';
import type { ReplyCall, TranscriptEvent } from '../../../core/trial/transcript.ts';

/** A turn of the clean trial. */
export interface TurnPlace {
  readonly turn: number;
  readonly calls: readonly ReplyCall[];
  /** Position of the first of its calls that changed the world; `null` when none did. */
  readonly effectIndex: number | null;
  readonly finishReason: string | null;
  /** Whether an earlier turn made the same calls: a fault here would test nothing new. */
  readonly isRepeat: boolean;
}

/** A delivery of the clean trial, as a fault point counts it. */
export interface DeliveryPlace {
  readonly tool: string;
  /** Which delivery to this tool, from 1. */
  readonly call: number;
  readonly grade: EffectGrade;
  readonly preview: boolean;
  readonly isRepeat: boolean;
  /** The result; `null` when none arrived or the delivery failed. */
  readonly value: JsonValue | null;
}

/** Where faults can strike, taken from a clean trial. */
export interface FaultPlaces {
  readonly turns: readonly TurnPlace[];
  readonly deliveries: readonly DeliveryPlace[];
}

/** Finds the places of a clean trial, in the order they were reached. */
export function findPlaces(
  events: readonly TranscriptEvent[],
  tools: readonly Pick<ScoredTool, 'name' | 'grade'>[],
): FaultPlaces {
  return { turns: findTurns(events), deliveries: findDeliveries(events, tools) };
}

function findTurns(events: readonly TranscriptEvent[]): readonly TurnPlace[] {
  const effects = new Set<string>();
  for (const event of events) if (event.type === 'effect') effects.add(event.call);
  const seen = new Set<string>();
  const turns = new Map<number, TurnPlace>();
  for (const event of events) {
    if (event.type !== 'reply') continue;
    const { turn, calls, finishReason } = event;
    const said = JSON.stringify(calls.map((call) => [call.name, call.argumentsText]));
    const isRepeat = calls.length > 0 && seen.has(said);
    seen.add(said);
    const at = calls.findIndex((call) => effects.has(call.ref));
    turns.set(turn, { turn, calls, isRepeat, finishReason, effectIndex: at < 0 ? null : at });
  }
  return [...turns.values()];
}

function findDeliveries(
  events: readonly TranscriptEvent[],
  tools: readonly Pick<ScoredTool, 'name' | 'grade'>[],
): readonly DeliveryPlace[] {
  const grades = new Map(tools.map((tool) => [tool.name, tool.grade]));
  const values = new Map<string, JsonValue | null>();
  for (const event of events) {
    if (event.type !== 'result' || event.status !== 'success') continue;
    values.set(`${event.call}/${event.delivery}`, event.value);
  }
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const places: DeliveryPlace[] = [];
  for (const event of events) {
    if (event.type !== 'delivery') continue;
    const { tool, preview } = event;
    const call = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, call);
    const said = toCanonicalJson([tool, preview, event.exact ?? event.arguments]);
    const value = values.get(`${event.call}/${event.delivery}`) ?? null;
    places.push({
      tool,
      call,
      grade: grades.get(tool) ?? 'read',
      preview,
      isRepeat: seen.has(said),
      value,
    });
    seen.add(said);
  }
  return places;
}
