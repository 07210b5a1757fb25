import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JsonObject } from '../../json/json.ts';
import type { RunManifest, RunSummary } from '../../core/run.ts';
import type { Scores } from '../../core/score/score.ts';
import type { ScoredTool } from '../../core/score/scorer.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { createRunWriter } from '../../run/folder/create-run-writer.ts';
import type { RecordRedactor } from '../../run/folder/redact-record.ts';
import { scoreRecord } from '../../run/keep/score-record.ts';
import { SummaryFold } from '../../run/keep/summarise.ts';
import { hashManifest } from '../../run/keep/to-manifest.ts';
import { scoreTrial } from '../../score/score-trial.ts';
import { createLaneCount } from '../imported-run.ts';
import type { Transcript } from './read-transcripts.ts';

/** Where scored transcripts go. */
export interface StoreTranscriptsOptions {
  readonly out: string;
  readonly runId: string;
  readonly suite: string;
  /** Names of what is compared, in the order of the inputs. */
  readonly variants: readonly string[];
  /** The inputs as the user named them. */
  readonly sources: readonly string[];
  /** What could not be read, one text each: it makes the run INVALID. */
  readonly unread: readonly string[];
  readonly environment: JsonObject;
  readonly redactor: RecordRedactor;
}

/** Scores transcripts made elsewhere and writes them as a run folder. */
export function storeTranscripts(
  transcripts: readonly Transcript[],
  options: StoreTranscriptsOptions,
): { readonly runFolder: string; readonly summary: RunSummary } {
  const { suite, variants } = options;
  const manifest = toManifest(transcripts, options);
  const place = { root: options.out, id: options.runId };
  const writer = createRunWriter(place, manifest, options.redactor);
  try {
    const fold = new SummaryFold();
    const count = createLaneCount();
    for (const transcript of transcripts) {
      const name = { suite, scenario: toSafeName(transcript.name), plan: cleanPlan };
      const lane = { ...name, variant: toSafeName(transcript.variant) };
      const record = toRecord(transcript, { ...lane, repeat: count(lane) });
      const scored = score(transcript, record);
      writer.write(record, scored);
      fold.add(record, scored);
    }
    for (const text of options.unread) fold.refuse('document_unreadable', text);
    const summary = fold.toSummary({
      suite,
      mode: 'replay',
      variants: variants.map(toVariant),
      models: variants.map((model) => ({ name: model, nature: 'real', about: logged })),
      manifestHash: hashManifest(manifest),
    });
    writer.finish(summary);
    return { runFolder: writer.path, summary };
  } finally {
    writer.close();
  }
}

const logged = 'transcripts made elsewhere';
const toolset = 'as-logged';
const loop = 'logged';

function toVariant(model: string): RunVariant {
  return { name: toSafeName(model), model, toolset, loop };
}

type RunVariant = Parameters<SummaryFold['toSummary']>[0]['variants'][number];

function toRecord({ read, place }: Transcript, lane: TrialRecord['lane']): TrialRecord {
  const { events, stopReason } = read.input;
  return {
    lane,
    cluster: lane.scenario,
    outcome: read.isAnswered
      ? { status: 'finished', stopReason: stopReason ?? findStop(events) }
      : {
          status: 'invalid',
          code: 'nothing_judged',
          cause: `${place}: no message of an assistant is there, so no model answered`,
          detail: [],
        },
    tier: null,
    faults: [],
    events,
  };
}

/** The same scores as without a run folder: of an end that is not said nothing is judged. */
function score({ read }: Transcript, record: TrialRecord): ScoreRecord {
  const { expected, tools, claims, identity, price, knownText } = read.input;
  const expectFail = read.wanted === false ? 'the document says that it does not pass' : null;
  const own = scoreRecord(record, {
    expected,
    expectFail,
    tools,
    claims,
    identity,
    price,
    knownText,
  });
  if (own.facts === null) return own;
  const all = Object.entries(scoreTrial(read.input));
  const scores: Scores = Object.fromEntries(all.filter(([name]) => !timed.includes(name)));
  const success = scores['task.success']?.value ?? null;
  const cameOut = (success === 1) === (expectFail === null);
  const verdict = success === null ? 'invalid' : cameOut ? 'passed' : 'failed';
  return { ...own, verdict, scores };
}

/** A transcript made elsewhere has no times. */
const timed: readonly string[] = ['cost.model_ms', 'cost.tool_ms'];

/** How a conversation seems to have ended, from its last reply. */
function findStop(events: readonly TranscriptEvent[]): StopReason {
  const reply = events.findLast((event) => event.type === 'reply');
  if (reply === undefined || reply.calls.length > 0) return 'cancelled';
  if (reply.stop === 'length') return 'truncated';
  if (reply.stop === 'content_filter') return 'content_filter';
  return reply.text === null || reply.text === '' ? 'empty' : 'answered';
}

function toManifest(
  transcripts: readonly Transcript[],
  { suite, variants, sources, environment }: StoreTranscriptsOptions,
): RunManifest {
  const scenarios = new Map(transcripts.map((one) => [toSafeName(one.name), one]));
  const tools = new Map<string, ScoredTool>();
  for (const { read } of transcripts) {
    for (const tool of read.input.tools) if (!tools.has(tool.name)) tools.set(tool.name, tool);
  }
  return {
    schemaVersion: 1,
    selection: toJson({
      suite,
      variants: variants.map(toSafeName),
      scenarios: [...scenarios.keys()],
      faults: [],
      sources,
      format: 'transcript',
      mode: 'replay',
    }),
    content: toJson({
      suite,
      variants: variants.map(toVariantEntry),
      toolsets: [{ id: toolset, tools: [...tools.values()], note: null }],
      scenarios: [...scenarios].map(([id, one]) => toScenarioEntry(id, one)),
      claims: [],
      identity: [],
      ignoreState: [],
      plans: [],
    }),
    environment,
  };
}

function toVariantEntry(model: string): unknown {
  return {
    model,
    nature: 'real',
    about: logged,
    price: null,
    toolset,
    systemPrompt: null,
    params: {},
    agent: 'own',
    loop: { name: loop },
  };
}

function toScenarioEntry(id: string, { read }: Transcript): unknown {
  const { events, expected } = read.input;
  const turns = events.flatMap((event) => (event.type === 'user' ? [event.text] : []));
  return { id, cluster: id, turns, expected };
}

/** Keeps what JSON can carry; everything in a manifest is such by construction. */
function toJson(value: unknown): JsonObject {
  // Canonical JSON of an object is one of an object.
  return JSON.parse(toCanonicalJson(value)) as JsonObject;
}
