import type { ChatTool } from '../core/talk/chat.ts';
import type { Toolset } from '../core/suite/tool.ts';

const plain = new WeakMap<Toolset, readonly ChatTool[]>();
const strict = new WeakMap<Toolset, readonly ChatTool[]>();

/** The tools as the model is offered them; the same objects for the same toolset every time. */
export function toChatTools(toolset: Toolset, isStrict: boolean): readonly ChatTool[] {
  const kept = isStrict ? strict : plain;
  const known = kept.get(toolset);
  if (known !== undefined) return known;
  const tools = toolset.tools.map(({ name, description, parameters }): ChatTool => ({
    type: 'function',
    function: { name, description, parameters, ...(isStrict ? { strict: true } : {}) },
  }));
  kept.set(toolset, tools);
  return tools;
}
