import type { Recording } from '../../cassette/lane/parse-recording.ts';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { Tool, Toolset } from '../../core/suite/tool.ts';

/**
 * The suite with every tool that does real I/O replaced by one that gives its recorded results. Tools with a back end may be
 * kept where it is replayed.
 */
export function toQuietTools(
  suite: Suite,
  recording: Recording | null,
  backEnds: 'quiet' | 'kept' = 'quiet',
): Suite {
  const isReal = ({ time, backEnd }: Tool): boolean =>
    backEnd === undefined ? time === 'real' : backEnds === 'quiet';
  if (suite.toolsets.every(({ tools }) => !tools.some(isReal))) return suite;
  const results = new Map<string, JsonValue>();
  for (const line of recording?.readTools() ?? []) {
    results.set(toKey(line.tool, line.arguments), line.content);
  }
  const toQuiet = (tool: Tool): Tool => {
    if (!isReal(tool)) return tool;
    const { returns: _returns, backEnd: _backEnd, preview, ...rest } = tool;
    const answer = (args: JsonObject): JsonValue =>
      results.get(toKey(tool.name, args)) ?? { status: 'done' };
    return {
      ...rest,
      time: 'virtual',
      handler: answer,
      ...(preview === undefined ? {} : { preview: answer }),
    };
  };
  const toolsets = suite.toolsets.map((set): Toolset => ({
    ...set,
    tools: set.tools.map(toQuiet),
  }));
  return { ...suite, toolsets };
}

function toKey(tool: string, args: JsonValue): string {
  return `${tool} ${toCanonicalJson(args)}`;
}
