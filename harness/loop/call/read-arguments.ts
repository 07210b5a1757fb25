import type { JudgedCall } from '../../core/talk/call.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { toRepeatKey } from '../../boundary/tool/judge/call-key.ts';

/** The arguments of a call; `null` when they cannot be read. */
export function readArguments(call: JudgedCall): JsonObject | null {
  return call.reading.status === 'invalid' ? null : call.reading.value;
}

/** The arguments of a call as one line: normalised, or the raw text where they cannot be read. */
export function toSaid(call: JudgedCall, tool: Tool | null): string {
  const args = readArguments(call);
  if (args === null) return `${call.name}\n${call.argumentsText ?? ''}`;
  return toRepeatKey(tool ?? { name: call.name }, args);
}
