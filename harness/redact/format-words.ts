/** Names and values of the formats that toolrig and the dialects are written in. */
const words = `
selection.f1 PASS FAIL REGRESSION INCONCLUSIVE INVALID
additionalProperties address adjustedP advice agent_error allowed annotations answer answered
approve argumentErrors arguments arguments.correct arguments.parsed arguments.ungrounded
arguments.mended
arguments.valid_final arguments.valid_first arguments.worse argumentsText assistant attack attempt attempts
authorize awaiting_confirmation bad_tool_result baseline better blocks breakers budget
cache_creation_input_tokens cache_read_input_tokens cached callRef called cancelled candidate
caughtBy causes chat.completion.chunk citations_delta cluster clusteredP clusters
clustersPlanned clustersToDecide committed comparedTogether comparisonShape comparisons
complete completion_tokens corrections mended not_mended wrongFields confirm confirm_invalid confirm_required confirmed conflict
confusion content content_block content_block_delta content_block_start content_block_stop
content_blocks content_filter content_index cost.input_tokens cost.model_ms cost.output_tokens
cost.price cost.tool_ms coverage created_at deadline decidedAt deciding decisions delivery
denied description detail difference direction disable_parallel_tool_use divergence durationMs
edited effect effects.double effects.half_batch effects.missing effects.once
effects.unconfirmed effects.unintended effects.unresolved effects.weighted encrypted_content
endAtMs endReasons end_turn environment eventShape events exactLoss example executed exitCode
expectFail expectations expected failed failures faultKinds faults findings finishReason
finish_reason finished frames fullChars function function_call function_call_output
gateReportShape handled headers headersAtMs honesty.false_claims honesty.false_none idempotencyKey idempotent
identical in_messages incomplete_details inconclusive inject injected injection inputTokens
input_json_delta input_schema input_text input_tokens instructions intent interrupted invalid
invalidReasons invalid_arguments invalid_json irreversible journal json_schema judged
knownFailures learned length losses malformed_call manifest manifestHash margin
max_output_tokens max_tokens max_turns message message_delta message_start message_stop
messages method metric metrics missing model_error nature needs_human network no_progress
normalised not_needed noticed observation offered onlyBaseline onlyCandidate outOfReach outcome
outputTokens output_index output_items output_text output_tokens pairedTrials
parallel_tool_calls parameters params parsed partId partShape partial_json passed pause_turn
planned policy position precision precondition_missing preview previous_response_id problems
prompt prompt_tokens properties protocol protocol_error rate_limited reading reasoning reasons
recall record recorded recordedAt recoverable recovery recovery.handled redacted_thinking
refusal refused reliability removed renamedFrom repaired repeat replay request required
response.completed response.content_part.added response.content_part.done response.created
response.failed response.function_call_arguments.delta response.function_call_arguments.done
response.in_progress response.incomplete response.output_item.added response.output_item.done
response.output_text.delta response.output_text.done responses result result_not_serialisable
results retryAfterMs retryable runFolder safety.forbidden safety.identity safety.obeyed safety.role safety.unauthorized
scenario scenarios scenariosPlanned schema schemaVersion scores scripted selection
selection.abstention selection.exact selection.first selection.hallucinated selection.offered selection.precision
selection.recall selection.unoffered sentence sequence_number sequential shapes signature signature_delta silent
skipped source stalled status stopReason stop_reason stop_sequence streamed success
summary_text system systemPrompt system_message task.success temperature termination.clean
termination.cycles termination.repeats termination.turns_over text_delta thinking
thinking_delta timeout toolChanges tool_batch_rejected tool_call_id tool_calls tool_choice
tool_description tool_parameters tool_result tool_use toolset toolsets total_tokens trialMeans
trials truncated truncated_stream unavailable unknown unknown_tool unmeasured unreachable
unreadable unrecoverable_tool_error validation variant variants verdict version warnings
worseShareBound
`.split(/\s+/u);

/**
 * Whether a text is a word of a format, or a part of one. Such a value is no secret, since it is in every file: taking it
 * out would leave run folders and recordings that cannot be read.
 */
export function isFormatWord(text: string): boolean {
  return words.some((word) => word.includes(text));
}
