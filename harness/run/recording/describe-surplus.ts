import { toShellWord } from '../../core/shell-word.ts';
import type { RunOptions } from '../run-options.ts';
import { type AskedLanes, findSurplus } from './find-surplus.ts';

interface Reason {
  readonly code: string;
  readonly text: string;
}

/** A recording that is never asked for is a test that got lost: it must not stay green in silence. */
export function describeSurplus(options: RunOptions, asked: AskedLanes): readonly Reason[] {
  const { gone, unreached } = findSurplus(options, asked);
  const reasons: Reason[] = [];
  const file = toShellWord(options.suite.file);
  const prune = `\`toolrig cassettes prune ${file}\``;
  if (gone.length > 0) {
    reasons.push({
      code: 'surplus_recordings',
      text: `No trial asked for ${nameSome(gone)} in "${options.cassettes}": the scenario, variant or plan is not in the suite any more. Bring it back, or remove what has no use with ${prune}`,
    });
  }
  if (unreached.length > 0) {
    reasons.push({
      code: 'unreached_recordings',
      text: `No trial came to the place of ${nameSome(unreached)} in "${options.cassettes}": the conversation is another than when these were recorded. If that is meant, ${prune} lists what has no use; else record the scenarios again`,
    });
  }
  return reasons;
}

function nameSome(paths: readonly string[]): string {
  const first = paths.slice(0, 5).map((path) => `"${path}"`);
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return `${first.join(', ')}${more}`;
}
