import { splitWords, toStem } from './split-words.ts';

/** Words that say nothing about which tool is meant. */
const idle = new Set(
  'a an and are as at be by can could do does for from has have how i in is it its me my no not of on one or our please that the their them then there this to up use used user want wants was we what when where which who will with would you your return returns tool instead'.split(
    ' ',
  ),
);

/** Compares texts by their words, where rare words weigh more (tf-idf, cosine). */
export class WordSpace {
  readonly #weights = new Map<string, number>();
  /** Each text is compared with many others and is split once. */
  readonly #vectors = new Map<string, ReadonlyMap<string, number>>();

  /** @param documents - texts that decide how rare a word is: the tools of one set. */
  constructor(documents: readonly string[]) {
    const counts = new Map<string, number>();
    for (const text of documents) {
      for (const word of new Set(toStems(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    for (const [word, count] of counts) {
      this.#weights.set(word, Math.log((1 + documents.length) / (1 + count)) + 1);
    }
  }

  /** From 0 (no word in common) to 1 (the same words). Words in no document of the space count for nothing. */
  compare(first: string, second: string): number {
    const a = this.#toVector(first);
    const b = this.#toVector(second);
    const product = [...a].reduce((sum, [word, value]) => sum + value * (b.get(word) ?? 0), 0);
    const size = length(a) * length(b);
    return size === 0 ? 0 : product / size;
  }

  #toVector(text: string): ReadonlyMap<string, number> {
    const known = this.#vectors.get(text);
    if (known !== undefined) return known;
    const vector = new Map<string, number>();
    for (const word of toStems(text)) {
      const weight = this.#weights.get(word);
      if (weight !== undefined) vector.set(word, (vector.get(word) ?? 0) + weight);
    }
    this.#vectors.set(text, vector);
    return vector;
  }
}

function length(vector: ReadonlyMap<string, number>): number {
  return Math.sqrt([...vector.values()].reduce((sum, value) => sum + value * value, 0));
}

function toStems(text: string): readonly string[] {
  return splitWords(text)
    .filter((word) => !idle.has(word))
    .map(toStem);
}
