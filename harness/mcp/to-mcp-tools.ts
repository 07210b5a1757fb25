import type { Tool, ToolCheck } from '../core/suite/tool.ts';
import { RigError } from '../core/rig-error.ts';
import { isJsonObject } from '../json/json.ts';
import { insideFolder } from '../boundary/tool/judge/inside-folder.ts';
import type { ListedTool } from './connect-mcp.ts';
import { createMcpBackEnd } from './create-mcp-back-end.ts';
import { hasFolder, type McpServer, type McpToolInput, shownFolder } from './mcp-server.ts';
import { toEffectGrade } from './to-effect-grade.ts';

/** The tools of a toolset whose back end is a server. */
export interface McpTools {
  readonly tools: readonly Tool[];
  /** What the suite takes from a hint alone, one entry a tool. */
  readonly unconfirmed: readonly { readonly tool: string; readonly text: string }[];
}

/** Makes the tools of a server: its names, texts and schemas, the suite's word on what they do, and a back end for each trial. */
export function toMcpTools(server: McpServer, listed: readonly ListedTool[]): McpTools {
  const { only, tools: own = {} } = server;
  const offered = listed.filter(({ name }) => only === undefined || only.includes(name));
  const backEnd = createMcpBackEnd(
    server,
    offered.map(({ name }) => name),
  );
  const said = (name: string): McpToolInput => (Object.hasOwn(own, name) ? (own[name] ?? {}) : {});
  return {
    tools: offered.map((tool) => ({ ...toTool(tool, said(tool.name), server), backEnd })),
    unconfirmed: offered.flatMap((tool) => {
      const { grade, hint } = toEffectGrade(tool);
      if (grade === 'read' || said(tool.name).effect !== undefined) return [];
      const why = hint === null ? 'the server gives no hint' : `by the hint ${hint} of the server`;
      return [{ tool: tool.name, text: `"${tool.name}" is taken for ${grade}: ${why}` }];
    }),
  };
}

function toTool(listed: ListedTool, own: McpToolInput, server: McpServer): Tool {
  const { effects, inside, ...said } = own;
  const effect = said.effect ?? toEffectGrade(listed).grade;
  const paths = inside ?? (hasFolder(server) ? findPaths(listed) : []);
  return {
    name: listed.name,
    description: listed.description,
    parameters: listed.parameters,
    ...(listed.returns === undefined ? {} : { returns: listed.returns }),
    time: 'real',
    ...said,
    effect,
    ...(effects === undefined
      ? {}
      : { effectKey: effects.key, keyFields: own.keyFields ?? effects.key }),
    ...(paths.length === 0 ? {} : { authorize: toCheck(paths) }),
    handler: () => {
      throw new RigError('NO_BACK_END', `"${listed.name}" was run without its MCP server`);
    },
  };
}

function toCheck(paths: readonly string[]): ToolCheck {
  const checks = paths.map((name) => insideFolder(name, shownFolder));
  return (args, context) => {
    for (const check of checks) {
      const found = check(args, context);
      if (found !== null) return found;
    }
    return null;
  };
}

/** Arguments that are paths by their names: where a trial has a folder, they must not lead out of it. */
const pathNames =
  /^(?:(?:file|dir|directory|folder|root|source|target|destination|old|new|from|to|src|dest|base)_?)?(?:paths?|files?|filenames?|dirs?|director(?:y|ies)|folders?)$|^(?:source|destination)$/iu;

function findPaths({ parameters }: ListedTool): readonly string[] {
  const { properties } = parameters;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isText =
      isJsonObject(schema) && (schema['type'] === 'string' || holdsTexts(schema['items']));
    return isText && pathNames.test(name) ? [name] : [];
  });
}

function holdsTexts(items: unknown): boolean {
  return isJsonObject(items) && items['type'] === 'string';
}
