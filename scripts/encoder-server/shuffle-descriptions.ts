import type { Random } from '../../harness/core/random.ts';
import type { ToolText } from './policy.ts';

/** The same names with the same descriptions dealt out again, each permutation as likely (Fisher and Yates). */
export function shuffleDescriptions(
  tools: readonly ToolText[],
  random: Random,
): readonly ToolText[] {
  const descriptions = tools.map(({ description }) => description);
  for (let last = descriptions.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random.next() * (last + 1));
    const kept = descriptions[last] ?? '';
    descriptions[last] = descriptions[other] ?? '';
    descriptions[other] = kept;
  }
  return tools.map(({ name }, index) => ({ name, description: descriptions[index] ?? '' }));
}
