import { splitDescription } from '../../harness/route/split-description.ts';
import type { Encoder } from './encoder.ts';
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
      for (const tool of tools) similarities.push(await toSimilarity(encoder, request, tool));
      return similarities;
    },
  };
}

async function toSimilarity(
  encoder: Encoder,
  request: readonly number[],
  tool: ToolText,
): Promise<number> {
  const { attracting, examples } = splitDescription(tool.description);
  const name = tool.name.replaceAll(/[_\-.]+/gu, ' ');
  const [first = '', ...others] = attracting;
  const head = `${name}: ${first}`;
  const whole = dot(request, await encoder.embed([head, ...others].join(' ')));
  let nearest = -1;
  for (const piece of [head, ...others, ...examples]) {
    nearest = Math.max(nearest, dot(request, await encoder.embed(piece)));
  }
  return (whole + nearest) / 2;
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
