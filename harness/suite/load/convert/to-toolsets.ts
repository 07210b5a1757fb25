import { RigError } from '../../../core/rig-error.ts';
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
    // Those of a server were put in the place of its name.
    tools: 'mcp' in toolset.tools ? [] : toolset.tools.map(toTool),
  }));
}

/** Turns a tool as people write it into a working one. */
function toTool(input: ToolInput): Tool {
  if (isStub(input)) return toStubTool(input);
  if ('handler' in input && typeof input.handler === 'function') return defineTool(input);
  return defineTool({ time: 'real', ...input, handler: () => refuse(input.name) });
}

/** Tells a tool as data from one with a handler or a back end. */
export function isStub(input: ToolInput): input is StubToolInput {
  const isHandled = 'handler' in input && typeof input.handler === 'function';
  return !isHandled && typeof input.backEnd !== 'function';
}

function refuse(name: string): never {
  throw new RigError('NO_BACK_END', `"${name}" was run without its back end`);
}
