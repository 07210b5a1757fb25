import { referenceLoop, type LoopSettings } from '../../../core/suite/loop-settings.ts';
import type { LoopInput } from '../../input/loop-input.ts';

/** Lays settings over those of the reference loop. */
export function toLoopSettings(input: LoopInput): LoopSettings {
  const { enforce, journal, retry, results, guards, ...rest } = input;
  const base = referenceLoop;
  return {
    ...base,
    ...rest,
    enforce: { ...base.enforce, ...enforce },
    journal: journal === null ? null : toJournal(journal),
    retry: { ...base.retry, ...retry },
    results: { ...base.results, ...results },
    guards: { ...base.guards, ...guards },
  };
}

function toJournal(input: NonNullable<LoopInput['journal']> | undefined): LoopSettings['journal'] {
  return referenceLoop.journal === null ? null : { ...referenceLoop.journal, ...input };
}
