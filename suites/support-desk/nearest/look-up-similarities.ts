import { similarities, texts } from './similarities.ts';
import { toTextKey } from './to-text-key.ts';

const rows = new Map(similarities.trim().split('\n').map(toRow));

/**
 * The similarities of the encoder between a request of this suite and tools, as they were stored.
 *
 * @throws Error for a request or a tool text that was not stored.
 */
export function lookUpSimilarities(
  text: string,
  tools: readonly { readonly name: string; readonly description?: string }[],
): readonly number[] {
  const column = texts.indexOf(text);
  if (column < 0)
    throw new Error(`No similarities are stored for the request "${text}". ${remedy}`);
  return tools.map((tool) => {
    const figure = rows.get(toTextKey(tool))?.[column];
    if (figure !== undefined) return figure / 1000;
    throw new Error(
      `No similarities are stored for the tool "${tool.name}" with its present description. ${remedy}`,
    );
  });
}

const remedy =
  'Run scripts/write-nearest.ts, which asks the encoder for those of all requests and tools of the suite';

function toRow(line: string): readonly [key: string, figures: readonly number[]] {
  const [key = '', figures = ''] = line.split(': ');
  return [key, figures.split(' ').map(Number)];
}
