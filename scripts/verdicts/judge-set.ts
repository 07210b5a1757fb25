import { findSharedData } from '../../harness/testing/find-shared-data.ts';
import type { DataSet, Verdict } from './data-set.ts';

/** Judges a data set, or each case of `every`; `null` where its data is not on this machine. */
export function judgeSet(set: DataSet, every = 1): Verdict | null {
  const paths = set.needs.map((path) => findSharedData(path));
  const found = paths.filter((path) => path !== null);
  return found.length < paths.length ? null : set.judge(found, every);
}
