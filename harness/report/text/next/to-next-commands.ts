import type { RunSummary } from '../../../core/run.ts';
import { toShellWord } from '../../../core/shell-word.ts';
import { cleanPlan } from '../../../core/suite/lane.ts';

/** The place that commands about a run name. */
export interface RunPlace {
  /** The suite as it was named. */
  readonly suite: string;
  readonly runFolder: string;
  /** Root of the recordings where one was named. */
  readonly cassettes: string | null;
}

/**
 * The commands that show why a run failed, ready to be pasted: the first failed trial turn by turn, and all of them as a
 * page. Nothing for a run in which nothing failed.
 */
export function toNextCommands(
  { failures }: Pick<RunSummary, 'failures'>,
  { suite, runFolder, cassettes }: RunPlace,
): readonly string[] {
  const [first] = failures;
  if (first === undefined) return [];
  const page = `toolrig report ${toShellWord(runFolder)} --html report.html`;
  const lane = first.lane.split('/');
  const [, scenario = '', variant = '', plan = ''] = lane;
  // A name with a slash looks like two names.
  if (lane.length !== 5) return ['see all of them:', `  ${page}`];
  const words = [
    `toolrig run ${toShellWord(suite)} --debug ${toShellWord(scenario)}`,
    `--variant ${toShellWord(variant)}`,
    ...(plan === cleanPlan ? [] : [`--faults ${toShellWord(plan)}`]),
    ...(cassettes === null ? [] : [`--cassettes ${toShellWord(cassettes)}`]),
  ];
  return [
    'see the first failure turn by turn, or all of them as a page:',
    `  ${words.join(' ')}`,
    `  ${page}`,
  ];
}
