import { resolve } from 'node:path';

import { exitCodes } from '../../core/run.ts';
import { UsageError } from '../../core/usage-error.ts';
import { noteMiss, tapeVariable } from '../../exec/mcp-traffic.ts';
import { isJsonObject } from '../../json/json.ts';
import { relayServer } from '../../mcp/tape/relay-server.ts';
import { TapePlayer } from '../../mcp/tape/tape-player.ts';
import { TapeRecorder } from '../../mcp/tape/tape-recorder.ts';
import { claimLife, TapeShelf } from '../../mcp/tape/tape-shelf.ts';
import type { CliIo } from '../io/cli-io.ts';
import { openRedactors } from '../io/open-redactors.ts';

/** What is to be done with what a server says. */
export interface TapeWords {
  readonly mode: 'record' | 'replay';
  readonly folder: string;
  /** Folder of the run of `toolrig exec`; `null` outside of one. */
  readonly claims: string | null;
}

/** The options of the command line, else what `toolrig exec` put into the environment; `null` where neither says anything. */
export function readTapes(
  { record, replay }: { readonly record?: string; readonly replay?: string },
  { cwd, env }: CliIo,
): TapeWords | null {
  if (record !== undefined && replay !== undefined) {
    throw new UsageError('Cannot record and replay at once: give either --record or --replay');
  }
  if (record !== undefined) return { mode: 'record', folder: resolve(cwd, record), claims: null };
  if (replay !== undefined) return { mode: 'replay', folder: resolve(cwd, replay), claims: null };
  const told = env[tapeVariable];
  return told === undefined || told === '' ? null : parseTold(told);
}

function parseTold(text: string): TapeWords {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // It is refused below.
  }
  const { mode, folder, claims } = isJsonObject(value) ? value : {};
  if (
    (mode === 'record' || mode === 'replay') &&
    typeof folder === 'string' &&
    typeof claims === 'string'
  ) {
    return { mode, folder, claims };
  }
  throw new UsageError(`Cannot serve tools: ${tapeVariable} is not what \`toolrig exec\` sets`);
}

/**
 * Serves an MCP server over standard input and output: the real one, which is recorded, or its recording.
 *
 * @returns The exit code of the server; in a replay 4 where a request had no recorded answer.
 */
export async function serveTaped(
  asked: {
    readonly server: readonly string[];
    readonly name: string;
    readonly tapes: TapeWords;
  },
  io: CliIo,
): Promise<number> {
  const { server, name, tapes } = asked;
  if (name === '') {
    throw new UsageError(
      'Cannot serve tools: name the server, as in `toolrig mcp -- node server.js`',
    );
  }
  const shelf = new TapeShelf(tapes.folder);
  const life = tapes.claims === null ? 1 : claimLife(tapes.claims, name);
  const { recording, ofSalt } = await openRedactors(io);
  const lines = io.lines?.() ?? noLines();
  if (tapes.mode === 'replay') {
    const tape = readOrNote(() => shelf.read(name, life), tapes.claims);
    const redactor = ofSalt(tape.head.salt);
    const player = new TapePlayer(tape, (text) => redactor.redactText(text));
    return await play(player, { lines, claims: tapes.claims, io });
  }
  if (server.length === 0) {
    throw new UsageError(
      'Cannot record: name the server, as in `toolrig mcp --record tapes -- node server.js`',
    );
  }
  const recorder = new TapeRecorder(shelf.pathOf(name, life), name, recording);
  const { cwd, env, out, signal } = io;
  return await relayServer({ command: server, cwd, env, lines, out, recorder, signal });
}

/** A run of `toolrig exec` hears of a server that has no recording. */
function readOrNote<Value>(read: () => Value, claims: string | null): Value {
  try {
    return read();
  } catch (error) {
    if (claims !== null) noteMiss(claims, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

async function play(
  player: TapePlayer,
  place: {
    readonly lines: AsyncIterable<string>;
    readonly claims: string | null;
    readonly io: CliIo;
  },
): Promise<number> {
  const { lines, claims, io } = place;
  for await (const line of lines) {
    const before = player.misses.length;
    const answer = player.answer(line);
    for (const miss of player.misses.slice(before)) {
      io.err(`toolrig: ${miss}\n`);
      if (claims !== null) noteMiss(claims, miss);
    }
    if (answer !== null) io.out(`${answer}\n`);
  }
  return player.misses.length === 0 ? exitCodes.passed : exitCodes.invalid;
}

async function* noLines(): AsyncGenerator<string> {
  // A command line without an input.
}
