import type { ComparedRecords } from './compared-records.ts';
import { toTrialKey } from './pair-trials.ts';
import { digestTranscript } from './digest-transcript.ts';
import type { RunSource } from './run-source.ts';

/** All that is known of one variant of a source, with digests of its transcripts. */
export async function loadWithTranscripts(
  source: RunSource,
  variant: string,
): Promise<ComparedRecords> {
  const loaded = await source.load(variant);
  if (source.trials === null) return loaded;
  const transcripts = new Map<string, string>();
  for await (const trial of source.trials(variant)) {
    const digest = digestTranscript(trial);
    if (digest !== null) transcripts.set(toTrialKey(trial.lane), digest);
  }
  return { ...loaded, transcripts };
}
