// Run, record, compare, score, report: each takes one object of options and needs little of it.
export { compare, type ComparedRuns, type CompareOptions } from './api/compare.ts';
export { openRun, type OpenRunOptions } from './api/open-run.ts';
export { record, type RecordOptions } from './api/record.ts';
export { report, type Report, type ReportOptions } from './api/report.ts';
export type { Run } from './api/run.ts';
export { runSuite, type RunSuiteOptions, type SuiteRun } from './api/run-suite.ts';
export { score, type ScoreOptions } from './api/score.ts';
export type { SurroundingsOptions } from './api/place/own-surroundings.ts';
export type { RunProgress } from './run/run-options.ts';
export type { Spent } from './run/spend/spend-meter.ts';

// Write a suite: toolsets, scenarios, variants and fault plans, checked when they are loaded.
export { defineSuite } from './suite/input/define-suite.ts';
export {
  type DefinedCheck,
  type DefinedReconcile,
  defineTool,
  type ToolDefinition,
} from './suite/input/define-tool.ts';
export type { LoopInput } from './suite/input/loop-input.ts';
export type { ScenarioInput, SuiteInput } from './suite/input/suite-input.ts';
export type { ArgumentsSchema } from './suite/load/convert/to-json-schema.ts';
export type { McpSource } from './suite/load/resolve-mcp.ts';
export { loadSuite, type LoadSuiteOptions } from './suite/load/load-suite.ts';
export type { CheckInjection, InjectionProblem } from './suite/check/check-faults.ts';
export { adaptSchema, type AdaptedSchema } from './schema/subset/adapt-schema.ts';
export type { SchemaLoss, SchemaSubset } from './core/suite/schema-subset.ts';
export type { SuiteProblem } from './suite/load/suite-finding.ts';
export {
  type ConfigInput,
  defineConfig,
  type GateInput,
  type OwnDefinition,
  type RedactionInput,
} from './suite/input/define-config.ts';
export type { Gate, GateFigure } from './core/suite/gate.ts';

// Say what is expected: values that match by a rule instead of letter by letter.
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
export type { Ignorable, Matcher } from './core/suite/matcher.ts';

// Break things: what strikes, and where.
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
export type { FaultInput } from './suite/input/fault-input.ts';
export {
  model,
  type ModelTarget,
  type ModelTurn,
  tool,
  type ToolTarget,
} from './suite/load/fault-address.ts';
export { defineFault } from './boundary/fault/own/define-fault.ts';
export type {
  OwnFault,
  OwnFaultFields,
  OwnModelFault,
  OwnStrikeContext,
  OwnToolFault,
  StrikeBody,
} from './core/own/own-fault.ts';
export type { BodyFrame, Exchange, ExchangeEnd } from './core/talk/exchange.ts';
export type { EventRole, WireError, WireForm } from './core/talk/wire-form.ts';
export type { Random } from './core/random.ts';
export type {
  Fault,
  FaultAddress,
  FaultInjection,
  FaultPlan,
  FaultRecord,
  ModelStrike,
  ToolStrike,
} from './core/suite/fault.ts';

// Measure what matters to you: a metric of your own, reported, gated and compared like toolrig's.
export { defineScorer } from './core/own/define-scorer.ts';
export type {
  OwnScore,
  OwnScorer,
  ScoredScenario,
  TrialSight,
  ViewedCall,
  ViewedEffect,
} from './core/own/own-scorer.ts';
export type {
  BuiltInMetric,
  ByMetric,
  MetricDirection,
  MetricInfo,
  MetricName,
  MetricRef,
  MetricUnit,
  OwnMetricName,
} from './core/score/metric.ts';

// Show it your way: a kind of report of your own.
export { defineReporter, type OwnReporter } from './report/own/define-reporter.ts';
export type {
  AttemptResult,
  CaseResult,
  ConfusionCount,
  FaultFigure,
  MetricFigure,
  ReportData,
  RunReport,
  ScenarioInfo,
  VariantReport,
} from './report/report-data.ts';
export type { OwnReliability } from './compare/judge/compare-reliability.ts';
export type {
  Counted,
  Diagnosis,
  Place,
  Recovery,
  ShapeAdvice,
  Trouble,
  UsageShare,
} from './diagnosis/diagnosis.ts';
export type { Sweep, SweepPoint } from './core/sweep.ts';
export type { ReportFile, ReportInput } from './report/report-writer.ts';
export type { ResultSource, TrialResult } from './report/open/trial-result.ts';

// Write a tool's handler: what it is given, and what it may answer.
export { insideFolder } from './boundary/tool/judge/inside-folder.ts';
export {
  deniedResult,
  emptyResult,
  errorResult,
  type HandlerOutcome,
  type ToolOutcome,
  type ToolResultStatus,
} from './core/trial/tool-outcome.ts';
export { exactText } from './json/exact-arguments.ts';
export type { JsonObject, JsonValue } from './json/json.ts';
export type { EffectGrade } from './core/suite/effect-grade.ts';
export type {
  BackEnd,
  BackEndTrial,
  CoerceRule,
  OfferedSchema,
  OpenBackEnd,
  Reconcile,
  Release,
  Tool,
  ToolCheck,
  ToolContext,
  ToolHandler,
  Toolset,
  ToolsetSwitch,
  WorldState,
} from './core/suite/tool.ts';
export type {
  AgentInput,
  CommandAgent,
  RemoteAgent,
  ServiceAgent,
} from './core/suite/remote-agent.ts';
export type { AgentObject } from './suite/input/agent-input.ts';
export type { Problem, ToolError, ToolErrorKind } from './core/trial/tool-error.ts';

// Bring an agent of your own: what it is given for one trial, and what it gives back.
export type { Agent, AgentAnswer, AgentContext, AgentEnd, NextTools } from './core/suite/agent.ts';
export type {
  ChatMessage,
  ChatParams,
  ChatRequest,
  ChatTool,
  ChatToolCall,
} from './core/talk/chat.ts';
export type {
  AskPosition,
  CallEdit,
  CallExtra,
  Deviation,
  Model,
  ModelAnswer,
  ModelError,
  ModelReply,
  ModelStop,
  Provenance,
  SaidCall,
  Usage,
} from './core/talk/model.ts';
export type { ApiName } from './core/talk/wire-form.ts';
export type { Clock } from './core/trial/clock.ts';
export type { StopReason } from './core/trial/stop-reason.ts';
export type {
  DeliverOptions,
  RunCallOptions,
  ToolBoundary,
  ToolDelivery,
} from './core/trial/tool-boundary.ts';

// Choose the tools of a turn: a router of your own, and what the reference loop is given.
export type { RoutedTool, Router } from './core/suite/router.ts';
export type { OfferedTools, ToolOffer } from './core/suite/tool-offer.ts';

// Use the reference loop, as it is or with other settings.
export { naiveLoop, singleRoundLoop } from './loop/presets.ts';
export { runReferenceLoop } from './loop/run-reference-loop.ts';
export type {
  EnforceSettings,
  GuardSettings,
  JournalSettings,
  LoopSettings,
  OfferSettings,
  ResultSettings,
  RetrySettings,
} from './core/suite/loop-settings.ts';
export { referenceLoop } from './core/suite/loop-settings.ts';

// Use a scripted agent with a known defect in place of a model.
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
export { type AgentKind, agentKinds } from './agent/tempers.ts';

// Read a loaded suite.
export type {
  CallOutcome,
  Claim,
  Expected,
  ExpectedCall,
  ExpectedEffect,
  ModelNature,
  ModelSpec,
  OrderPair,
  Price,
  Responder,
  Scenario,
  ScriptedReply,
  Suite,
  Variant,
} from './core/suite/suite.ts';

// Read a run: its manifest, summary, transcripts and scores.
export type {
  FaultCounts,
  MetricSummaries,
  RunManifest,
  RunMode,
  PartSurplus,
  RunPart,
  RunSummary,
  VariantSummary,
  WrongField,
  Verdict,
} from './core/run.ts';
export type {
  ArgumentsReading,
  CallRef,
  ConfirmState,
  Finding,
  JudgedCall,
  JudgeStage,
} from './core/talk/call.ts';
export type { Lane } from './core/suite/lane.ts';
export type { Loss, MetricSummary, Score, Scores } from './core/score/score.ts';
export type {
  EventBody,
  JournalState,
  ReplayTier,
  ReplyCall,
  TranscriptEvent,
  TranscriptSink,
} from './core/trial/transcript.ts';
export type {
  ConfusionPair,
  FieldCorrection,
  ScoreRecord,
  TrialFacts,
  TrialOutcome,
  TrialRecord,
} from './core/trial/trial.ts';
export type { RunSeal } from './run/folder/run-shape.ts';

// Read a comparison or the report of gates.
export type {
  ComparedBy,
  ComparedSide,
  Comparison,
  ConfusionCell,
  CountPair,
  DiffPiece,
  Divergence,
  Estimate,
  Flip,
  MetricComparison,
  Reliability,
  SequentialOutcome,
  ToolChange,
  ToolVerdict,
} from './compare/comparison.ts';
export type { GateBreaker, GateReport, GateResult } from './compare/gate/gate-report.ts';

// Score a transcript made elsewhere.
export {
  type CaseScore,
  type DocumentScore,
  scoreDocument,
} from './import/document/score-document.ts';
export type { DocumentProblem, DocumentWarning } from './import/document/document-reader.ts';
export type { Result } from './json/result.ts';

// Read your own logs: a format of your own, turned into documents to be scored.
export { defineImporter, type OwnImporter } from './import/own/define-importer.ts';
export type { ImportFile } from './import/imported-run.ts';

// Handle an error: each has a stable code, and the exit code of the command line.
export { RigError, type RigErrorOptions } from './core/rig-error.ts';
export { UsageError } from './core/usage-error.ts';
export { StoreError } from './run/folder/store-error.ts';
export { SuiteError } from './suite/load/suite-error.ts';
