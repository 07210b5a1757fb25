import { toCanonicalJson } from '../../../json/canonical-json.ts';
import type {
  ArgumentsReading,
  CallRef,
  ConfirmState,
  Finding,
  JudgedCall,
  JudgeStage,
} from '../../../core/talk/call.ts';
import type { EffectGrade } from '../../../core/suite/effect-grade.ts';
import { exactJson } from '../../../json/exact-arguments.ts';
import type { JsonObject } from '../../../json/json.ts';
import type { LoopSettings } from '../../../core/suite/loop-settings.ts';
import type { SaidCall } from '../../../core/talk/model.ts';
import { holdsRole, readRoles } from '../../../core/suite/session-roles.ts';
import type { Tool, ToolCheck, WorldState } from '../../../core/suite/tool.ts';
import { capabilityTool } from '../../../core/suite/tool-offer.ts';
import type { ToolError } from '../../../core/trial/tool-error.ts';
import { compileSchema } from '../../../schema/judge/compile-schema.ts';
import { parseSaidCall } from '../../../schema/judge/parse-arguments.ts';
import { toCallKey } from './call-key.ts';
import type { CallMeter } from '../deliver/call-meter.ts';
import { readToken, type ConfirmDesk } from '../confirm-desk.ts';
import { findIdentity } from './find-identity.ts';
import { findToolName } from './find-tool-name.ts';
import { runCheck } from './run-check.ts';
import type { ToolIndex } from '../tool-index.ts';
import { toolText } from '../deliver/tool-text.ts';

/** What may be used at one point of a trial, in addition to the rules of the toolset. */
export interface PhasePolicy {
  /** Tools that may not be used now. */
  readonly forbidden?: readonly string[];
  /** Tools of a higher grade may not be used now: read < idempotent < irreversible. */
  readonly highestGrade?: EffectGrade;
}

/** The rules by which calls are judged. */
export interface JudgeBench {
  readonly index: ToolIndex;
  readonly world: WorldState;
  readonly session: JsonObject;
  readonly nowMs: number;
  readonly identity: readonly string[];
  readonly identityMode: LoopSettings['identity'];
  readonly meter: CallMeter;
  readonly meterLimits: { readonly calls: number; readonly callsPerMinute: number };
  readonly desk: ConfirmDesk;
  readonly policy: PhasePolicy | null;
  /** Names of the tools that were offered; `null` or absent: all. */
  readonly offered?: ReadonlySet<string> | null;
  /** Position of the first call in its turn. Default 0. */
  readonly from?: number;
}

interface Draft {
  readonly said: SaidCall;
  readonly ref: CallRef;
  readonly index: number;
  readonly tool: Tool | null;
  readonly findings: Finding[];
  reading: ArgumentsReading | null;
  caughtBy: JudgeStage | null;
  error: ToolError | null;
  confirm: ConfirmState;
  key: string | null;
}

type Stage = (draft: Draft, bench: JudgeBench) => void;

const stages: readonly Stage[] = [judgePolicy, readArguments, validate, coerce, authorize, check];

/** Judges a whole batch, stage by stage. Nothing runs and nothing is held back; the result is only the finding of each stage. */
export function judgeBatch(
  turn: number,
  calls: readonly SaidCall[],
  bench: JudgeBench,
): readonly JudgedCall[] {
  const drafts = calls.map((said, at) =>
    toDraft(said, { turn, index: at + (bench.from ?? 0) }, bench),
  );
  for (const stage of stages) for (const draft of drafts) stage(draft, bench);
  const held = new Set<string>();
  for (const draft of drafts) judgeConfirmation(draft, bench, held);
  return drafts.map((draft) => toJudged(draft, turn));
}

function toDraft(
  said: SaidCall,
  { turn, index }: { readonly turn: number; readonly index: number },
  bench: JudgeBench,
): Draft {
  return {
    said,
    ref: `t${turn}c${index}`,
    index,
    tool: bench.index.byName.get(said.name) ?? null,
    findings: [],
    reading: null,
    caughtBy: null,
    error: null,
    confirm: 'not_needed',
    key: null,
  };
}

function object(
  draft: Draft,
  finding: { readonly stage: JudgeStage; readonly code: string; readonly path?: string },
  error: ToolError,
): void {
  draft.findings.push({ ...finding, text: error.message });
  draft.caughtBy ??= finding.stage;
  draft.error ??= error;
}

function judgePolicy(draft: Draft, bench: JudgeBench): void {
  const { tool, said } = draft;
  const broken = bench.meter.count();
  // A call that cannot be read and names no tool is a bad call, not a call of an unknown tool.
  const isNameless = said.unreadable !== undefined && said.name === '';
  if (tool === null && !isNameless) {
    const { names } = bench.index;
    const error = toolText.unknownTool(said.name, names, findToolName(said.name, names));
    object(draft, { stage: 'policy', code: 'unknown_tool' }, error);
  } else if (tool !== null) {
    judgePhase(draft, tool, bench.policy);
    judgeOffer(draft, tool, bench);
  }
  const { calls, callsPerMinute } = bench.meterLimits;
  if (broken === 'calls') {
    object(draft, { stage: 'policy', code: 'call_budget' }, toolText.callBudget(calls));
  } else if (broken === 'callsPerMinute') {
    object(draft, { stage: 'policy', code: 'call_rate' }, toolText.callRate(callsPerMinute));
  }
}

const gradeRank: Readonly<Record<EffectGrade, number>> = {
  read: 0,
  idempotent: 1,
  irreversible: 2,
};

function judgePhase(draft: Draft, tool: Tool, policy: PhasePolicy | null): void {
  if (policy === null) return;
  if (policy.forbidden?.includes(tool.name) === true) {
    object(draft, { stage: 'policy', code: 'forbidden_tool' }, toolText.forbiddenTool(tool.name));
  }
  const highest = policy.highestGrade;
  if (highest !== undefined && gradeRank[tool.effect] > gradeRank[highest]) {
    const error = toolText.riskTooHigh(tool.name, highest);
    object(draft, { stage: 'policy', code: 'risk_too_high' }, error);
  }
}

/** The second look, where a call is made: the tool may be another role's, or one that the model was not offered. */
function judgeOffer(
  draft: Draft,
  tool: Tool,
  { session, offered = null, index }: JudgeBench,
): void {
  const { name, roles } = tool;
  if (roles !== undefined && !holdsRole(session, roles)) {
    const error = toolText.otherRole(name, roles, readRoles(session));
    object(draft, { stage: 'policy', code: 'role_not_allowed' }, error);
  }
  if (offered === null || offered.has(name)) return;
  const names = index.names.filter((one) => offered.has(one));
  const error = toolText.notOffered(name, names, offered.has(capabilityTool));
  object(draft, { stage: 'policy', code: 'not_offered' }, error);
}

/** The arguments of an unknown tool are read too, as those of a write that accepts anything. */
const unknownOwner = { parameters: { type: 'object' }, effect: 'irreversible' } as const;

function readArguments(draft: Draft): void {
  const { tool, said } = draft;
  const reading = parseSaidCall(said, tool ?? unknownOwner);
  draft.reading = reading;
  if (reading.status !== 'invalid' || (tool === null && said.unreadable === undefined)) return;
  const error = toolText.badArguments(tool, reading.problems);
  for (const problem of reading.problems) {
    object(draft, { stage: 'parse', code: problem.code, path: problem.path }, error);
  }
}

function validate(draft: Draft): void {
  const { tool, reading } = draft;
  if (tool === null || reading === null || reading.status === 'invalid') return;
  const problems = compileSchema(tool.parameters).validate(reading.value);
  if (problems.length === 0) return;
  const error = toolText.badArguments(tool, problems);
  for (const { code, path, message } of problems) {
    draft.findings.push({ stage: 'validation', code, path, text: `${path} ${message}` });
  }
  draft.caughtBy ??= 'validation';
  draft.error ??= error;
}

function coerce(draft: Draft): void {
  const { tool, reading, said } = draft;
  if (reading === null || reading.status === 'invalid') return;
  draft.key =
    tool === null ? `${said.name}:${exactJson(reading.value)}` : toCallKey(tool, reading.value);
}

/** The arguments for checks; they fit the schema. */
function soundArguments(draft: Draft): JsonObject | null {
  if (draft.reading === null || draft.reading.status === 'invalid') return null;
  return draft.findings.some((finding) => finding.stage === 'validation')
    ? null
    : draft.reading.value;
}

function authorize(draft: Draft, bench: JudgeBench): void {
  const { tool, reading } = draft;
  const args = soundArguments(draft);
  if (tool !== null && args !== null) judgePermissions(draft, tool, bench);
  // Checked even where the schema refuses the call: an identity argument counts once it is written.
  if (reading !== null && reading.status !== 'invalid') judgeIdentity(draft, reading.value, bench);
  if (tool?.authorize !== undefined && args !== null)
    judgeBy(draft, tool.authorize, { stage: 'authorize', bench, args });
}

function judgePermissions(draft: Draft, tool: Tool, bench: JudgeBench): void {
  const missing = missingPermissions(tool, bench.session);
  if (missing.length === 0) return;
  const error = toolText.missingPermission(tool.name, missing);
  object(draft, { stage: 'authorize', code: 'missing_permission' }, error);
}

function missingPermissions(tool: Tool, session: JsonObject): readonly string[] {
  if (tool.requires === undefined) return [];
  const granted = session['permissions'];
  const list: readonly unknown[] = Array.isArray(granted) ? granted : [];
  return tool.requires.filter((permission) => !list.includes(permission));
}

function judgeIdentity(draft: Draft, args: JsonObject, bench: JudgeBench): void {
  for (const { field, path, text } of findIdentity(args, bench.identity)) {
    const own = bench.session[field];
    const same = own !== undefined && toCanonicalJson(own) === text;
    if (same && bench.identityMode === 'match') continue;
    const error = toolText.identityArgument(field, path, !same);
    object(draft, { stage: 'authorize', code: 'identity_argument', path }, error);
  }
}

function check(draft: Draft, bench: JudgeBench): void {
  const args = soundArguments(draft);
  if (args === null || draft.tool?.check === undefined || draft.caughtBy === 'authorize') return;
  judgeBy(draft, draft.tool.check, { stage: 'check', bench, args });
}

function judgeBy(
  draft: Draft,
  toolCheck: ToolCheck,
  by: { readonly stage: JudgeStage; readonly bench: JudgeBench; readonly args: JsonObject },
): void {
  const error = runCheck(toolCheck, { tool: draft.said.name, args: by.args }, by.bench);
  if (error === null) return;
  const first = error.problems?.[0];
  const place = first === undefined ? {} : { path: first.path };
  object(draft, { stage: by.stage, code: first?.code ?? error.kind, ...place }, error);
}

function judgeConfirmation(draft: Draft, bench: JudgeBench, held: Set<string>): void {
  const { tool, reading } = draft;
  if (tool === null || reading === null || reading.status === 'invalid') return;
  const { state, fault } = bench.desk.judge(tool, reading.value, held);
  draft.confirm = state;
  if (fault !== null) {
    object(draft, { stage: 'confirm', code: `token_${fault}` }, toolText.invalidToken(fault));
  } else if (state === 'confirmed') {
    const token = readToken(reading.value);
    if (token !== null) held.add(token);
  }
}

/** Field by field: this runs for every call, and a spread costs more than all the stages. */
function toJudged(draft: Draft, turn: number): JudgedCall {
  const { said, reading } = draft;
  const call: JudgedCall = {
    id: said.id,
    name: said.name,
    argumentsText: said.argumentsText,
    ref: draft.ref,
    turn,
    index: draft.index,
    reading: reading ?? { status: 'invalid', problems: [] },
    findings: draft.findings,
    caughtBy: draft.caughtBy,
    error: draft.error,
    confirm: draft.confirm,
    key: draft.key,
  };
  return {
    ...call,
    ...(said.injected === undefined ? {} : { injected: said.injected }),
    ...(said.edited === undefined ? {} : { edited: said.edited }),
    ...(said.unreadable === undefined ? {} : { unreadable: said.unreadable }),
  };
}
