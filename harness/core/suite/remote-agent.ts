/** How the user's turns reach a command: one turn on standard input or as its last argument, or all of them as lines of JSON. */
export const agentInputs = ['stdin', 'argument', 'jsonl'] as const;

/** One of {@link agentInputs}. */
export type AgentInput = (typeof agentInputs)[number];

/** An agent that is a program: one process a trial, started without a shell. */
export interface CommandAgent {
  readonly kind: 'command';
  /** Routes of the service that the agent's own tools call, such as `POST /v1/refunds`, with the tools that answer them. */
  readonly routes?: Readonly<Record<string, string>>;
  readonly command: readonly [program: string, ...args: string[]];
  readonly input: AgentInput;
  /** Absolute; `null` = the working directory of the run. */
  readonly cwd: string | null;
  /** Set for the process, over what it always gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the run's own environment that the process gets too. */
  readonly inherit: readonly string[];
  /** How long a connection on which a timeout struck stays open and silent, in real time, before it is dropped. */
  readonly holdMs: number;
}

/** An agent that is a service and is up: each user turn is one POST. */
export interface ServiceAgent {
  readonly kind: 'service';
  /** Routes of the service that the agent's own tools call, such as `POST /v1/refunds`, with the tools that answer them. */
  readonly routes?: Readonly<Record<string, string>>;
  readonly url: string;
  /** The header that carries the token of the trial. */
  readonly header: string;
  /** As of a command. */
  readonly holdMs: number;
}

/** An agent outside of the process of the run; it reaches the model boundary over HTTP. */
export type RemoteAgent = CommandAgent | ServiceAgent;
