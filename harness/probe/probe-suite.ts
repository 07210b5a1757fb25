import type { RigError } from '../core/rig-error.ts';
import type { Suite } from '../core/suite/suite.ts';
import type { Toolset } from '../core/suite/tool.ts';
import { UsageError } from '../core/usage-error.ts';
import { listContexts } from './play/probe-context.ts';
import { probeTool } from './probe-tool.ts';
import type { ProbedTool, ProbeReport } from './probe-report.ts';

/** How a suite is probed. */
export interface ProbeOptions {
  /** Ids of toolsets; `null`: all. */
  readonly toolsets: readonly string[] | null;
  /** Names of tools; `null`: all. */
  readonly tools: readonly string[] | null;
  /** Calls may reach real services. */
  readonly live: boolean;
  /** Deliver what the tool boundary objects to as well. */
  readonly unchecked: boolean;
  readonly signal: AbortSignal;
}

/**
 * Makes every call of a battery twice, for each tool, in worlds of the suite's own.
 *
 * @throws UsageError when a name is unknown, and the error of a real service that answered no call at all.
 */
export async function probeSuite(suite: Suite, options: ProbeOptions): Promise<ProbeReport> {
  const contexts = listContexts(suite);
  if (contexts.length === 0) {
    throw new UsageError(`Cannot probe suite "${suite.name}": it has no scenario, so no world`);
  }
  const toolsets = [];
  const failures: RigError[] = [];
  for (const toolset of chooseToolsets(suite, options)) {
    const tools: ProbedTool[] = [];
    for (const tool of toolset.tools) {
      if (options.tools !== null && !options.tools.includes(tool.name)) continue;
      options.signal.throwIfAborted();
      const { failure, ...probed } = await probeTool({ suite, toolset, tool }, contexts, options);
      tools.push(probed);
      if (failure !== undefined) failures.push(failure);
    }
    if (tools.length > 0) toolsets.push({ id: toolset.id, tools });
  }
  const isAnswered = toolsets.some(({ tools }) => tools.some(({ answered }) => answered > 0));
  const [failure] = failures;
  // A service that never answered any call says nothing about its tools.
  if (failure !== undefined && !isAnswered) throw failure;
  return { suite: suite.name, toolsets };
}

function chooseToolsets(suite: Suite, { toolsets, tools }: ProbeOptions): readonly Toolset[] {
  // Of a gray release and of a switch, both toolsets are there by themselves.
  const known = suite.toolsets.filter(
    (toolset) => toolset.release === undefined && toolset.switch === undefined,
  );
  const ids = known.map(({ id }) => id);
  const odd = (toolsets ?? []).filter((id) => !ids.includes(id));
  if (odd.length > 0) {
    throw new UsageError(
      `There is no toolset "${odd.join('", "')}" in suite "${suite.name}"; it has ${ids.join(', ')}`,
    );
  }
  const chosen = known.filter(({ id }) => toolsets === null || toolsets.includes(id));
  const names = chosen.flatMap((set) => set.tools.map(({ name }) => name));
  const unknown = (tools ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(
      `There is no tool "${unknown.join('", "')}" in suite "${suite.name}"; it has ${[...new Set(names)].join(', ')}`,
    );
  }
  return chosen;
}
