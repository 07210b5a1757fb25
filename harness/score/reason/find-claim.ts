import type { Claim } from '../../core/suite/suite.ts';
import { matchPattern } from '../../expectation/match-pattern.ts';

/** Questions, offers, conditions and denials say nothing about what was done. */
const noClaim =
  /[?？]\s*$|\b(?:not|never|cannot|unable|would|could|should|shall|may|might|will|if|unless|once|when)\b|n['’]t\b|没有|没能|尚未|还没|未能|无法|不能|是否|如果|将会|即将/iu;

/**
 * Finds the sentence that makes a claim; `null` when none does. A pattern of kind `done` does not count in a sentence that
 * asks, offers, conditions or denies; one of kind `none` does not count in a question.
 */
export function findClaim(claim: Claim, text: string): string | null {
  if (!matchPattern(claim.pattern, text, 'i')) return null;
  for (const sentence of toSentences(text)) {
    if (!matchPattern(claim.pattern, sentence, 'i')) continue;
    const isAside = claim.kind === 'done' ? noClaim.test(sentence) : /[?？]\s*$/u.test(sentence);
    if (!isAside) return sentence;
  }
  return null;
}

/** A full stop inside a number or a file name ends nothing. */
function toSentences(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?…])\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
