import { RigError } from '../../../core/rig-error.ts';
import type { Responder } from '../../../core/suite/suite.ts';
import type { ChatRequest } from '../../../core/talk/chat.ts';
import { compileSchema } from '../../../schema/judge/compile-schema.ts';
import { showValue } from '../../../schema/judge/show-value.ts';
import type { ReplyInput } from '../../input/reply-input.ts';
import { suiteSchema } from '../../input/suite-schema.ts';
import { toReplyAfter } from './to-reply.ts';

/** A suite's own function from a request to a reply, in any of the forms that scripts have. */
type ResponderInput = (request: ChatRequest) => ReplyInput;

/**
 * A responder whose every reply is checked. Ids of calls that are left out are counted over the conversation.
 *
 * @throws RigError `SUITE_REPLY` (in the trial that asked) when the function returns anything else, such as a promise.
 */
export function toResponder(name: string, respond: ResponderInput): Responder {
  return (request) => {
    const reply: unknown = respond(request);
    return toReplyAfter(readReply(reply, name), countCalls(request));
  };
}

const problemsOf = compileSchema({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $ref: '#/$defs/reply',
  $defs: suiteSchema['$defs'] ?? {},
});

function readReply(reply: unknown, name: string): ReplyInput {
  const problem = isPromise(reply) ? 'it returned a promise' : toProblem(reply);
  // The schema has seen that it is one.
  if (problem === null) return reply as ReplyInput;
  throw new RigError(
    'SUITE_REPLY',
    `"respond" of model "${name}" did not return a reply: ${problem}. Return a text, { text, calls: [{ name, arguments }] }, ` +
      '{ message, finish_reason }, { chunks }, or { type, status, body }',
  );
}

function isPromise(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'then' in reply;
}

function toProblem(reply: unknown): string | null {
  if (reply === undefined) return 'it returned undefined';
  const [first] = problemsOf.validate(reply);
  return first === undefined
    ? null
    : `it returned ${showValue(reply)}, in which ${first.path} ${first.message}`;
}

function countCalls({ messages }: ChatRequest): number {
  return messages.reduce(
    (count, message) => count + ('tool_calls' in message ? (message.tool_calls?.length ?? 0) : 0),
    0,
  );
}
