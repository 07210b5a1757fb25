import type { Deviation, Usage } from '../../core/talk/model.ts';
import { isOwnStopWord } from '../../core/talk/read-stop-word.ts';
import { isJsonObject } from '../../json/json.ts';
import type { ReplyForm } from '../reply/finish-reply.ts';
import { isCount } from '../reply/is-count.ts';

/** How a chat completion ends. */
export const chatForm: ReplyForm = {
  stopField: 'finish_reason',
  isOwnStop: isOwnStopWord,
  readUsage,
};

function readUsage(value: unknown, deviations: Deviation[]): Usage | null {
  if (value === undefined || value === null) return null;
  if (isJsonObject(value)) {
    const { prompt_tokens: input, completion_tokens: output } = value;
    if (isCount(input) && isCount(output)) return { inputTokens: input, outputTokens: output };
  }
  deviations.push({ code: 'usage_incomplete', text: 'usage lacks one of its two counts' });
  return null;
}
