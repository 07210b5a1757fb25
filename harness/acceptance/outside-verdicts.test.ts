import { expect, it } from 'vitest';
import { type ImportedTrial, nothingExpected } from '../import/imported-run.ts';
import type { JsonObject } from '../json/json.ts';
import type { Scores } from '../core/score/score.ts';
import type { ScorerInput } from '../core/score/scorer.ts';
import type { EventBody, TranscriptEvent } from '../core/trial/transcript.ts';
import { importAgentDojo } from '../import/agentdojo/import-agent-dojo.ts';
import { createEffectAdder } from '../import/effects/create-effect-adder.ts';
import { readEffectRules } from '../import/effects/effect-rules.ts';
import { scoreImported } from '../import/score-imported.ts';
import { readToolShelf } from '../import/tool-shelf.ts';
import { scoreTrial } from '../score/score-trial.ts';
import { parseJsonLines, readSharedData } from '../testing/read-shared-data.ts';

const pipelines = [
  'claude-3-5-sonnet-20240620',
  'claude-3-5-sonnet-20241022',
  'command-r-plus',
  'gemini-1.5-flash-001',
  'gpt-3.5-turbo-0125',
  'gpt-4o-2024-05-13-tool_filter',
];

function toInput(events: readonly TranscriptEvent[], part: Partial<ScorerInput> = {}): ScorerInput {
  return {
    events,
    expected: nothingExpected,
    tools: [],
    claims: [],
    identity: [],
    faults: [],
    price: null,
    knownText: '',
    selectionCounts: true,
    effectsCount: true,
    stopReason: null,
    ...part,
  };
}

interface Replay {
  readonly path: string;
  /** Each call in order, executed again in the benchmark's own environment. */
  readonly calls: readonly { readonly function: string; readonly state_changed: boolean }[];
  readonly double_effects: number;
}

/** Adds the ledger that nobody kept: an effect wherever the state changed when the call was executed again. */
function addLedger(trial: ImportedTrial, { calls }: Replay): readonly TranscriptEvent[] {
  const judged = new Map<string, Extract<EventBody, { type: 'judged' }>>();
  const bodies: EventBody[] = [];
  let place = 0;
  for (const event of trial.record.events) {
    bodies.push(event);
    if (event.type === 'judged') judged.set(event.call, event);
    if (event.type !== 'observation') continue;
    const call = calls[place];
    const said = judged.get(event.call);
    place += 1;
    expect(call?.function).toBe(said?.name);
    if (call?.state_changed !== true) continue;
    bodies.push({
      type: 'effect',
      call: event.call,
      delivery: 1,
      tool: call.function,
      grade: 'irreversible',
      key: said?.key ?? '',
      confirmed: false,
    });
  }
  return bodies.map((body, seq) => ({ ...body, seq, atMs: 0 }));
}

interface ScoredRun {
  readonly path: string;
  readonly replay: Replay;
  readonly scores: Scores;
  /** With effects by a map of grades instead of the replayed ones. */
  readonly graded: Scores;
}

const scored: ScoredRun[] = [];

/** Scored once for all tests of this file. */
function scoreAll(): readonly ScoredRun[] {
  if (scored.length === 0) scored.push(...pipelines.flatMap(scorePipeline));
  return scored;
}

/** Tools that ever changed the state are writes that must happen once. */
function toGrades(): string {
  const counts = Object.entries(
    JSON.parse(readSharedData('agentdojo/verdicts/tool_effects.json') ?? '{}') as Readonly<
      Record<string, { readonly changed?: number }>
    >,
  );
  const grades = counts.map(([name, { changed = 0 }]) => [
    name,
    changed > 0 ? 'irreversible' : 'read',
  ]);
  return JSON.stringify(Object.fromEntries(grades));
}

function scorePipeline(pipeline: string): readonly ScoredRun[] {
  const text = readSharedData(`agentdojo/${pipeline}.jsonl.gz`) ?? '';
  const replays = parseJsonLines<Replay>(
    readSharedData(`agentdojo/verdicts/${pipeline}.replay.jsonl.gz`) ?? '',
  );
  const byPath = new Map(replays.map((replay) => [replay.path, replay]));
  const paths = parseJsonLines<{ readonly path: string }>(text).map(({ path }) => path);
  const tools = readToolShelf(readSharedData('agentdojo/tools.openai.json') ?? '[]', 'tools.json');
  const run = importAgentDojo([{ name: 'runs.jsonl', text }], {
    tools,
    suite: null,
    variant: null,
    only: null,
    errors: 'failed',
    injectionTasks: true,
  });
  const adder = createEffectAdder(
    run,
    readEffectRules([{ name: 'grades.json', text: toGrades() }]),
  );
  return [...run.trials()].map((trial, index) => {
    const path = paths[index] ?? '';
    const replay = byPath.get(path) ?? { path, calls: [], double_effects: 0 };
    const input = toInput(addLedger(trial, replay), { tools: trial.tools });
    const added = adder.add(trial);
    const graded = scoreImported(added.trial, added).scores;
    return { path, replay, scores: scoreTrial(input), graded };
  });
}

const loops = readSharedData('agentdojo/verdicts/loops.jsonl.gz');

interface LoopVerdict {
  readonly path: string;
  readonly max_consecutive_identical: number;
  readonly tail_cycle_period: number | null;
}

it.skipIf(loops === null)(
  'of 4,518 real runs: all 45 doubled effects of 18 runs are found, and none besides',
  () => {
    const runs = scoreAll();
    const found = runs.map(({ path, scores }) => [path, scores['effects.double']?.losses.length]);
    expect(found).toEqual(runs.map(({ path, replay }) => [path, replay.double_effects]));
    const doubled = runs.filter(({ replay }) => replay.double_effects > 0);
    const total = doubled.reduce((sum, { replay }) => sum + replay.double_effects, 0);
    expect([runs.length, doubled.length, total]).toEqual([4518, 18, 45]);
  },
  60_000,
);

it.skipIf(loops === null)(
  'of 4,518 real runs: a map from tools to grades finds the same doubled effects, and none besides',
  () => {
    const runs = scoreAll();
    const found = runs.map(({ path, graded }) => [path, graded['effects.double']?.losses.length]);
    expect(found).toEqual(runs.map(({ path, replay }) => [path, replay.double_effects]));
  },
  60_000,
);

function describeLoop({ scores }: ScoredRun, verdict: LoopVerdict): string {
  const shown = [
    ...((scores['termination.cycles']?.count ?? 0) > 0 ? ['cycle'] : []),
    ...((scores['termination.repeats']?.count ?? 0) > 0 ? ['repeats'] : []),
  ];
  return `period ${verdict.tail_cycle_period ?? 'none'}: ${shown.join(', ')}`;
}

it.skipIf(loops === null)(
  'every loop of real runs that goes on to its end is a cycle, and three equal calls in mid run are repeats',
  () => {
    const known = parseJsonLines<LoopVerdict>(loops ?? '').filter(
      (loop) => loop.tail_cycle_period !== null || loop.max_consecutive_identical >= 3,
    );
    const byPath = new Map(known.map((loop) => [loop.path, loop]));
    const shown = scoreAll().flatMap((run) => {
      const loop = byPath.get(run.path);
      return loop === undefined ? [] : [describeLoop(run, loop)];
    });
    expect(shown.toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => 'period 1: cycle, repeats'),
      ...Array.from({ length: 4 }, () => 'period 2: cycle, repeats'),
      ...Array.from({ length: 2 }, () => 'period none: repeats'),
    ]);
  },
  60_000,
);

interface ActionVerdicts {
  readonly actions: readonly {
    readonly name: string;
    readonly arguments: JsonObject;
    readonly match: boolean;
  }[];
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

const actions = readSharedData('tau2-bench/action_match_verdicts.jsonl.gz');

/** One reply that makes all calls of a simulation. */
function toEvents(calls: ActionVerdicts['calls']): readonly TranscriptEvent[] {
  return [
    {
      type: 'reply',
      turn: 1,
      attempt: 1,
      from: 'recorded',
      text: null,
      refusal: null,
      calls: calls.map((call, index) => ({
        ref: `t1c${index}`,
        id: null,
        name: call.name,
        argumentsText: JSON.stringify(call.arguments),
      })),
      stop: 'none',
      finishReason: null,
      usage: null,
      model: null,
      deviations: [],
      durationMs: 0,
      seq: 0,
      atMs: 0,
    },
  ];
}

it.skipIf(actions === null)(
  'tau2-bench: each of 598 wanted actions counts as made when its own checker says so',
  () => {
    const counts: Record<string, number> = {};
    for (const { actions: wanted, calls } of parseJsonLines<ActionVerdicts>(actions ?? '')) {
      for (const { name, arguments: args, match } of wanted) {
        const matchers = Object.entries(args).map(([field, value]) => [
          field,
          { match: 'equal', value: value ?? null } as const,
        ]);
        const scores = scoreTrial(
          toInput(toEvents(calls), {
            expected: {
              ...nothingExpected,
              calls: [
                {
                  id: name,
                  tool: name,
                  arguments: Object.fromEntries(matchers),
                  mode: 'exact',
                  group: null,
                },
              ],
              mayCall: calls.map((call) => call.name),
            },
          }),
        );
        const made =
          scores['selection.recall']?.value === 1 && scores['arguments.correct']?.value !== 0;
        const pair = `${made}, theirs ${match}`;
        counts[pair] = (counts[pair] ?? 0) + 1;
      }
    }
    expect(counts).toEqual({ 'true, theirs true': 444, 'false, theirs false': 154 });
  },
);
