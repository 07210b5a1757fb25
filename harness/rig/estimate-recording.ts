import type { Suite } from '../core/suite.ts';
import { toChatTools } from '../loop/to-chat-tools.ts';
import type { TrialGroup } from '../runner/plan-groups.ts';

/** What a recording will take, before the first request. An estimate: real conversations differ. */
export interface RecordingEstimate {
  readonly lanes: number;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; `null` when a model has no price. */
  readonly price: number | null;
}

const charsPerToken = 4;
const outputTokensPerTurn = 80;

/**
 * Estimates requests and price of recording the clean lanes of these groups: one model turn for each expected
 * call and one to end, four characters a token, the whole conversation sent again at each turn.
 */
export function estimateRecording(suite: Suite, groups: readonly TrialGroup[]): RecordingEstimate {
  let requests = 0;
  let inputTokens = 0;
  let outputTokens = 0;
  let price: number | null = 0;
  for (const { scenario, variant } of groups) {
    const turns = (scenario.expected.calls?.length ?? 1) + scenario.turns.length;
    const toolset = suite.toolsets.find((candidate) => candidate.id === variant.toolset);
    const model = suite.models.find((candidate) => candidate.name === variant.model);
    const chars =
      JSON.stringify(toolset === undefined ? [] : toChatTools(toolset, false)).length +
      (variant.systemPrompt?.length ?? 0) +
      scenario.turns.join('').length;
    const input =
      Math.ceil(chars / charsPerToken) * turns + outputTokensPerTurn * turns * (turns - 1);
    requests += turns;
    inputTokens += input;
    outputTokens += outputTokensPerTurn * turns;
    price =
      price === null || model?.price === undefined || model.price === null
        ? null
        : price +
          (input * model.price.inputPerMillion +
            outputTokensPerTurn * turns * model.price.outputPerMillion) /
            1e6;
  }
  return { lanes: groups.length, requests, inputTokens, outputTokens, price };
}
