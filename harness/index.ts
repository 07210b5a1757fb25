export { type AgentKind, agentKinds } from './agent/tempers.ts';
export { createScriptedAgent } from './agent/create-scripted-agent.ts';
export type {
  GiveUp,
  Handbook,
  PlannedCall,
  Playbook,
  PlayStep,
  PlayTurn,
  ReadBack,
  Seen,
} from './agent/playbook.ts';
export type { Agent, AgentAnswer, AgentContext, AgentEnd } from './core/suite/agent.ts';
export type { ChatMessage, ChatRequest, ChatTool } from './core/talk/chat.ts';
export type { EffectGrade } from './core/suite/effect-grade.ts';
export { exactText } from './json/exact-arguments.ts';
export type { Fault, FaultAddress, FaultInjection, FaultPlan } from './core/suite/fault.ts';
export type { JsonObject, JsonValue } from './json/json.ts';
export type { LoopSettings } from './core/suite/loop-settings.ts';
export { referenceLoop } from './core/suite/loop-settings.ts';
export type { MetricName } from './core/score/metric.ts';
export { RigError } from './core/rig-error.ts';
export type { RunSummary, Verdict } from './core/run.ts';
export type { Loss, MetricSummary, Score, Scores } from './core/score/score.ts';
export type {
  Expected,
  ModelSpec,
  Responder,
  Scenario,
  ScriptedReply,
  Suite,
  Variant,
} from './core/suite/suite.ts';
export type { Tool, ToolContext, ToolHandler, Toolset, WorldState } from './core/suite/tool.ts';
export type { ToolError } from './core/trial/tool-error.ts';
export {
  deniedResult,
  emptyResult,
  errorResult,
  type HandlerOutcome,
} from './core/trial/tool-outcome.ts';
export type { TranscriptEvent } from './core/trial/transcript.ts';
export type { ScoreRecord, TrialRecord } from './core/trial/trial.ts';
export {
  duplicateCall,
  fault,
  http,
  lateResponse,
  lostAfterCommit,
  lostBeforeCommit,
  malformedArguments,
  rateLimited,
  timeout,
} from './boundary/fault/build-fault.ts';
export { naiveLoop, singleRoundLoop } from './loop/presets.ts';
export { runReferenceLoop } from './loop/run-reference-loop.ts';
export type { RunProgress } from './run/run-options.ts';
export { compare, type ComparedRuns, type CompareOptions } from './api/compare.ts';
export { openRun, type OpenRunOptions } from './api/open-run.ts';
export { record, type RecordOptions } from './api/record.ts';
export { report, type Report, type ReportOptions } from './api/report.ts';
export type { Run } from './api/run.ts';
export { runSuite, type RunSuiteOptions, type SuiteRun } from './api/run-suite.ts';
export { score, type ScoreOptions } from './api/score.ts';
export {
  type ConfigInput,
  defineConfig,
  type GateInput,
  type RedactionInput,
} from './suite/input/define-config.ts';
export { defineSuite } from './suite/input/define-suite.ts';
export { defineTool, type ToolDefinition } from './suite/input/define-tool.ts';
export { model, tool } from './suite/load/fault-address.ts';
export { loadSuite, type LoadSuiteOptions } from './suite/load/load-suite.ts';
export {
  absent,
  any,
  anyOf,
  date,
  equal,
  near,
  number,
  optional,
  partial,
  pattern,
  range,
  set,
  text,
} from './suite/input/matchers.ts';
export { SuiteError } from './suite/load/suite-error.ts';
export type { LoopInput } from './suite/input/loop-input.ts';
export type { ScenarioInput, SuiteInput } from './suite/input/suite-input.ts';
export { insideFolder } from './boundary/tool/judge/inside-folder.ts';
export {
  type CaseScore,
  type DocumentScore,
  scoreDocument,
} from './import/document/score-document.ts';
export type { DocumentProblem, DocumentWarning } from './import/document/document-reader.ts';
