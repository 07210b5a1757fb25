import { AgentFailureError } from '../core/suite/agent-failure.ts';
import type { Agent, AgentContext, AgentEnd } from '../core/suite/agent.ts';
import type { CommandAgent } from '../core/suite/remote-agent.ts';
import { RigError } from '../core/rig-error.ts';
import { limitOf } from '../limit/limits.ts';
import type { AgentHost } from './agent-host.ts';
import { toAgentEnv } from './to-agent-env.ts';
import { readAnswer } from './read-answer.ts';
import { createScrubber, type Scrubber } from './create-scrubber.ts';
import { type Child, startChild } from './start-child.ts';

/** So long a process may go on after its last answer. */
const restMs = 2_000;

/**
 * Makes an agent of a command: one process a trial, the user's turns in, the final text out. How the process fails is an
 * `AgentFailureError`. At the end of the trial, and when the trial is over for the agent, its whole process group ends.
 */
export function createCommandAgent(spec: CommandAgent, host: AgentHost): Agent {
  return async (context) => {
    const seat = await host.open(context, spec);
    try {
      const scrub = createScrubber(seat);
      return await converse({ spec, context, scrub, env: toAgentEnv(seat, context) }, host);
    } finally {
      seat.close();
    }
  };
}

interface Talk {
  readonly spec: CommandAgent;
  readonly context: AgentContext;
  readonly scrub: Scrubber;
  readonly env: Readonly<Record<string, string>>;
}

async function converse(talk: Talk, host: AgentHost): Promise<AgentEnd> {
  const { spec, context } = talk;
  const { turns, signal } = context;
  if (spec.input !== 'jsonl' && turns.length !== 1) {
    throw new RigError(
      'AGENT_TURNS',
      `Cannot give ${turns.length} user turns to an agent with "input: ${spec.input}", which takes one. Use "input: jsonl"`,
    );
  }
  if (host.children === null) {
    throw new RigError(
      'AGENT_CANNOT_START',
      `Cannot start the agent "${spec.command[0]}": this run was given no "children", which start processes`,
    );
  }
  const [program, ...args] = spec.command;
  const last = spec.input === 'argument' ? [turns[0] ?? ''] : [];
  const child = await startChild(
    { ...spec, command: [program, ...args, ...last], env: { ...talk.env, ...spec.env } },
    host.children,
  );
  const end = (): void => child.end();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return spec.input === 'jsonl' ? await inLines(child, talk) : await inOne(child, talk);
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** One turn in, all of standard output back. */
async function inOne(child: Child, talk: Talk): Promise<AgentEnd> {
  const reader = new OutputReader(child);
  child.process.stdin.end(talk.spec.input === 'stdin' ? (talk.context.turns[0] ?? '') : '');
  const text = await reader.rest();
  const { exitCode, signal } = await child.done;
  if (reader.isTooLong) throw tooLong(child, talk);
  refuseBadEnd(child, { exitCode, signal }, talk);
  if (text.trim() === '')
    throw fail(child, talk, ['no_output', 'The agent ended and said nothing']);
  return { stopReason: 'answered', text: talk.scrub(text.replace(/\r?\n$/u, '')) };
}

/** A line for each turn, and a line back for each. */
async function inLines(child: Child, talk: Talk): Promise<AgentEnd> {
  const reader = new OutputReader(child);
  let answer: AgentEnd = { stopReason: 'answered', text: null };
  for (const [index, content] of talk.context.turns.entries()) {
    child.process.stdin.write(`${JSON.stringify({ role: 'user', content })}\n`);
    const line = await reader.line();
    if (reader.isTooLong) throw tooLong(child, talk);
    if (line === null) {
      refuseBadEnd(child, await child.done, talk);
      const said = `The agent ended before it answered turn ${index + 1} of the user`;
      throw fail(child, talk, ['no_output', said]);
    }
    const read = readAnswer(line);
    if (typeof read === 'string') throw fail(child, talk, ['bad_output', read]);
    answer = read;
  }
  child.process.stdin.end();
  reader.forget();
  const ended = await Promise.race([child.done, rest(talk.context.signal)]);
  // A process that does not end by itself is stopped. This is not a failure, because it has given all answers.
  if (ended !== null) refuseBadEnd(child, ended, talk);
  return { ...answer, text: answer.text === null ? null : talk.scrub(answer.text) };
}

async function rest(signal: AbortSignal): Promise<null> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, restMs);
    timer.unref();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return null;
}

function refuseBadEnd(
  child: Child,
  { exitCode, signal }: Awaited<Child['done']>,
  talk: Talk,
): void {
  if (signal !== null) throw fail(child, talk, ['signal', `The agent was ended by ${signal}`]);
  if (exitCode === 0) return;
  throw fail(child, talk, ['exit_code', `The agent ended with exit code ${exitCode ?? 'unknown'}`]);
}

function tooLong(child: Child, talk: Talk): AgentFailureError {
  const limit = limitOf('agentOutputBytes');
  const said = `The agent said more than ${limit} bytes (limit agentOutputBytes, raised with TOOLRIG_AGENT_OUTPUT_BYTES)`;
  return fail(child, talk, ['output_limit', said]);
}

function fail(
  child: Child,
  { scrub }: Talk,
  [reason, text]: readonly [AgentFailureError['reason'], string],
): AgentFailureError {
  return new AgentFailureError(reason, text, scrub(child.lastWords()));
}

/** Reads standard output, whole or line by line, and ends the process when it says too much. */
class OutputReader {
  isTooLong = false;
  readonly #child: Child;
  readonly #pieces: AsyncIterator<string>;
  #text = '';
  #isOver = false;

  constructor(child: Child) {
    this.#child = child;
    const { stdout } = child.process;
    // A stream with an encoding gives texts.
    this.#pieces = stdout.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>;
  }

  async rest(): Promise<string> {
    while (await this.#more());
    return this.#text;
  }

  /** `null` when there is no further line; a last one need not end. */
  async line(): Promise<string | null> {
    for (;;) {
      const found = /\r?\n/u.exec(this.#text);
      if (found !== null) {
        const line = this.#text.slice(0, found.index);
        this.#text = this.#text.slice(found.index + found[0].length);
        if (line.trim() !== '') return line;
      } else if (!(await this.#more())) {
        const line = this.#text;
        this.#text = '';
        return line.trim() === '' ? null : line;
      }
    }
  }

  async #more(): Promise<boolean> {
    if (this.#isOver) return false;
    const piece = await this.#pieces.next();
    if (piece.done === true) {
      this.#isOver = true;
      return false;
    }
    this.#text += piece.value;
    if (Buffer.byteLength(this.#text) <= limitOf('agentOutputBytes')) return true;
    this.isTooLong = true;
    this.#isOver = true;
    this.#child.end();
    this.forget();
    return false;
  }

  /** Continues reading and discards the output: a process whose output is not read never ends. */
  forget(): void {
    const read = async (): Promise<void> => {
      for (let over = false; !over;) over = (await this.#pieces.next()).done === true;
    };
    read().catch(() => undefined);
  }
}
