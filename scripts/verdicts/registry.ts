import { callSets } from './cassette-calls.ts';
import { cutSets } from './cassette-cuts.ts';
import type { DataSet } from './data-set.ts';

/** Every data set, in the order of the table: one file each. */
export const dataSets: readonly DataSet[] = [...callSets, ...cutSets];
