import type { RigError } from '../core/rig-error.ts';
import { CassetteMissError } from '../core/talk/cassette.ts';
import type { FaultPlan } from '../core/suite/fault.ts';
import { cleanPlan } from '../core/suite/lane.ts';
import { exitCodes } from '../core/run.ts';
import { UsageError } from '../core/usage-error.ts';
import { dialects } from '../dialect/registry.ts';
import type { Tape } from '../mcp/tape/tape-line.ts';
import { TapeShelf } from '../mcp/tape/tape-shelf.ts';
import type { Redactor } from '../redact/redactor.ts';
import { LiveClock, RealClock } from '../run/clock/live-clock.ts';
import { VirtualClock } from '../run/clock/virtual-clock.ts';
import { openModelServer } from '../serve/open-model-server.ts';
import { toSdkEnv } from '../serve/to-agent-env.ts';
import { createUpstream, toUpstreamUrl } from './create-upstream.ts';
import { ExecSession, type SeenConversation } from './exec-session.ts';
import { McpTraffic, type McpServerWord } from './mcp-traffic.ts';
import { openTapes, type Tapes } from './open-tapes.ts';
import { runChild } from './run-child.ts';

/** What a command is to be wrapped in. */
export interface ExecRun {
  readonly command: readonly [program: string, ...args: string[]];
  readonly mode: 'record' | 'replay' | 'live';
  /** Absolute; `null` in live mode. */
  readonly folder: string | null;
  readonly plan: FaultPlan;
  /** For every API; `null`: what the environment says. */
  readonly baseUrl: string | null;
  readonly holdMs: number;
  /** MCP servers over HTTP, by the variables in which the command finds them. */
  readonly mcp: readonly McpServerWord[];
  /** Makes the redactor of a recording, by the salt of its head. */
  readonly redactorOf: (salt: string | null) => Redactor;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  readonly recordedAt: string;
  readonly process: { readonly owner: string; readonly isAlive: (owner: string) => boolean };
  readonly signal: AbortSignal;
}

/** What a wrapped command came to. */
export interface ExecResult {
  /** That of the command; 4 where it could not be measured. */
  readonly exitCode: number;
  readonly conversations: readonly SeenConversation[];
  /** Requests besides conversations, such as for embeddings, that were answered. */
  readonly sides: number;
  /** Why it could not be measured, one sentence each. */
  readonly problems: readonly string[];
  /** How often each fault struck. */
  readonly strikes: Readonly<Record<string, number>>;
  /** Recorded conversations that were not begun. */
  readonly unused: number;
  /** What was said to MCP servers: recorded, or there for the replay. */
  readonly tapes: readonly Tape[];
}

/** A key for SDKs that want one: requests of a wrapped command are distinguished by their content. */
const token = 'toolrig';

const modelTimeoutMs = 600_000;

/** Runs a command between the boundaries of its models, with no suite at all. Its output is its own. */
export async function runExec(run: ExecRun): Promise<ExecResult> {
  const tapes = openExecTapes(run);
  const session = new ExecSession({
    mode: run.mode,
    tapes,
    provider: run.mode === 'replay' ? null : createUpstream({ ...run, modelTimeoutMs }),
    plan: run.plan,
    createClock: () =>
      run.mode === 'replay' ? new VirtualClock() : new LiveClock(new RealClock()),
    modelTimeoutMs,
  });
  const traffic = openTraffic(run);
  const server = await openModelServer({ others: session.fetch, holdMs: run.holdMs });
  try {
    const basePath = toBasePath(run);
    const env = {
      ...run.env,
      ...toSdkEnv({ token, origin: server.origin, basePath }),
      ...traffic?.open(server),
    };
    const exitCode = await runChild({ ...run, env });
    await session.finish();
    const conversations = await session.conversations();
    const strikes = countStrikes(conversations, run.plan);
    const problems = [...listProblems(session, { run, strikes }), ...(traffic?.misses ?? [])];
    return {
      exitCode: toExitCode(run.signal, problems, exitCode),
      conversations,
      sides: session.sides,
      problems,
      strikes,
      unused: run.mode === 'replay' ? (tapes?.lanes.length ?? 0) - conversations.length : 0,
      tapes: traffic?.tapes() ?? [],
    };
  } finally {
    traffic?.close();
    await server.close();
  }
}

function openExecTapes({ mode, folder, ...run }: ExecRun): Tapes | null {
  if (mode === 'live' || folder === null) return null;
  const tapes = openTapes({ ...run, owner: run.process, folder, mode });
  if (mode === 'record' || tapes.lanes.length > 0 || tapes.sideLane !== null) return tapes;
  if (new TapeShelf(folder).readAll().length > 0) return tapes;
  throw new UsageError(
    `Cannot replay "${folder}": it holds no recordings. Record the command with \`toolrig exec --record\``,
  );
}

function toExitCode(signal: AbortSignal, problems: readonly string[], exitCode: number): number {
  if (signal.aborted) return exitCodes.interrupted;
  return problems.length > 0 ? exitCodes.invalid : exitCode;
}

function openTraffic({ mode, folder, mcp: servers, ...run }: ExecRun): McpTraffic | null {
  if (mode !== 'live' && folder !== null) return new McpTraffic({ ...run, mode, folder, servers });
  if (servers.length === 0) return null;
  throw new UsageError('Cannot use --mcp: give it with --record or --replay');
}

/** SDKs put only the operation behind a base URL, so the path before it is that of the provider. */
function toBasePath(run: ExecRun): string {
  return new URL(toUpstreamUrl(dialects.chat, run)).pathname.replace(/\/+$/u, '');
}

function countStrikes(
  conversations: readonly SeenConversation[],
  plan: FaultPlan,
): Readonly<Record<string, number>> {
  const events = conversations.flatMap(({ transcript }) => transcript.events);
  return Object.fromEntries(
    plan.faults.map(({ name }) => [
      name,
      events.filter((event) => event.type === 'fault' && event.fault === name).length,
    ]),
  );
}

function listProblems(
  { failures }: ExecSession,
  { run, strikes }: { readonly run: ExecRun; readonly strikes: Readonly<Record<string, number>> },
): readonly string[] {
  const missed = Object.entries(strikes).filter(([, count]) => count === 0);
  return [
    ...failures.map(toProblem),
    ...missed.map(([name]) => `Fault "${name}" never struck: no conversation reached its place`),
  ].map((text) => run.redactor.redactText(text));
}

/** The remedy of a miss names a command for suites. */
function toProblem(failure: RigError): string {
  const { message } = failure;
  if (!(failure instanceof CassetteMissError)) return message;
  return message.replace(`. Record it with \`${failure.remedy}\``, () => '');
}

/** The plan of single faults, by their names. */
export function toExecPlan(faults: FaultPlan['faults']): FaultPlan {
  const name = faults.length === 0 ? cleanPlan : faults.map((fault) => fault.name).join('+');
  return { name, faults, byHand: true };
}
