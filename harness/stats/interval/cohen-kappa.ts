import type { PairedCounts } from './newcombe-paired-interval.ts';

/**
 * Agreement of two yes-or-no judges beyond chance: 1 is full agreement, 0 is chance. `null` when
 * there is nothing to agree on, or when chance alone would agree always.
 *
 * Source: Cohen, Educational and Psychological Measurement 20 (1960) 37-46; the error of Fleiss,
 * Cohen and Everitt, Psychological Bulletin 72 (1969) 323-327.
 */
export function cohenKappa(
  counts: PairedCounts,
): { readonly kappa: number; readonly standardError: number } | null {
  const { both, onlyFirst, onlySecond, neither } = counts;
  const pairs = both + onlyFirst + onlySecond + neither;
  const firstYes = (both + onlyFirst) / pairs;
  const secondYes = (both + onlySecond) / pairs;
  const agreed = (both + neither) / pairs;
  const byChance = firstYes * secondYes + (1 - firstYes) * (1 - secondYes);
  if (pairs === 0 || byChance === 1) return null;
  const kappa = (agreed - byChance) / (1 - byChance);
  const off = (first: number, second: number): number => (first + second) * (1 - kappa);
  const onDiagonal =
    (both / pairs) * (1 - off(firstYes, secondYes)) ** 2 +
    (neither / pairs) * (1 - off(1 - firstYes, 1 - secondYes)) ** 2;
  const offDiagonal =
    (1 - kappa) ** 2 *
    ((onlyFirst / pairs) * (secondYes + 1 - firstYes) ** 2 +
      (onlySecond / pairs) * (1 - secondYes + firstYes) ** 2);
  const spread = onDiagonal + offDiagonal - (kappa - byChance * (1 - kappa)) ** 2;
  return { kappa, standardError: Math.sqrt(Math.max(0, spread) / pairs) / (1 - byChance) };
}
