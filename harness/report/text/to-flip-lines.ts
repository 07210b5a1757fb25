import type { Flip } from '../../compare/comparison.ts';
import { toPlainText } from './to-plain-text.ts';

const shownFlips = 10;

/** The scenarios that flipped between two variants, with the event at which the transcripts diverge. */
export function toFlipLines(sides: {
  readonly baseline: string;
  readonly candidate: string;
  readonly flips: readonly Flip[];
}): readonly string[] {
  const { baseline, candidate, flips } = sides;
  if (flips.length === 0) return [`no scenario flipped from ${baseline} to ${candidate}`];
  const lines = [`flipped from ${baseline} to ${candidate} (${flips.length}):`];
  for (const flip of flips.slice(0, shownFlips)) {
    const plan = flip.plan === 'none' ? '' : ` under ${flip.plan}`;
    lines.push(`  ${flip.direction} ${flip.scenario}${plan}`);
    if (flip.divergence === null) continue;
    lines.push(
      `    they diverge at event ${flip.divergence.event}`,
      `      ${baseline}: ${toPlainText(flip.divergence.baseline)}`,
      `      ${candidate}: ${toPlainText(flip.divergence.candidate)}`,
    );
  }
  if (flips.length > shownFlips) lines.push(`  ... and ${flips.length - shownFlips} more`);
  return lines;
}
