import type { Encoder } from './encoder.ts';
import { measureAttraction } from './measure-attraction.ts';
import type { Policy, ToolText } from './policy.ts';

/**
 * Chooses by meaning. The similarity of a tool is the mean of two cosines: the request against the
 * attracting text as a whole, and against the nearest of its sentences and quoted examples. Texts that
 * exclude and texts that describe the result are left out.
 */
export function createEncoderPolicy(encoder: Encoder): Policy {
  return {
    name: 'encoder',
    // Set on the tuning prompts of suites/support-desk, never on the held-out ones; see README.md.
    threshold: 0.33,
    spread: 0.04,
    async similarities(text: string, tools: readonly ToolText[]): Promise<readonly number[]> {
      const request = await encoder.embed(text);
      const similarities: number[] = [];
      for (const tool of tools) similarities.push(await measureAttraction(encoder, request, tool));
      return similarities;
    },
  };
}
