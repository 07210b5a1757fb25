import { UsageError } from '../../core/usage-error.ts';
import { connectMcp } from '../../mcp/connect-mcp.ts';
import { type McpServer, nameServer } from '../../mcp/mcp-server.ts';
import { toEffectGrade } from '../../mcp/to-effect-grade.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { LintedSource } from './open-linted.ts';

/**
 * Asks a running MCP server for its tools, or starts one and ends it again.
 *
 * @param words - the URL of a server that is up, or a program and its arguments.
 * @throws UsageError when no server is named, or it has no tools; RigError when it does not answer.
 */
export async function openMcpTools(
  words: readonly string[],
  { cwd }: Pick<CliIo, 'cwd'>,
): Promise<LintedSource> {
  const server = toServer(words, cwd);
  const connection = await connectMcp(server, null);
  try {
    const listed = await connection.listTools();
    const name = nameServer(server);
    if (listed.length === 0) {
      throw new UsageError(`Cannot lint the MCP server \`${name}\`: it lists no tools`);
    }
    const tools = listed.map(({ hints, returns = null, ...tool }) => {
      const { grade, hint } = toEffectGrade({ hints });
      return { ...tool, returns, effect: hint === null ? null : grade };
    });
    const { name: id, version } = connection.server;
    const set = { id: `${id}@${version}`, tools, requests: [], note: null, previous: null };
    return { file: name, toolsets: [set], list: null, recordedCalls: () => [] };
  } finally {
    await connection.close();
  }
}

function toServer(words: readonly string[], home: string): McpServer {
  const [first = ''] = words;
  if (first === '') {
    throw new UsageError(
      'Cannot lint an MCP server: name its URL, or its program and arguments after --',
    );
  }
  if (!/^https?:/iu.test(first)) return { command: words, home };
  if (!URL.canParse(first) || words.length > 1) {
    throw new UsageError(`Cannot lint the MCP server "${words.join(' ')}": expected one URL`);
  }
  return { url: first, home };
}
