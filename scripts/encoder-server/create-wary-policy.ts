import type { Encoder } from './encoder.ts';
import { measureAttraction, measureExclusion } from './measure-attraction.ts';
import type { Policy, ToolText } from './policy.ts';

/** The share of the similarity with what a tool is not for that is taken off. */
const exclusionWeight = 0.2;

/**
 * Chooses as the policy `encoder`, and takes off a fifth of the similarity with the nearest thing that a tool is not
 * for, so that a description without that part is chosen otherwise.
 */
export function createWaryPolicy(encoder: Encoder): Policy {
  return {
    name: 'encoder-not',
    // Set as the encoder's, with the weight, on the tuning prompts alone; see README.md.
    threshold: 0.32,
    spread: 0.04,
    async similarities(text: string, tools: readonly ToolText[]): Promise<readonly number[]> {
      const request = await encoder.embed(text);
      const similarities: number[] = [];
      for (const tool of tools) {
        const attraction = await measureAttraction(encoder, request, tool);
        const exclusion = await measureExclusion(encoder, request, tool);
        similarities.push(attraction - exclusionWeight * exclusion);
      }
      return similarities;
    },
  };
}
