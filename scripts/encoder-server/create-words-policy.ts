import type { Policy, ToolText } from './policy.ts';
import { splitDescription } from './split-description.ts';

/**
 * Chooses by the words that the request and the tool have in common: cosine of TF-IDF vectors over the
 * attracting text, the inverse document frequencies taken from the offered tools (Spärck Jones 1972).
 * It knows no synonyms, so it is the weaker of the two policies.
 */
export function createWordsPolicy(): Policy {
  return {
    name: 'words',
    // Set as the encoder's; see README.md.
    threshold: 0.23,
    spread: 0.05,
    similarities: (text, tools) => Promise.resolve(toSimilarities(text, tools)),
  };
}

function toSimilarities(text: string, tools: readonly ToolText[]): readonly number[] {
  const documents = tools.map((tool) =>
    toCounts(`${tool.name} ${splitDescription(tool.description).attracting.join(' ')}`),
  );
  const weight = (word: string): number => {
    const holding = documents.filter((document) => document.has(word)).length;
    return holding === 0 ? 0 : Math.log((documents.length + 1) / holding);
  };
  const request = toVector(toCounts(text), weight);
  return documents.map((document) => cosine(request, toVector(document, weight)));
}

function toCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+|[0-9]+/gu)) {
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
