import type { RoutedTool } from '../core/suite/router.ts';

/**
 * Ranks tools by how many words of their names the request holds, letter by letter. A typical first router: it knows
 * neither descriptions nor other forms of a word, and loses the tool of every user who does not speak in names of tools.
 */
export function rankByNames(text: string, tools: readonly RoutedTool[]): readonly number[] {
  const said = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return tools.map(({ name }) => {
    const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.filter((word) => said.has(word)).length;
  });
}
