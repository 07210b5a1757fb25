import type { RecordedVariants } from './record-suite.ts';

/** What ships of the orders suite. Faults cost a lane wherever the conversation parts, so only what is shown has them. */
export const recordedOrders: RecordedVariants = [
  ['reference', 'standard'],
  ['naive', 'standard'],
  ['single-round', 'none'],
  ['free-text', 'none'],
];
