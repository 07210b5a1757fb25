import type { EffectGrade } from '../core/suite/effect-grade.ts';
import type { CoerceRule } from '../core/suite/tool.ts';
import type { JsonObject } from '../json/json.ts';

/** What a suite says of one tool of a server; what it leaves out is as the server says. */
export interface McpToolInput {
  /** Confirms or corrects what the hints of the server say. */
  readonly effect?: EffectGrade;
  /** For a write: the arguments whose values name the effect that a success is taken for. */
  readonly effects?: { readonly key: readonly string[] };
  readonly description?: string;
  /** Arguments that are paths and must be inside the folder of the trial. */
  readonly inside?: readonly string[];
  readonly confirm?: 'none' | 'human';
  readonly polling?: boolean;
  readonly timeoutMs?: number;
  readonly maxResultChars?: number;
  readonly keyFields?: readonly string[];
  readonly coerce?: Readonly<Record<string, CoerceRule>>;
  readonly requires?: readonly string[];
  readonly example?: JsonObject;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly roles?: readonly string[];
  readonly phases?: readonly string[];
  readonly fallback?: string;
}

/** A server whose tools are those of a toolset, as a suite names it. Either `command` or `url`. */
export interface McpInput {
  /**
   * A program and its arguments, started in the folder of the suite. `{suite}` is that folder, `{folder}` that of the
   * trial.
   */
  readonly command?: readonly string[];
  /** Of a server that is up and speaks streamable HTTP. */
  readonly url?: string;
  /** Variables of the program, besides the few that it always gets (`PATH`, `HOME`, ...). */
  readonly env?: Readonly<Record<string, string>>;
  /** Copied for each trial, so that none sees what another wrote. Relative to the suite. */
  readonly folder?: string;
  /** The tools that are offered; default: all. */
  readonly only?: readonly string[];
  readonly tools?: Readonly<Record<string, McpToolInput>>;
  /** How long the server may take to start and to list its tools. Default 30,000 ms. */
  readonly startTimeoutMs?: number;
}

/** A server with the place that its paths are relative to. */
export interface McpServer extends McpInput {
  /** Folder of the suite. */
  readonly home: string;
}

/**
 * What the model is shown as the folder of the trial, wherever it really is: recordings are the same on every machine.
 */
export const shownFolder = '/trial';

/** Whether each trial of a server has a separate folder. */
export function hasFolder({ command = [], env = {}, folder }: McpInput): boolean {
  if (folder !== undefined) return true;
  return [...command, ...Object.values(env)].some((text) => text.includes('{folder}'));
}

/** How a server is named in messages. */
export function nameServer({ command = [], url }: McpInput): string {
  return url ?? command.join(' ');
}
