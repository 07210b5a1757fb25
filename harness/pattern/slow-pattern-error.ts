import { RigError } from '../core/rig-error.ts';
import { limitOf } from '../limit/limits.ts';
import { toLimitVariable } from '../limit/limit-table.ts';

/** A regular expression took longer with a text than it may. Whether it fits is not known, so nothing may depend on it. */
export class SlowPatternError extends RigError {
  override readonly name = 'SlowPatternError';
  readonly pattern: string;

  constructor(pattern: string, length: number) {
    const shown = pattern.length > mostShown ? `${pattern.slice(0, mostShown)}...` : pattern;
    super(
      'PATTERN_TOO_SLOW',
      `Cannot match the regular expression "${shown}" with a text of ${length} characters: it took longer than ${limitOf('patternMs')} ms (limit patternMs). Write it so that it reads a text in one way, or raise the limit with ${toLimitVariable('patternMs')}`,
    );
    this.pattern = pattern;
  }
}

const mostShown = 200;
