import type { RecordedVariants } from './record-suite.ts';

/** What ships of the orders suite: every variant, clean and under the standard faults. */
export const recordedOrders: RecordedVariants = [
  ['reference', 'standard'],
  ['naive', 'standard'],
  ['single-round', 'standard'],
  ['free-text', 'standard'],
];
