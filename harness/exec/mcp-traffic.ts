import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UsageError } from '../core/usage-error.ts';
import { TapeShelf } from '../mcp/tape/tape-shelf.ts';
import type { Tape } from '../mcp/tape/tape-line.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { ModelServer } from '../serve/open-model-server.ts';
import { createMcpPlayer, createMcpRecorder, type McpLine } from './record-mcp.ts';

/** A server over streamable HTTP: the variable by which the command finds it, and where it is. */
export interface McpServerWord {
  readonly variable: string;
  /** `null` in a replay, in which it is not asked. */
  readonly url: string | null;
}

/** How the MCP traffic of a command is opened. */
export interface McpTrafficOptions {
  readonly mode: 'record' | 'replay';
  /** Of the recordings, absolute. */
  readonly folder: string;
  readonly servers: readonly McpServerWord[];
  readonly redactor: Redactor;
  readonly redactorOf: (salt: string | null) => Redactor;
  readonly holdMs: number;
}

/** The variable that tells `toolrig mcp` what to do with a server: the mode, the folder, and that of this run. */
export const tapeVariable = 'TOOLRIG_MCP_TAPES';

/** The MCP traffic of one command: servers over HTTP in this process, those over standard input in `toolrig mcp`. */
export class McpTraffic {
  readonly #options: McpTrafficOptions;
  readonly #shelf: TapeShelf;
  readonly #claims = mkdtempSync(join(tmpdir(), 'toolrig-mcp-'));

  constructor(options: McpTrafficOptions) {
    this.#options = options;
    this.#shelf = new TapeShelf(options.folder);
    if (options.mode === 'record') this.#shelf.clear();
  }

  /** The variables by which the command finds its servers. */
  open(server: ModelServer): Readonly<Record<string, string>> {
    const { mode, folder, servers, holdMs } = this.#options;
    const own = servers.map(({ variable, url }) => {
      const line = this.#toLine(variable);
      const serve =
        mode === 'replay' ? createMcpPlayer(line) : createMcpRecorder(line, needUrl(variable, url));
      return [variable, `${server.open(serve, { holdMs }).url}/mcp`] as const;
    });
    const told = JSON.stringify({ mode, folder, claims: this.#claims });
    return { ...Object.fromEntries(own), [tapeVariable]: told };
  }

  /** Requests without an answer, of all servers. */
  get misses(): readonly string[] {
    const file = toMissFile(this.#claims);
    return existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : [];
  }

  /** What was recorded, or is there for a replay. */
  tapes(): readonly Tape[] {
    return this.#shelf.readAll();
  }

  close(): void {
    rmSync(this.#claims, { recursive: true, force: true });
  }

  #toLine(variable: string): McpLine {
    const { redactor, redactorOf } = this.#options;
    return {
      name: variable.toLowerCase(),
      shelf: this.#shelf,
      claims: this.#claims,
      redactor,
      redactorOf,
      onMiss: (message) => noteMiss(this.#claims, message),
    };
  }
}

/** Tells the run of a miss. */
export function noteMiss(claims: string, message: string): void {
  appendFileSync(toMissFile(claims), `${message.replaceAll('\n', ' ')}\n`);
}

function toMissFile(claims: string): string {
  return join(claims, 'misses.txt');
}

function needUrl(variable: string, url: string | null): string {
  if (url !== null) return url;
  throw new UsageError(
    `Cannot record the MCP server of ${variable}: the variable is not set. Give --mcp ${variable}=URL`,
  );
}
