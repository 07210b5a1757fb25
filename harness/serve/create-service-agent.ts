import { AgentFailureError } from '../core/suite/agent-failure.ts';
import type { Agent, AgentContext, AgentEnd } from '../core/suite/agent.ts';
import type { ServiceAgent } from '../core/suite/remote-agent.ts';
import { RigError } from '../core/rig-error.ts';
import { limitOf } from '../limit/limits.ts';
import type { AgentHost, HostedSeat } from './agent-host.ts';
import { createScrubber } from './create-scrubber.ts';
import { readAnswer } from './read-answer.ts';

/**
 * Makes an agent of a service that is up: each turn of the user is one POST, with the token of the trial in a header, and
 * its answer is the agent's. The service asks models at the base URL of the trial, with the token as key.
 */
export function createServiceAgent(spec: ServiceAgent, host: AgentHost): Agent {
  return async (context) => {
    const seat = await host.open(context, spec);
    try {
      let answer: AgentEnd = { stopReason: 'answered', text: null };
      for (const [index, content] of context.turns.entries()) {
        answer = await ask({ spec, seat, context }, { content, turn: index + 1 });
      }
      const scrub = createScrubber(seat);
      return { ...answer, text: answer.text === null ? null : scrub(answer.text) };
    } finally {
      seat.close();
    }
  };
}

interface Line {
  readonly spec: ServiceAgent;
  readonly seat: HostedSeat;
  readonly context: AgentContext;
}

async function ask(
  { spec, seat, context }: Line,
  said: { readonly content: string; readonly turn: number },
): Promise<AgentEnd> {
  const { modelName, systemPrompt, session, history, signal } = context;
  let response: Response;
  try {
    response = await fetch(spec.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [spec.header]: seat.token,
        'x-toolrig-model-url': `${seat.url}${seat.basePath}`,
        'x-toolrig-mcp-url': seat.env['TOOLRIG_MCP_URL'] ?? '',
        'x-toolrig-tools-url': seat.env['TOOLRIG_TOOLS_URL'] ?? '',
        'x-toolrig-service-url': seat.env['TOOLRIG_SERVICE_URL'] ?? '',
      },
      body: JSON.stringify({ ...said, model: modelName, systemPrompt, session, history }),
      redirect: 'manual',
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw toLineError(spec.url, error);
  }
  const text = await readText(response, signal);
  if (response.status < 200 || response.status > 299) {
    const message = `The agent answered with HTTP status ${response.status}`;
    throw new AgentFailureError('http_status', message, createScrubber(seat)(text.slice(-2_000)));
  }
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  if (text.trim() === '') {
    throw new AgentFailureError('no_output', 'The agent answered and said nothing');
  }
  if (!isJson) return { stopReason: 'answered', text };
  const read = readAnswer(text);
  if (typeof read === 'string') throw new AgentFailureError('bad_output', read);
  return read;
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const limit = limitOf('agentOutputBytes');
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const part of response.body ?? []) {
      // The body of a response gives bytes.
      const bytes = part as Uint8Array;
      sizeBytes += bytes.length;
      if (sizeBytes > limit) break;
      parts.push(bytes);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AgentFailureError('no_answer', "The agent's answer broke off");
  }
  if (sizeBytes > limit) {
    const message = `The agent said more than ${limit} bytes (limit agentOutputBytes, raised with TOOLRIG_AGENT_OUTPUT_BYTES)`;
    throw new AgentFailureError('output_limit', message);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A service that is not there says nothing of the agent; one that drops the line does. */
function toLineError(url: string, error: unknown): Error {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/u.test(code)) {
    return new RigError(
      'AGENT_UNREACHABLE',
      `Cannot reach the agent at "${url}": ${code}. Start the service, or correct the "url" of the agent`,
    );
  }
  return new AgentFailureError('no_answer', 'The agent dropped the connection without an answer');
}
