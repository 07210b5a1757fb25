import type { Deviation, Usage } from '../../core/talk/model.ts';
import { readStopWord } from '../../core/talk/read-stop-word.ts';
import { isJsonObject } from '../../json/json.ts';
import type { ReplyForm } from '../reply/finish-reply.ts';
import { isCount } from '../reply/is-count.ts';

/** A status, or why a response is incomplete. Source: OpenAI API reference, "The response object". */
const words: ReadonlySet<string> = new Set([
  'completed',
  'incomplete',
  'failed',
  'cancelled',
  'max_output_tokens',
  'content_filter',
]);

/** How a response ends: it is completed whether it has calls or not. */
export const responsesForm: ReplyForm = {
  stopField: 'status',
  isOwnStop: (word) => words.has(word),
  readStop: (word, calls) =>
    word === 'completed' && calls > 0 ? 'tool_calls' : readStopWord(word),
  readUsage,
};

function readUsage(value: unknown, deviations: Deviation[]): Usage | null {
  if (value === undefined || value === null) return null;
  if (isJsonObject(value)) {
    const { input_tokens: input, output_tokens: output } = value;
    if (isCount(input) && isCount(output)) return { inputTokens: input, outputTokens: output };
  }
  deviations.push({ code: 'usage_incomplete', text: 'usage lacks one of its two counts' });
  return null;
}
