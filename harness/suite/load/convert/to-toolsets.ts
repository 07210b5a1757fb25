import type { Tool, Toolset } from '../../../core/suite/tool.ts';
import { defineTool } from '../../input/define-tool.ts';
import type { SuiteInput } from '../../input/suite-input.ts';
import type { StubToolInput, ToolInput } from '../../input/tool-input.ts';
import { toStubTool } from './to-stub-tool.ts';

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

/** Turns a tool as people write it into a working one. */
export function toTool(input: ToolInput): Tool {
  return isStub(input) ? toStubTool(input) : defineTool(input);
}

/** Tells a tool as data from one with a handler. */
export function isStub(input: ToolInput): input is StubToolInput {
  return !('handler' in input) || typeof input.handler !== 'function';
}
