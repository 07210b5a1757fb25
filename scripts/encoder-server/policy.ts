/** What a policy may know of a tool: the texts that a model is shown, and nothing else. */
export interface ToolText {
  readonly name: string;
  readonly description: string;
}

/** A way to choose a tool for a request; served as a model under its name. */
export interface Policy {
  /** The model name on the wire. */
  readonly name: string;
  /** No tool is called when the nearest one is less similar than this. */
  readonly threshold: number;
  /** Similarity that makes a tool e times as likely at temperature 1. */
  readonly spread: number;
  /** The similarity of the request to each tool, in the order of `tools`; higher is more similar. */
  similarities(text: string, tools: readonly ToolText[]): Promise<readonly number[]>;
}
