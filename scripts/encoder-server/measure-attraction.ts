import type { Encoder } from './encoder.ts';
import type { ToolText } from './policy.ts';
import { splitDescription } from '../../harness/route/split-description.ts';

/**
 * How near a request is to what a tool is for: the mean of two cosines, of the attracting text as a whole and of the
 * nearest of its sentences and quoted examples. The name comes before the first sentence.
 */
export async function measureAttraction(
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

/** How near a request is to the nearest thing that a tool is not for; 0 where the description names none. */
export async function measureExclusion(
  encoder: Encoder,
  request: readonly number[],
  { description }: ToolText,
): Promise<number> {
  let nearest = 0;
  for (const clause of splitDescription(description).excluding.flatMap(toClauses)) {
    nearest = Math.max(nearest, dot(request, await encoder.embed(clause)));
  }
  return nearest;
}

/** "Not for a new problem (create_case) or an outage (get_status)." names two things, without the tools in brackets. */
function toClauses(sentence: string): readonly string[] {
  return sentence
    .replace(/^(?:not (?:for|when)|do not use|don't use|never use)\s+/iu, '')
    .replace(/\.$/u, '')
    .split(/\s*\([^)]*\)\s*(?:or\s+)?/u)
    .filter((clause) => clause.trim() !== '');
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
