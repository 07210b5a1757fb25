import type { Deviation, Usage } from '../../core/talk/model.ts';
import { isJsonObject } from '../../json/json.ts';
import type { ReplyForm } from '../reply/finish-reply.ts';
import { isCount } from '../reply/is-count.ts';

/** Source: Anthropic API reference, "Handling stop reasons". */
const words: ReadonlySet<string> = new Set([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
]);

/** How a message ends. */
export const messagesForm: ReplyForm = {
  stopField: 'stop_reason',
  isOwnStop: (word) => words.has(word),
  readUsage,
};

/** `input_tokens` leaves out what was written to and read from the cache: the neutral count has all three. */
function readUsage(value: unknown, deviations: Deviation[]): Usage | null {
  if (value === undefined || value === null) return null;
  if (isJsonObject(value)) {
    const { input_tokens: input, output_tokens: output } = value;
    const cached = [value['cache_creation_input_tokens'], value['cache_read_input_tokens']];
    const tokens = cached.filter(isCount).reduce((sum, count) => sum + count, 0);
    if (isCount(input) && isCount(output))
      return { inputTokens: input + tokens, outputTokens: output };
  }
  deviations.push({ code: 'usage_incomplete', text: 'usage lacks one of its two counts' });
  return null;
}
