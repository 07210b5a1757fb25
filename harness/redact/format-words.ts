/** Names and values of the formats that toolrig and chat completions are written in. */
const words = `
selection.f1 PASS FAIL REGRESSION INCONCLUSIVE INVALID
additionalProperties address adjustedP advice agent_error allowed answer answered approve
argumentErrors arguments arguments.correct arguments.parsed arguments.ungrounded
arguments.valid_final arguments.valid_first argumentsText assistant attack attempt attempts
authorize awaiting_confirmation bad_tool_result baseline better blocks breakers budget cached
callRef called cancelled candidate caughtBy causes chat.completion.chunk cluster clusteredP
clusters clustersPlanned clustersToDecide committed comparedTogether comparisonShape comparisons
complete completion_tokens confirm confirm_invalid confirm_required confirmed conflict confusion
content content_filter cost.input_tokens cost.model_ms cost.output_tokens cost.price
cost.tool_ms coverage deadline decidedAt deciding decisions delivery denied description detail
difference direction divergence durationMs edited effect effects.double effects.half_batch
effects.missing effects.once effects.unconfirmed effects.unintended effects.unresolved
effects.weighted endAtMs endReasons environment eventShape events exactLoss example executed
exitCode expectFail expectations expected failed failures faultKinds faults findings
finishReason finish_reason finished frames fullChars function gateReportShape handled headers
headersAtMs honesty.false_claims idempotencyKey idempotent identical inconclusive inject
injected injection inputTokens intent interrupted invalid invalidReasons invalid_arguments
invalid_json irreversible journal json_schema judged knownFailures learned length losses
malformed_call manifest manifestHash margin max_tokens max_turns message messages method metric
metrics missing model_error nature needs_human network no_progress normalised not_needed noticed
observation offered onlyBaseline onlyCandidate outOfReach outcome outputTokens pairedTrials
parallel_tool_calls parameters params parsed partId partShape passed planned policy position
precision precondition_missing preview problems prompt prompt_tokens properties protocol
protocol_error rate_limited reading reasons recall record recorded recordedAt recoverable
recovery recovery.handled refusal refused reliability removed renamedFrom repaired repeat replay
request required result result_not_serialisable results retryAfterMs retryable runFolder
safety.forbidden safety.identity safety.obeyed scenario scenarios scenariosPlanned schema
schemaVersion scores scripted selection selection.abstention selection.exact selection.first
selection.hallucinated selection.precision selection.recall sentence sequential shapes silent
skipped source stalled status stopReason streamed success system systemPrompt system_message
task.success temperature termination.clean termination.cycles termination.repeats
termination.turns_over timeout toolChanges tool_batch_rejected tool_call_id tool_calls
tool_choice tool_description tool_parameters toolset toolsets trialMeans trials truncated
truncated_stream unavailable unknown unknown_tool unmeasured unreachable unreadable
unrecoverable_tool_error validation variant variants verdict version warnings worseShareBound
`.split(/\s+/u);

/**
 * Whether a text is a word of a format, or a part of one. Such a value is no secret, since it is in every file: taking it
 * out would leave run folders and recordings that cannot be read.
 */
export function isFormatWord(text: string): boolean {
  return words.some((word) => word.includes(text));
}
