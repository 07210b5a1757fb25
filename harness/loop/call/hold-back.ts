import type { Finding, JudgedCall, JudgeStage } from '../../core/talk/call.ts';
import { toShowable } from '../../json/exact-arguments.ts';
import type { EnforceSettings } from '../../core/suite/loop-settings.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import type { Verdicts } from './call-answer.ts';
import { readArguments } from './read-arguments.ts';
import type { LoopRun } from '../loop-run.ts';
import { protocolText } from '../protocol-text.ts';

/** Which setting enforces the findings of a stage. */
const enforcedBy: Readonly<Record<JudgeStage, keyof EnforceSettings>> = {
  policy: 'policy',
  parse: 'validation',
  validation: 'validation',
  authorize: 'policy',
  check: 'validation',
  confirm: 'confirm',
};

/** Decides for a whole batch which calls are held back, before any call runs. */
export function holdBack(run: LoopRun, calls: readonly JudgedCall[]): Verdicts {
  const refused = new Map<JudgedCall, ToolError>();
  for (const call of calls) {
    const error = findRefusal(run, call, calls);
    if (error !== null) refused.set(call, error);
  }
  askHumans(run, calls, refused);
  return rejectRest(run, calls, refused);
}

/** Under `enforce.batch`, one refused call holds back all others. */
function rejectRest(
  run: LoopRun,
  calls: readonly JudgedCall[],
  refused: Map<JudgedCall, ToolError>,
): Verdicts {
  const spoiler = calls.find((call) => refused.has(call));
  if (!run.settings.enforce.batch || spoiler === undefined) return refused;
  const rejected = protocolText.batchRejected(`"${spoiler.name}", call ${spoiler.index + 1}`);
  for (const call of calls) if (!refused.has(call)) refused.set(call, rejected);
  return refused;
}

function findRefusal(
  run: LoopRun,
  call: JudgedCall,
  batch: readonly JudgedCall[],
): ToolError | null {
  const objection = findObjection(run, call);
  if (objection === null) return findProposal(run, call);
  return isOnlyLate(run, call) && isRepetition(run, call, batch) ? null : objection;
}

/** The error for the model when an enforced stage refuses the call; `null` when all of them accept it. */
export function findObjection(run: LoopRun, call: JudgedCall): ToolError | null {
  const { enforce } = run.settings;
  const finding = call.findings.find(({ stage }) => enforce[enforcedBy[stage]]);
  if (finding === undefined) return null;
  if (finding.stage === call.caughtBy && call.error !== null) return call.error;
  return protocolText.refusedByStage(textsOf(call.findings, finding.stage));
}

/**
 * Stages that refuse a write because it was already done: its token is used up, or the state has already changed. A token that
 * was never issued is not a repetition.
 */
const lateStages: readonly JudgeStage[] = ['check', 'confirm'];

function isOnlyLate(run: LoopRun, call: JudgedCall): boolean {
  const { enforce } = run.settings;
  return call.findings.every(
    ({ stage, code }) =>
      (lateStages.includes(stage) && code !== 'token_unknown') || !enforce[enforcedBy[stage]],
  );
}

function textsOf(findings: readonly Finding[], stage: JudgeStage): readonly string[] {
  return findings.filter((finding) => finding.stage === stage).map((finding) => finding.text);
}

/** Under `proposeOnly`, a write is answered with a description of what it would do. */
function findProposal(run: LoopRun, call: JudgedCall): ToolError | null {
  const tool = run.tools.get(call.name);
  const args = readArguments(call);
  if (!run.settings.proposeOnly || tool === undefined || args === null) return null;
  if (tool.effect === 'read' || call.confirm === 'preview') return null;
  return protocolText.proposed(call.name, toShowable(args));
}

/**
 * A write that the journal already knows, or will know from an earlier call of this batch. It is answered from the journal and
 * does not run.
 */
function isRepetition(run: LoopRun, call: JudgedCall, batch: readonly JudgedCall[]): boolean {
  const { journal } = run;
  const tool = run.tools.get(call.name);
  const args = readArguments(call);
  if (journal === null || tool === undefined || args === null) return false;
  if (tool.effect === 'read' || call.confirm === 'preview') return false;
  const entry = journal.find(tool, call, args);
  if (entry !== null && entry.state !== 'failed') return true;
  return (
    journal.settings.dedupe &&
    batch.some(
      (other) => other.index < call.index && other.key === call.key && other.error === null,
    )
  );
}

/** Asks a person about each call that needs one, in call order, unless the batch is already refused or the journal knows the write. */
function askHumans(
  run: LoopRun,
  calls: readonly JudgedCall[],
  refused: Map<JudgedCall, ToolError>,
): void {
  const { enforce } = run.settings;
  if (!enforce.confirm || (enforce.batch && refused.size > 0)) return;
  for (const call of calls) {
    if (call.confirm !== 'needs_human' || refused.has(call)) continue;
    if (isRepetition(run, call, calls)) continue;
    const answer = run.context.tools.askHuman(call);
    if (answer === 'approve') run.approved.add(call.ref);
    else if (answer === 'deny') refused.set(call, protocolText.humanDenied(call.name));
    else {
      refused.set(call, protocolText.humanSilent(call.name));
      run.stop = 'awaiting_confirmation';
    }
  }
}
