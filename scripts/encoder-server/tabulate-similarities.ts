import { hashDescription } from '../../suites/support-desk/hash-description.ts';
import { requests } from '../../suites/support-desk/requests.ts';
import type { SimilarityTable } from '../../suites/support-desk/similarity-table.ts';
import { describeWithout } from '../../suites/support-desk/tools-2.ts';
import { describedParts } from '../../suites/support-desk/parts.ts';
import type { Policy, ToolText } from './policy.ts';

/** Similarities with four digits: what is nearer by less is a coin toss on any machine. */
const digits = 10_000;

/** Puts each request of the support desk to each of its descriptions, whole and without each part. */
export async function tabulateSimilarities(policy: Policy): Promise<SimilarityTable> {
  const tools = [null, ...describedParts].flatMap((part): readonly ToolText[] =>
    Object.entries(describeWithout(part)).map(([name, description]) => ({ name, description })),
  );
  const columns: (readonly number[])[] = [];
  for (const { text } of requests) columns.push(await policy.similarities(text, tools));
  const similarities = Object.fromEntries(
    tools.map((tool, row) => [
      hashDescription(tool),
      columns.map((column) => Math.round((column[row] ?? 0) * digits)),
    ]),
  );
  return {
    threshold: Math.round(policy.threshold * digits),
    requests: requests.map(({ id }) => id),
    similarities,
  };
}
