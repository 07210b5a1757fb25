import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { replaceFile } from '../../disk/replace-file.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { connectMcp } from '../../mcp/connect-mcp.ts';
import {
  type ListedServer,
  type McpListing,
  parseListing,
  toListingPath,
  toListingText,
} from '../../mcp/listing.ts';
import { type McpInput, type McpServer, nameServer } from '../../mcp/mcp-server.ts';
import { toMcpTools } from '../../mcp/to-mcp-tools.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import { refuseUnknownName } from '../check/refuse-unknown-name.ts';
import { mcpFormat } from '../input/tool-input.ts';
import { mainToolset } from './convert/to-toolsets.ts';
import { readSuiteText } from './read-suite-text.ts';
import type { SuiteFinding } from './suite-finding.ts';

/** Where the tools of MCP servers are read: from what is kept beside the suite, from the servers, or from them and kept. */
export type McpSource = 'kept' | 'asked' | 'asked and kept';

/** A suite with the tools of its servers in place of their names. */
export interface ResolvedSuite {
  readonly value: unknown;
  readonly findings: readonly SuiteFinding[];
}

/** Puts the tools of MCP servers where a suite names them. A part whose shape is wrong is left to the check of the shape. */
export async function resolveMcp(
  value: unknown,
  file: string,
  source: McpSource,
): Promise<ResolvedSuite> {
  const places = isJsonObject(value) ? findPlaces(value) : [];
  if (places.length === 0 || !isJsonObject(value)) return { value, findings: [] };
  const findings: SuiteFinding[] = [];
  const kept = source === 'asked' ? noListing : readKept(file, findings);
  const toolsets: Record<string, ListedServer> = { ...kept.toolsets };
  const tools = new Map<string, unknown>();
  for (const place of places) {
    const odd = refuseOddServer(place);
    if (odd !== null) {
      findings.push(odd);
      continue;
    }
    const server: McpServer = { ...place.mcp, home: dirname(file) };
    if (source !== 'kept') toolsets[place.toolset] = await askServer(server);
    const listed = toolsets[place.toolset];
    if (listed === undefined) {
      findings.push(refuseUnlisted(place, file));
      continue;
    }
    findings.push(...checkNames(place, listed));
    const made = toMcpTools(server, listed.tools);
    tools.set(place.path, made.tools);
    for (const { tool, text } of made.unconfirmed) {
      findings.push({
        code: 'unconfirmed_effect',
        severity: 'warning',
        path: `${place.path}.mcp.tools`,
        message: text,
        remedy: `Confirm it with \`tools: { ${tool}: { effect: ... } }\``,
      });
    }
  }
  if (source === 'asked and kept') keep(file, { version: 1, toolsets });
  return { value: replaceTools(value, tools), findings };
}

interface McpPlace {
  /** Of `tools`, such as `$.toolsets[0].tools`. */
  readonly path: string;
  readonly toolset: string;
  readonly mcp: McpInput;
}

function findPlaces(suite: JsonObject): readonly McpPlace[] {
  const short = toPlace(suite['tools'], '$.tools', mainToolset);
  const toolsets: readonly unknown[] = Array.isArray(suite['toolsets']) ? suite['toolsets'] : [];
  const own = toolsets.map((toolset, index) =>
    isJsonObject(toolset) && typeof toolset['id'] === 'string'
      ? toPlace(toolset['tools'], `$.toolsets[${index}].tools`, toolset['id'])
      : null,
  );
  return [short, ...own].filter((place) => place !== null);
}

function toPlace(tools: unknown, path: string, toolset: string): McpPlace | null {
  if (!isJsonObject(tools) || !isJsonObject(tools['mcp']) || Object.keys(tools).length !== 1) {
    return null;
  }
  const { mcp } = tools;
  if (compileSchema(mcpFormat.schema).validate(mcp).length > 0) return null;
  // Its shape has passed the schema.
  return { path, toolset, mcp: mcp as unknown as McpInput };
}

function refuseOddServer({ path, mcp }: McpPlace): SuiteFinding | null {
  const isOne = (mcp.command === undefined) !== (mcp.url === undefined);
  if (isOne && (mcp.url === undefined || (mcp.folder === undefined && mcp.env === undefined))) {
    return null;
  }
  return {
    code: 'mcp_server',
    path: `${path}.mcp`,
    message: 'the MCP server must have either a command or a url',
    expected: 'either "command", with "env" and "folder" if need be, or "url" alone',
    found: Object.keys(mcp).join(', ') || 'nothing',
  };
}

const noListing: McpListing = { version: 1, toolsets: {} };

function readKept(file: string, findings: SuiteFinding[]): McpListing {
  const path = toListingPath(file);
  if (!existsSync(path)) return noListing;
  const parsed = parseListing(readSuiteText(path, path));
  if (parsed.ok) return parsed.value;
  findings.push({
    code: 'bad_mcp_listing',
    path: '$',
    message: `the list of tools in "${path}" cannot be read: ${parsed.error}`,
    remedy: 'Restore it from version control, or record again',
  });
  return noListing;
}

function keep(file: string, listing: McpListing): void {
  replaceFile(toListingPath(file), toListingText(listing));
}

async function askServer(server: McpServer): Promise<ListedServer> {
  const connection = await connectMcp(server, null);
  try {
    const { name, version } = connection.server;
    return { name, serverVersion: version, tools: await connection.listTools() };
  } finally {
    await connection.close();
  }
}

function refuseUnlisted({ path, mcp }: McpPlace, file: string): SuiteFinding {
  return {
    code: 'mcp_not_listed',
    path: `${path}.mcp`,
    message: `the tools of the MCP server \`${nameServer(mcp)}\` are not known yet: a replay never starts it`,
    expected: `its list in "${toListingPath(file)}"`,
    found: 'none',
    remedy: 'Record the suite once with `toolrig record`, which writes it',
  };
}

/** Names that the suite gives tools of a server. */
function checkNames({ path, mcp }: McpPlace, listed: ListedServer): readonly SuiteFinding[] {
  const known = listed.tools.map(({ name }) => name);
  const named = [
    ...(mcp.only ?? []).map((name, index) => ({ name, path: `${path}.mcp.only[${index}]` })),
    ...Object.keys(mcp.tools ?? {}).map((name) => ({ name, path: `${path}.mcp.tools.${name}` })),
  ];
  return named.flatMap((use) =>
    refuseUnknownName({ ...use, what: 'tool', known, where: `of the server "${listed.name}"` }),
  );
}

function replaceTools(suite: JsonObject, tools: ReadonlyMap<string, unknown>): unknown {
  const toolsets: unknown = suite['toolsets'];
  const short = tools.get('$.tools');
  return {
    ...suite,
    ...(short === undefined ? {} : { tools: short }),
    ...(Array.isArray(toolsets)
      ? {
          toolsets: toolsets.map((toolset: unknown, index) => {
            const found = tools.get(`$.toolsets[${index}].tools`);
            return found === undefined || !isJsonObject(toolset)
              ? toolset
              : { ...toolset, tools: found };
          }),
        }
      : {}),
  };
}
