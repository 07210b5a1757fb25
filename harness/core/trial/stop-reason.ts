/** Why an agent's conversation ended. */
export const stopReasons = [
  'answered',
  'refused',
  'asked',
  'awaiting_confirmation',
  'needs_human',
  'empty',
  'max_turns',
  'repeat',
  'cycle',
  'no_progress',
  'budget',
  'deadline',
  'truncated',
  'content_filter',
  'cancelled',
  'model_error',
  'protocol_error',
  'unrecoverable_tool_error',
  'agent_error',
] as const;

/** One of {@link stopReasons}. */
export type StopReason = (typeof stopReasons)[number];
