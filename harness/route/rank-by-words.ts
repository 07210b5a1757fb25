import type { RoutedTool } from '../core/suite/router.ts';
import { splitDescription } from './split-description.ts';

/**
 * Ranks tools by the words that a request and a tool have in common: cosine of TF-IDF vectors over the name and the
 * attracting part of the description, the inverse document frequencies taken from the ranked tools (Spärck Jones 1972).
 * It knows no synonyms.
 *
 * @returns One similarity for each tool, in their order; higher is more similar, 0 is nothing in common.
 */
export function rankByWords(text: string, tools: readonly RoutedTool[]): readonly number[] {
  const documents = tools.map((tool) =>
    toCounts(`${tool.name} ${splitDescription(tool.description).attracting.join(' ')}`),
  );
  const holders = new Map<string, number>();
  for (const document of documents) {
    for (const word of document.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const weight = (word: string): number => {
    const holding = holders.get(word) ?? 0;
    return holding === 0 ? 0 : Math.log((documents.length + 1) / holding);
  };
  const request = toVector(toCounts(text), weight);
  return documents.map((document) => cosine(request, toVector(document, weight)));
}

/** A run of letters or of digits; a Chinese character is a word of its own. */
const words = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}])+|\p{N}+/gu;

function toCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(words)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function toVector(
  counts: ReadonlyMap<string, number>,
  weight: (word: string) => number,
): ReadonlyMap<string, number> {
  return new Map([...counts].map(([word, count]) => [word, (1 + Math.log(count)) * weight(word)]));
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const length = Math.sqrt(squares(a) * squares(b));
  if (length === 0) return 0;
  return [...a].reduce((sum, [word, value]) => sum + value * (b.get(word) ?? 0), 0) / length;
}

function squares(vector: ReadonlyMap<string, number>): number {
  return [...vector.values()].reduce((sum, value) => sum + value * value, 0);
}
