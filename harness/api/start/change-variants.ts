import type { RunMode } from '../../core/run.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { distractVariants } from './distract-variants.ts';
import { type SweptVariants, sweepVariants } from './sweep-variants.ts';

/** What a run makes of the variants of its suite. */
export interface VariantChange {
  readonly sweep: string | undefined;
  readonly distractors: string | undefined;
  readonly mode: RunMode;
  readonly gate: boolean;
}

/**
 * The variants that are to run: those chosen, or what a sweep or distractors make of them.
 *
 * @throws UsageError for wishes that exclude each other.
 */
export function changeVariants(
  suite: Suite,
  chosen: RunOptions['variants'],
  { sweep, distractors, mode, gate }: VariantChange,
): SweptVariants {
  refuseClash({ sweep, distractors, mode, gate });
  if (distractors === undefined) return sweepVariants(suite, chosen, sweep);
  return distractVariants(suite, chosen, { word: distractors, mode, isChosen: chosen !== null });
}

function refuseClash({ sweep, distractors, mode, gate }: VariantChange): void {
  if (sweep === undefined && distractors === undefined) return;
  const asked = sweep === undefined ? 'distractors' : 'sweep';
  const made = asked === 'sweep' ? 'value' : 'number of tools';
  const other =
    sweep !== undefined && distractors !== undefined
      ? 'distractors'
      : gate
        ? 'gate'
        : mode === 'record'
          ? 'mode "record"'
          : null;
  if (other === null) return;
  throw new UsageError(
    `Cannot use ${asked} with ${other}: each variant runs once for each ${made}, and these are no variants of the suite. Declare a variant for each, or leave one of the two out`,
  );
}
