import type { Command } from 'commander';

import { exitCodes } from '../../core/run.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { SetExitCode } from '../set-exit-code.ts';

/** The variable in which an agent finds its trial's tools over HTTP. */
const variable = 'TOOLRIG_MCP_URL';

/** Adds `mcp`. */
export function addMcpCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('mcp')
    .description(
      'Serve the tools of a trial over MCP on standard input and output, to the agent under test that starts it.',
    )
    .addHelpText(
      'after',
      `\nAn agent that is a command of a suite has ${variable} in its environment. One that starts its MCP servers itself is given\nthis command in place of the real server:\n  { "command": "toolrig", "args": ["mcp"] }`,
    )
    .action(async () => {
      const url = io.env[variable];
      if (url === undefined || url === '') {
        throw new UsageError(
          `Cannot serve tools: ${variable} is not set. An agent under test starts this command, with the environment that its run gave it`,
        );
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
