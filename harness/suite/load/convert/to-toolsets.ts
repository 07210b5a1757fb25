import type { Toolset } from '../../../core/suite/tool.ts';
import type { SuiteInput } from '../../input/suite-input.ts';
import { toTool } from './to-tool.ts';

/** The toolset that `tools` is short for. */
export const mainToolset = 'main@1';

/** The toolsets of a suite, with working tools. */
export function toToolsets(suite: SuiteInput): readonly Toolset[] {
  const short = suite.tools === undefined ? [] : [{ id: mainToolset, tools: suite.tools }];
  return [...short, ...(suite.toolsets ?? [])].map((toolset) => ({
    ...toolset,
    tools: toolset.tools.map(toTool),
  }));
}
