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
export type { Agent, AgentContext, AgentEnd } from './core/agent.ts';
export type { ChatMessage, ChatRequest, ChatTool } from './core/chat.ts';
export type { EffectGrade } from './core/effect-grade.ts';
export { exactText } from './core/exact-arguments.ts';
export type { Fault, FaultAddress, FaultInjection, FaultPlan } from './core/fault.ts';
export type { JsonObject, JsonValue } from './core/json.ts';
export type { LoopSettings } from './core/loop-settings.ts';
export { referenceLoop } from './core/loop-settings.ts';
export type { MetricName } from './core/metric.ts';
export { RigError } from './core/rig-error.ts';
export type { RunSummary, Verdict } from './core/run.ts';
export type { Loss, MetricSummary, Score, Scores } from './core/score.ts';
export type {
  Expected,
  ModelSpec,
  Responder,
  Scenario,
  ScriptedReply,
  Suite,
  Variant,
} from './core/suite.ts';
export type { Tool, ToolContext, ToolHandler, Toolset, WorldState } from './core/tool.ts';
export type { ToolError } from './core/tool-error.ts';
export {
  deniedResult,
  emptyResult,
  errorResult,
  type HandlerOutcome,
} from './core/tool-outcome.ts';
export type { TranscriptEvent } from './core/transcript.ts';
export type { ScoreRecord, TrialRecord } from './core/trial.ts';
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
} from './fault/build-fault.ts';
export { naiveLoop, singleRoundLoop } from './loop/presets.ts';
export { runReferenceLoop } from './loop/run-reference-loop.ts';
export type { RunOptions, RunProgress } from './rig/run-options.ts';
export { type RunResult, runSuite } from './rig/run-suite.ts';
export {
  type ConfigInput,
  defineConfig,
  type GateInput,
  type RedactionInput,
} from './suite/define-config.ts';
export { defineSuite } from './suite/define-suite.ts';
export { defineTool, type ToolDefinition } from './suite/define-tool.ts';
export { model, tool } from './suite/fault-address.ts';
export { loadSuite, type LoadSuiteOptions } from './suite/load-suite.ts';
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
} from './suite/matchers.ts';
export { SuiteError } from './suite/suite-error.ts';
export type { LoopInput } from './suite/loop-input.ts';
export type { ScenarioInput, SuiteInput } from './suite/suite-input.ts';
export { insideFolder } from './tool/inside-folder.ts';
