import type {
  EnforceSettings,
  GuardSettings,
  JournalSettings,
  LoopSettings,
  ResultSettings,
  RetrySettings,
} from '../../core/suite/loop-settings.ts';

/** Loop settings; what is left out is as in the reference loop. `journal: null` = no journal. */
export type LoopInput = Partial<
  Omit<LoopSettings, 'enforce' | 'journal' | 'retry' | 'results' | 'guards'>
> & {
  readonly enforce?: Partial<EnforceSettings>;
  readonly journal?: Partial<JournalSettings> | null;
  readonly retry?: Partial<RetrySettings>;
  readonly results?: Partial<ResultSettings>;
  readonly guards?: Partial<GuardSettings>;
};
