/** Names of the files in a run folder. */
export const runFiles = {
  manifest: 'manifest.json',
  trials: 'trials.jsonl',
  scores: 'scores.jsonl',
  summary: 'summary.json',
  /** Names the process that writes the folder; gone when it ends. */
  lock: 'run.lock',
} as const;
