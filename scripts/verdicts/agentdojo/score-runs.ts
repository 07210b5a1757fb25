import { join } from 'node:path';
import type { Scores } from '../../../harness/core/score/score.ts';
import type { EventBody, TranscriptEvent } from '../../../harness/core/trial/transcript.ts';
import { importAgentDojo } from '../../../harness/import/agentdojo/import-agent-dojo.ts';
import { createEffectAdder } from '../../../harness/import/effects/create-effect-adder.ts';
import { readEffectRules } from '../../../harness/import/effects/effect-rules.ts';
import { type ImportedTrial, nothingExpected } from '../../../harness/import/imported-run.ts';
import { scoreImported } from '../../../harness/import/score-imported.ts';
import { readToolShelf } from '../../../harness/import/tool-shelf.ts';
import { scoreTrial } from '../../../harness/score/score-trial.ts';
import { readDataRows, readDataText } from '../read-data.ts';

const pipelines = [
  'claude-3-5-sonnet-20240620',
  'claude-3-5-sonnet-20241022',
  'command-r-plus',
  'gemini-1.5-flash-001',
  'gpt-3.5-turbo-0125',
  'gpt-4o-2024-05-13-tool_filter',
] as const;

/** A run as it was executed again, call by call, in the benchmark's own environment. */
export interface Replay {
  readonly path: string;
  readonly calls: readonly { readonly function: string; readonly state_changed: boolean }[];
  readonly double_effects: number;
}

/** A real run, imported and scored. */
export interface ScoredRun {
  readonly path: string;
  readonly replay: Replay;
  /** With the state changes of the replay as ledger. */
  readonly scores: Scores;
  /** With effects by a map of grades instead. */
  readonly graded: Scores;
}

const scored = new Map<string, readonly ScoredRun[]>();

/** Every run of six pipelines, out of the folder of the benchmark. Scored once for all data sets. */
export function scoreRuns(folder: string): readonly ScoredRun[] {
  const known = scored.get(folder);
  if (known !== undefined) return known;
  const runs = pipelines.flatMap((pipeline) => scorePipeline(folder, pipeline));
  scored.set(folder, runs);
  return runs;
}

function scorePipeline(folder: string, pipeline: string): readonly ScoredRun[] {
  const text = readDataText(join(folder, `${pipeline}.jsonl.gz`));
  const replays = readDataRows<Replay>(join(folder, `verdicts/${pipeline}.replay.jsonl.gz`));
  const byPath = new Map(replays.map((replay) => [replay.path, replay]));
  const paths = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly path: string }).path);
  const run = importAgentDojo([{ name: 'runs.jsonl', text }], {
    tools: readToolShelf(readDataText(join(folder, 'tools.openai.json')), 'tools.json'),
    suite: null,
    variant: null,
    only: null,
    errors: 'failed',
    injectionTasks: true,
  });
  const rules = readEffectRules([{ name: 'grades.json', text: toGrades(folder) }]);
  const adder = createEffectAdder(run, rules);
  return [...run.trials()].map((trial, index) => {
    const path = paths[index] ?? '';
    const replay = byPath.get(path) ?? { path, calls: [], double_effects: 0 };
    const added = adder.add(trial);
    const graded = scoreImported(added.trial, added).scores;
    return { path, replay, scores: scoreWithLedger(trial, replay), graded };
  });
}

/** Tools that ever changed the state are writes that must happen once. */
function toGrades(folder: string): string {
  const counts = Object.entries(
    JSON.parse(readDataText(join(folder, 'verdicts/tool_effects.json'))) as Readonly<
      Record<string, { readonly changed?: number }>
    >,
  );
  return JSON.stringify(
    Object.fromEntries(
      counts.map(([name, { changed = 0 }]) => [name, changed > 0 ? 'irreversible' : 'read']),
    ),
  );
}

function scoreWithLedger(trial: ImportedTrial, replay: Replay): Scores {
  return scoreTrial({
    events: addLedger(trial, replay),
    expected: nothingExpected,
    tools: trial.tools,
    claims: [],
    identity: [],
    faults: [],
    price: null,
    knownText: '',
    selectionCounts: true,
    effectsCount: true,
    stopReason: null,
  });
}

/** An effect wherever the state changed when the call was executed again. */
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
    if (call?.function !== said?.name)
      throw new Error(`${trial.source}: call ${place} is "${said?.name}", not as replayed`);
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
