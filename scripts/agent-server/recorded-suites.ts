import type { RecordedVariants } from './record-suite.ts';

/** Faults of the lanes whose outcome is known: every kind, and several at once. */
const everyFault = 'full,chaos-1,chaos-2,chaos-3,chaos-4,chaos-5,chaos-6';

/** What ships of the orders suite: every variant, clean and under the standard faults; the reference under all. */
export const recordedOrders: RecordedVariants = [
  ['reference', everyFault],
  ['naive', 'standard'],
  ['single-round', 'standard'],
  ['free-text', 'standard'],
  ['enum', 'standard'],
  ['coercer', 'standard'],
];

/** What ships of the support desk from a scripted agent, streamed: under every kind of fault, and several at once. */
export const recordedDesk: RecordedVariants = [['reference', everyFault]];

/**
 * What ships of the support desk from the policies that answer alike each time. They choose by what the user says and read no
 * result, so a fault can only be recorded of one of them.
 */
export const recordedNearest: RecordedVariants = [
  ['encoder-desk1,words-desk1,words-desk2', 'none'],
  ['encoder-desk2', 'standard'],
];
