import { toLaneId } from '../../core/suite/lane.ts';
import type { ReplyCall, TranscriptEvent } from '../../core/trial/transcript.ts';
import type { TrialResult } from '../open/trial-result.ts';
import { type Columns, createTable, type TrialTable } from './csv-table.ts';

type Event<Type extends TranscriptEvent['type']> = Extract<TranscriptEvent, { type: Type }>;

/** A call as the model made it, with its later events. */
interface CallRow {
  readonly lane: string;
  readonly reply: Event<'reply'>;
  readonly said: ReplyCall;
  readonly judged: Event<'judged'> | undefined;
  readonly refused: Event<'refused'> | undefined;
  readonly human: Event<'human'> | undefined;
  readonly deliveries: readonly Event<'delivery'>[];
  readonly results: readonly Event<'result'>[];
  readonly effects: readonly Event<'effect'>[];
  readonly journal: Event<'journal'> | undefined;
  readonly told: Event<'observation'> | undefined;
}

const columns: Columns<CallRow> = {
  lane: ({ lane }) => lane,
  turn: ({ reply }) => reply.turn,
  call: ({ said }) => said.ref,
  tool: ({ said }) => said.name,
  provider_id: ({ said }) => said.id,
  from: ({ reply }) => reply.from,
  tier: ({ reply }) => reply.tier ?? null,
  planted_by: ({ said }) => said.injected ?? said.edited?.fault ?? null,
  arguments_text: ({ said }) => said.argumentsText,
  reading: ({ judged }) => judged?.reading ?? null,
  caught_by: ({ judged }) => judged?.caughtBy ?? null,
  findings: ({ judged }) =>
    judged?.findings.map(({ code, path }) => `${code} ${path ?? ''}`.trim()).join('; ') ?? null,
  confirm: ({ judged }) => judged?.confirm ?? null,
  held_back: ({ refused }) => refused?.error.kind ?? null,
  human: ({ human }) => human?.answer ?? null,
  deliveries: ({ deliveries }) => deliveries.length,
  previews: ({ deliveries }) => deliveries.filter((delivery) => delivery.preview).length,
  executed: ({ results }) => toJson(results.at(-1)?.executed),
  status: ({ results }) => results.at(-1)?.status ?? null,
  from_journal: ({ results }) => results.at(-1)?.cached ?? null,
  error: ({ results }) => results.at(-1)?.error?.kind ?? null,
  tool_ms: ({ results }) =>
    results.length === 0 ? null : results.reduce((sum, result) => sum + result.durationMs, 0),
  effects: ({ effects }) => effects.length,
  effect_keys: ({ effects }) => effects.map((effect) => effect.key).join('; '),
  journal: ({ journal }) => journal?.state ?? null,
  told: ({ told }) => told?.content ?? null,
  told_chars: ({ told }) => told?.fullChars ?? null,
  cut: ({ told }) => told?.truncated ?? null,
};

/** `calls.csv`: one row per tool call that a model made, in order. */
export const callsTable: TrialTable = createTable('calls.csv', columns, toRows);

function toRows({ trial }: TrialResult): readonly CallRow[] {
  const byCall = groupByCall(trial.events);
  const lane = toLaneId(trial.lane);
  return trial.events.flatMap((event) =>
    event.type === 'reply'
      ? event.calls.map((said) => ({
          lane,
          reply: event,
          said,
          ...toFate(byCall.get(said.ref) ?? []),
        }))
      : [],
  );
}

function toFate(events: readonly TranscriptEvent[]): Omit<CallRow, 'lane' | 'reply' | 'said'> {
  const list = <Type extends TranscriptEvent['type']>(type: Type): readonly Event<Type>[] =>
    events.filter((event): event is Event<Type> => event.type === type);
  return {
    judged: list('judged')[0],
    refused: list('refused')[0],
    human: list('human').at(-1),
    deliveries: list('delivery'),
    results: list('result'),
    effects: list('effect'),
    journal: list('journal').at(-1),
    told: list('observation').at(-1),
  };
}

function groupByCall(events: readonly TranscriptEvent[]): ReadonlyMap<string, TranscriptEvent[]> {
  const groups = new Map<string, TranscriptEvent[]>();
  for (const event of events) {
    if (!('call' in event) || event.call === undefined) continue;
    const group = groups.get(event.call) ?? [];
    groups.set(event.call, group);
    group.push(event);
  }
  return groups;
}

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
