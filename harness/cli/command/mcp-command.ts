import type { Command } from 'commander';

import { exitCodes } from '../../core/run.ts';
import { tapeVariable } from '../../exec/mcp-traffic.ts';
import { nameCommand } from '../../mcp/tape/tape-shelf.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { CliIo } from '../io/cli-io.ts';
import { readTapes, serveTaped } from './serve-taped.ts';
import type { SetExitCode } from '../set-exit-code.ts';

/** The variable in which an agent finds its trial's tools over HTTP. */
const variable = 'TOOLRIG_MCP_URL';

interface McpFlags {
  readonly record?: string;
  readonly replay?: string;
  readonly name?: string;
}

const help = `
An agent that is a command of a suite has ${variable} in its
environment. One that starts its MCP servers itself is given this command in
place of the real server:
  { "command": "toolrig", "args": ["mcp"] }

With a server behind --, the agent's own server is recorded by
\`toolrig exec --record\`, answered from the recording by
\`toolrig exec --replay\`, and replaced by the tools of the suite in a trial.
Clients pass few variables on to their servers: name ${tapeVariable} and
${variable} in the server's "env", or give --record or --replay here.

Examples:
  toolrig mcp
  toolrig mcp -- npx @modelcontextprotocol/server-filesystem files
  toolrig mcp --record tapes -- python3 server.py
  toolrig mcp --replay tapes -- python3 server.py`;

/** Adds `mcp`. */
export function addMcpCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('mcp')
    .description(
      'Serve the tools of a trial over MCP on standard input and output, to the agent under test that starts it; or record the server of an agent, and replay it.',
    )
    .argument('[server...]', 'the real server and its arguments, after --')
    .option('--record <folder>', 'start the server, and record what is said to it into this folder')
    .option(
      '--replay <folder>',
      'answer from the recording in this folder; the server is not started',
    )
    .option('--name <name>', 'name of the server in the recording (default: from its command)')
    .addHelpText('after', help)
    .action(async (server: readonly string[], flags: McpFlags) => {
      const tapes = readTapes(flags, io);
      if (tapes !== null) {
        const name = flags.name ?? nameCommand(server);
        setExitCode(await serveTaped({ server, name, tapes }, io));
        return;
      }
      const url = io.env[variable];
      if (url === undefined || url === '') {
        const remedy =
          server.length === 0
            ? 'An agent under test starts this command, with the environment that its run gave it'
            : `Give --record FOLDER or --replay FOLDER, or pass ${tapeVariable} on to this command`;
        throw new UsageError(`Cannot serve tools: ${variable} is not set. ${remedy}`);
      }
      await serveLines(url, io);
      setExitCode(exitCodes.passed);
    });
}

/** Passes each line on as one request, and writes the answers as they come. */
async function serveLines(url: string, io: CliIo): Promise<void> {
  const open = new Set<Promise<void>>();
  for await (const line of io.lines?.() ?? []) {
    if (line.trim() === '') continue;
    const work = passOn(url, line, io).finally(() => open.delete(work));
    open.add(work);
  }
  await Promise.all(open);
}

async function passOn(url: string, line: string, io: CliIo): Promise<void> {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: line });
    const text = await response.text();
    if (response.status === 200 || response.status === 400) io.out(`${text}\n`);
    else if (response.status !== 202)
      io.out(`${toError(line, `HTTP status ${response.status}`)}\n`);
  } catch {
    io.out(`${toError(line, 'The tool did not answer')}\n`);
  }
}

/** JSON-RPC has no word for silence; this is the code that clients use for it. */
const noAnswer = -32_001;

function toError(line: string, message: string): string {
  let id: unknown = null;
  try {
    id = (JSON.parse(line) as { readonly id?: unknown }).id ?? null;
  } catch {
    // A line that cannot be read has no id.
  }
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: noAnswer, message } });
}
