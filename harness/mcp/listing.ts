import { anyObject, flag, list, object, oneOf, optional, record, text } from '../json/shape.ts';
import { readStored, type StoredFormat } from '../json/stored-format.ts';
import type { Result } from '../json/result.ts';
import type { ListedTool } from './connect-mcp.ts';

/**
 * What servers listed, by toolset: stored next to the suite, so that it loads without the servers, and changes of their
 * tools are visible.
 */
export interface McpListing {
  readonly version: 1;
  readonly toolsets: Readonly<Record<string, ListedServer>>;
}

/** One server and its tools. */
export interface ListedServer {
  readonly name: string;
  /** Of the server. */
  readonly serverVersion: string;
  readonly tools: readonly ListedTool[];
}

/** `suite.mcp.json`. */
export const mcpListingFormat: StoredFormat<McpListing> = {
  name: 'mcp-listing',
  about: 'The tools that MCP servers listed, stored next to the suite that uses them.',
  field: 'version',
  upgrades: [],
  shape: object<McpListing>({
    version: oneOf(1),
    toolsets: record(
      object<ListedServer>({
        name: text,
        serverVersion: text,
        tools: list(
          object<ListedTool>({
            name: text,
            description: text,
            parameters: anyObject,
            returns: optional(anyObject),
            hints: record(flag),
          }),
        ),
      }),
    ),
  }),
};

/** The path of the listing of a suite file: `suite.yaml` has `suite.mcp.json`. */
export function toListingPath(file: string): string {
  return `${file.replace(/\.[^./\\]+$/u, '')}.mcp.json`;
}

/** Reads a listing, or describes its error. */
export function parseListing(content: string): Result<McpListing, string> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { ok: false, error: 'it is not JSON' };
  }
  const read = readStored(value, mcpListingFormat);
  return read.ok ? read : { ok: false, error: read.error.text };
}

/** The bytes of a listing: pretty, toolsets by name, tools in the order of their server. */
export function toListingText(listing: McpListing): string {
  const toolsets = Object.entries(listing.toolsets).sort(([left], [right]) =>
    left < right ? -1 : 1,
  );
  const sorted = { version: listing.version, toolsets: Object.fromEntries(toolsets) };
  return `${JSON.stringify(sorted, null, 2)}\n`;
}
