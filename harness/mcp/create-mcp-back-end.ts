import type { BackEnd, OpenBackEnd, ToolHandler } from '../core/suite/tool.ts';
import type { JsonObject } from '../json/json.ts';
import { connectMcp, type McpAnswer, type McpConnection } from './connect-mcp.ts';
import { hasFolder, type McpServer } from './mcp-server.ts';
import { toToolResult } from './to-tool-result.ts';
import { createTrialFolder, type TrialFolder } from './trial-folder.ts';

/** A server as the back end of a toolset: started for each trial, with a separate folder where the suite requires one. */
export function createMcpBackEnd(server: McpServer, names: readonly string[]): BackEnd {
  return async () => {
    const folder = hasFolder(server) ? await createTrialFolder(server) : null;
    try {
      const connection = await connectMcp(server, folder?.path ?? null);
      return toOpenBackEnd(connection, folder, names);
    } catch (error) {
      await folder?.remove();
      throw error;
    }
  };
}

function toOpenBackEnd(
  connection: McpConnection,
  folder: TrialFolder | null,
  names: readonly string[],
): OpenBackEnd {
  const toHandler = (name: string): ToolHandler => {
    return async (args, { signal }) => {
      const passed: JsonObject = folder === null ? args : folder.toReal(args);
      const answer = await connection.callTool(name, passed, signal);
      return toToolResult(folder === null ? answer : toShownAnswer(answer, folder));
    };
  };
  return {
    tools: Object.fromEntries(names.map((name) => [name, toHandler(name)])),
    dispose: async () => {
      await connection.close();
      await folder?.remove();
    },
  };
}

/** The answer with the folder as the model is shown it. */
function toShownAnswer(answer: McpAnswer, folder: TrialFolder): McpAnswer {
  if (!answer.ok) return { ...answer, message: folder.toShownText(answer.message) };
  // A result is an object, and stays one.
  return { ...answer, result: folder.toShown(answer.result) as JsonObject };
}
