import { rankByWords } from '../../harness/route/rank-by-words.ts';
import type { Policy } from './policy.ts';

/** Chooses by the words that the request and the tool have in common. It knows no synonyms, so it is the weaker of the two policies. */
export function createWordsPolicy(): Policy {
  return {
    name: 'words',
    // Set as the encoder's; see README.md.
    threshold: 0.23,
    spread: 0.05,
    similarities: (text, tools) => Promise.resolve(rankByWords(text, tools)),
  };
}
