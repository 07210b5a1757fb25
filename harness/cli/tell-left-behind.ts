import { toRecordCommand } from '../cassette/match/create-miss.ts';
import { cleanPlan, type Lane } from '../core/suite/lane.ts';
import { toShellWord } from '../core/shell-word.ts';
import type { RunOptions } from '../run/run-options.ts';
import { replayRecordings } from '../run/recording/replay-recordings.ts';
import { planGroups } from '../run/plan/plan-groups.ts';
import type { CliIo } from './io/cli-io.ts';

/**
 * Says which faulted lanes a recording left behind: they begin with turns of a clean lane that was made again, and were
 * not part of this recording.
 */
export async function tellLeftBehind(options: RunOptions, io: CliIo): Promise<void> {
  const { suite, variants, scenarios, meter } = options;
  if (meter === undefined || meter.spent().length === 0) return;
  const repeats = options.repeats ?? suite.repeats;
  const groups = planGroups(suite, { variants, scenarios, repeats });
  const { stale } = await replayRecordings(options, (lane) =>
    groups.some(({ scenario, variant, repeat }) => {
      const isSame = lane.scenario === scenario.id && lane.variant === variant.name;
      return isSame && lane.repeat === repeat;
    }),
  );
  const left = stale
    .map(({ where }) => where)
    .filter((lane): lane is Lane => lane !== null && lane.plan !== cleanPlan);
  if (left.length === 0) return;
  const command = toRecordCommand(left, `toolrig record ${toShellWord(suite.file)}`, 'stale');
  const lanes = left.length === 1 ? '1 faulted lane was' : `${left.length} faulted lanes were`;
  io.err(
    `note: ${lanes} recorded beside an earlier clean lane and no longer fit. Record them again: ${command}\n`,
  );
}
