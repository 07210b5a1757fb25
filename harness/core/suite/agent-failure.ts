/** How an agent outside of the process failed. */
export type AgentFailureReason =
  /** It ended with another exit code than 0. */
  | 'exit_code'
  /** A signal ended it. */
  | 'signal'
  /** It ended well and said nothing. */
  | 'no_output'
  /** It said more than the limit allows. */
  | 'output_limit'
  /** What it said has not the form that was agreed. */
  | 'bad_output'
  /** The service answered with an error status. */
  | 'http_status'
  /** The service gave no whole answer. */
  | 'no_answer';

/** An agent outside of the process failed: how, in a sentence, and the end of what it wrote to standard error. */
export class AgentFailureError extends Error {
  override readonly name = 'AgentFailureError';
  readonly reason: AgentFailureReason;
  /** Its last words; empty when there are none. */
  readonly detail: string;

  constructor(reason: AgentFailureReason, message: string, detail = '') {
    super(message);
    this.reason = reason;
    this.detail = detail;
  }
}
