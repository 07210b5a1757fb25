import { refuseUnknownPrice } from '../../api/start/refuse-unknown-price.ts';
import { checkAccess, describeAccess } from '../../run/access/check-access.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { describeRehearsal, describeSpent } from '../../run/spend/describe-spend.ts';
import type { Rehearsal } from '../../run/spend/rehearse-run.ts';
import { createSpendMeter, type SpendMeter } from '../../run/spend/spend-meter.ts';
import { selectVariants } from '../../run/plan/plan-groups.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { RunFlags } from '../flag/run-flags.ts';

/** Counts the requests that one command sends, in all of its runs, and enforces the limits of its flags. */
export function createMeter(
  flags: Pick<RunFlags, 'maxRequests' | 'maxCost' | 'maxTokens' | 'maxTime'>,
): SpendMeter {
  return createSpendMeter({
    maxRequests: flags.maxRequests ?? null,
    maxCost: flags.maxCost ?? null,
    maxTokens: flags.maxTokens ?? null,
    maxTimeMs: flags.maxTime ?? null,
  });
}

/**
 * The options of a run that may send: it says, before its first request, how many there will be, where they go and what
 * they will cost. The options of a replay are returned unchanged.
 *
 * @throws UsageError when a model cannot be asked, or when a limit on cost cannot be held.
 */
export function prepareSending(options: RunOptions, io: CliIo): RunOptions {
  const { mode } = options;
  if (mode === 'replay') return options;
  checkAccess(options);
  refuseUnknownPrice(options);
  return {
    ...options,
    onExpected: (rehearsal, run) => announce(rehearsal, { ...run, mode }, io),
  };
}

/** Announces how many requests a run will probably send. */
function announce(
  rehearsal: Rehearsal,
  options: RunOptions & { readonly mode: 'record' | 'live' },
  io: CliIo,
): void {
  const { mode, cassettes, meter } = options;
  const requests = rehearsal.models.reduce((sum, model) => sum + model.requests, 0);
  const isSending = requests > 0;
  for (const line of isSending ? describeAccess(options) : []) io.err(`${line}\n`);
  for (const line of describeRehearsal(rehearsal, { mode, cassettes })) io.err(`${line}\n`);
  for (const line of isSending ? describeOwnWaits(options) : []) io.err(`${line}\n`);
  const limit = meter?.limits.maxRequests ?? null;
  if (limit === null || requests <= limit) return;
  io.err(
    `This is more than --max-requests ${limit}: the run will end there, and --resume goes on\n`,
  );
}

/** An agent of the user's own waits in real time, also for simulated faults, so its trial has a limit. */
function describeOwnWaits({ suite, variants }: RunOptions): readonly string[] {
  return selectVariants(suite, variants).flatMap(({ name, agent, settings }) => {
    if (agent === null) return [];
    const { deadlineMs } = settings.guards;
    const bound = deadlineMs > 0 ? `at most ${deadlineMs} ms a trial` : 'without a limit';
    return [
      `The agent of variant "${name}" waits in real time between its own attempts: ${bound} (guards.deadlineMs)`,
    ];
  });
}

/** Reports what was sent in total; prints nothing where nothing was sent. */
export function tellSpent(meter: SpendMeter, io: CliIo): void {
  for (const line of describeSpent(meter.spent())) io.err(`${line}\n`);
}
