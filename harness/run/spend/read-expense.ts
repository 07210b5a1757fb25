import type { ChatRequest } from '../../core/talk/chat.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { Usage } from '../../core/talk/model.ts';
import type { ModelSpec } from '../../core/suite/suite.ts';
import { dialectFor } from '../../dialect/registry.ts';

/** Tokens of one request, and who counted them. */
export interface Expense extends Usage {
  /** The provider said nothing of tokens: four characters count as one. */
  readonly isEstimate: boolean;
}

const charsPerToken = 4;

/** Reads what one request cost. A request that got no answer cost nothing that is known of. */
export function readExpense(request: ChatRequest, exchange: Exchange): Expense {
  const decoded = dialectFor(request).decode(exchange);
  if (decoded.ok && decoded.reply.usage !== null) {
    return { ...decoded.reply.usage, isEstimate: false };
  }
  if (exchange.status !== 200) return { inputTokens: 0, outputTokens: 0, isEstimate: false };
  const said = exchange.frames.reduce(
    (sum, frame) => sum + ('text' in frame ? frame.text.length : frame.base64.length),
    0,
  );
  return {
    inputTokens: estimateInput(request),
    outputTokens: Math.ceil(said / charsPerToken),
    isEstimate: true,
  };
}

/** Tokens of a request before it is sent. */
export function estimateInput(request: ChatRequest): number {
  const { messages, tools = [] } = request;
  return Math.ceil(JSON.stringify([messages, tools]).length / charsPerToken);
}

/** US dollars; `null` when the model has no price. */
export function toPrice(model: Pick<ModelSpec, 'price'>, usage: Usage): number | null {
  const { price } = model;
  if (price === null) return null;
  const { inputPerMillion, outputPerMillion } = price;
  return (usage.inputTokens * inputPerMillion + usage.outputTokens * outputPerMillion) / 1e6;
}
