import type { TrialResult } from '../../open/trial-result.ts';
import type { PageIndex, PageTrial } from '../page-index.ts';

/** Where the page has its data from. */
export interface PageSource {
  index(): Promise<PageIndex>;
  /** The transcript of a trial; `null` where it was left out. */
  trial(trial: PageTrial, place: number): Promise<TrialResult | null>;
}
