import type { Tool } from '../../../core/suite/tool.ts';
import { defineTool } from '../../input/define-tool.ts';
import type { StubToolInput, ToolInput } from '../../input/tool-input.ts';
import { toStubTool } from './to-stub-tool.ts';

/** Turns a tool as people write it into a working one. */
export function toTool(input: ToolInput): Tool {
  return isStub(input) ? toStubTool(input) : defineTool(input);
}

/** Tells a tool as data from one with a handler. */
export function isStub(input: ToolInput): input is StubToolInput {
  return !('handler' in input) || typeof input.handler !== 'function';
}
