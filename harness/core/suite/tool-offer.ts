import type { Tool } from './tool.ts';

/** The tools of a turn, and their names. */
export interface OfferedTools {
  readonly tools: readonly Tool[];
  readonly names: ReadonlySet<string>;
}

/** Decides which tools are offered in the next turn of one trial. */
export interface ToolOffer {
  /** `text` is what the user said last; `used` are the tools that were called in this conversation. */
  next(text: string, used: ReadonlySet<string>): Promise<OfferedTools>;
  /** A new conversation begins: what was opened on request is closed. */
  reset(): void;
}

/** The tool by which a model opens what is not offered. */
export const capabilityTool = 'request_capability';
