import { RigError } from '../core/rig-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { loadClientSdk, type McpClientSdk } from './load-sdk.ts';
import { type McpServer, nameServer } from './mcp-server.ts';

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly returns?: JsonObject;
  /** `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`: what the server says of itself. */
  readonly hints: Readonly<Record<string, boolean>>;
}

/** A running server. */
export interface McpConnection {
  /** Name and version, as the server says them. */
  readonly server: { readonly name: string; readonly version: string };
  listTools(): Promise<readonly ListedTool[]>;
  /** What `tools/call` came back with, or the error that the server answered with. */
  callTool(name: string, args: JsonObject, signal: AbortSignal): Promise<McpAnswer>;
  close(): Promise<void>;
}

/** What a server answered. */
export type McpAnswer =
  | { readonly ok: true; readonly result: JsonObject }
  /** A JSON-RPC error: bad arguments, an unknown tool. The server is still running. */
  | { readonly ok: false; readonly code: number; readonly message: string };

/** Longer than the timeout of any tool: the boundary limits each call itself. */
const longestCallMs = 2 ** 31 - 1;
const usualStartMs = 30_000;
const keptStderr = 4_000;

/**
 * Starts a server, or reaches one that is up, and shakes hands with it.
 *
 * @param folder - that of the trial; `null` where there is none.
 * @throws RigError `MCP_SERVER` that says what the server said last.
 */
export async function connectMcp(server: McpServer, folder: string | null): Promise<McpConnection> {
  const sdk = await loadClientSdk(server.home);
  const { transport, lastWords } = openTransport(server, folder, sdk);
  const client = new sdk.client.Client({ name: 'toolrig', version: '1' });
  const timeout = server.startTimeoutMs ?? usualStartMs;
  const fail = (action: string, error: unknown): RigError =>
    toFailure(server, action, {
      error,
      lastWords: lastWords(),
    });
  let isClosed = false;
  try {
    // The transports of the SDK are not written for exactOptionalPropertyTypes.
    await client.connect(transport as Parameters<typeof client.connect>[0], { timeout });
  } catch (error) {
    await client.close().catch(() => undefined);
    throw fail('start', error);
  }
  client.onclose = () => {
    isClosed = true;
  };
  return {
    server: readIdentity(client.getServerVersion()),
    listTools: async () => {
      try {
        return await listAll(client, timeout);
      } catch (error) {
        throw fail('list the tools of', error);
      }
    },
    callTool: async (name, args, signal) => {
      if (isClosed) throw fail('ask', new Error('the connection is closed'));
      try {
        const options = { signal, timeout: longestCallMs };
        const call = { name, arguments: { ...args } };
        const result: unknown = await client.callTool(call, undefined, options);
        return { ok: true, result: toJsonObject(result) };
      } catch (error) {
        const refused = readRefusal(error);
        if (refused !== null && !isClosed) return { ok: false, ...refused };
        throw signal.aborted ? signal.reason : fail('ask', error);
      }
    },
    close: async () => {
      await client.close().catch(() => undefined);
    },
  };
}

function openTransport(
  server: McpServer,
  folder: string | null,
  sdk: McpClientSdk,
): {
  readonly transport: object;
  readonly lastWords: () => string;
} {
  if (server.url !== undefined) {
    const transport = new sdk.http.StreamableHTTPClientTransport(new URL(server.url));
    return { transport, lastWords: () => '' };
  }
  const fill = (text: string): string =>
    text.replaceAll('{suite}', server.home).replaceAll('{folder}', folder ?? server.home);
  const [command = '', ...args] = (server.command ?? []).map(fill);
  const env = Object.fromEntries(
    Object.entries(server.env ?? {}).map(([name, value]) => [name, fill(value)]),
  );
  const transport = new sdk.stdio.StdioClientTransport({
    command,
    args,
    cwd: server.home,
    env: { ...sdk.stdio.getDefaultEnvironment(), ...env },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-keptStderr);
  });
  return { transport, lastWords: () => said };
}

type Client = InstanceType<McpClientSdk['client']['Client']>;

/** No server has more pages than this. */
const mostPages = 100;

async function listAll(client: Client, timeout: number): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const found = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
    tools.push(...found.tools.map(toListed));
    cursor = found.nextCursor;
    if (cursor === undefined) return tools;
  }
  return tools;
}

function toListed(tool: {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?: object | undefined;
}): ListedTool {
  const hints = Object.entries(tool.annotations ?? {}).filter(
    (entry): entry is [string, boolean] =>
      entry[0].endsWith('Hint') && typeof entry[1] === 'boolean',
  );
  return {
    name: tool.name,
    description: tool.description ?? '',
    parameters: toJsonObject(tool.inputSchema),
    ...(tool.outputSchema === undefined ? {} : { returns: toJsonObject(tool.outputSchema) }),
    hints: Object.fromEntries(hints.sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/** What came over the wire is JSON; a copy leaves out what the SDK adds as `undefined`. */
function toJsonObject(value: unknown): JsonObject {
  const copy = JSON.parse(JSON.stringify(value ?? {})) as JsonValue;
  return isJsonObject(copy) ? copy : {};
}

function readIdentity(
  found: { readonly name: string; readonly version: string } | undefined,
): McpConnection['server'] {
  return { name: found?.name ?? 'unknown', version: found?.version ?? 'unknown' };
}

/** Codes by which the SDK itself says that the line is gone or silent: no answer of the server. */
const lineCodes: readonly number[] = [-32_000, -32_001];

function readRefusal(error: unknown): { readonly code: number; readonly message: string } | null {
  if (!(error instanceof Error) || error.name !== 'McpError' || !('code' in error)) return null;
  const { code, message } = error;
  if (typeof code !== 'number' || lineCodes.includes(code)) return null;
  return { code, message: message.replace(/^MCP error -?[0-9]+: /u, '') };
}

function toFailure(
  server: McpServer,
  action: string,
  why: { readonly error: unknown; readonly lastWords: string },
): RigError {
  const { error, lastWords } = why;
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  const said = lastWords
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .at(-1);
  const stderr = said === undefined ? '' : `. Its last line on standard error: ${said.trim()}`;
  return new RigError(
    'MCP_SERVER',
    `Cannot ${action} the MCP server \`${nameServer(server)}\`: ${first}${stderr}`,
    { cause: error },
  );
}
