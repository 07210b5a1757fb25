import { UsageError } from '../../core/usage-error.ts';
import type { RunFlags } from './run-flags.ts';

/**
 * Refuses options that contradict each other.
 *
 * @throws UsageError naming two of them.
 */
export function refuseRunClashes(flags: RunFlags): void {
  const { mode, stale, rerecord, sweep, gate } = flags;
  refuseDistractorClash(flags);
  refuseShardClash(flags);
  refuseDetailClash(flags);
  refuseReuseClash(flags);
  refuseChangedClash(flags);
  refuseWatchClash(flags);
  refuseForkClash(flags);
  if (sweep !== undefined && mode === 'record') {
    throw new UsageError(
      'Cannot record a sweep: its values are answered by the recordings of the variant that they are made from. Declare a variant for each value and record these, or sweep with --mode live',
    );
  }
  if (sweep !== undefined && gate === true) {
    throw new UsageError(
      'Cannot use --gate with --sweep: gates judge the variants of the suite, and a sweep judges values',
    );
  }
  if (stale !== true && rerecord !== true) return;
  if (stale === true && rerecord === true) {
    throw new UsageError(
      'Cannot record both all lanes and only stale ones: use --rerecord or --stale',
    );
  }
  if (mode === 'record') return;
  const flag = stale === true ? '--stale' : '--rerecord';
  throw new UsageError(`Cannot use ${flag} with --mode ${mode}: nothing is recorded`);
}

/** Where no model is asked, there is nothing to share. */
function refuseForkClash({ fork, mode }: RunFlags): void {
  if (fork !== false || mode !== 'replay') return;
  throw new UsageError('Cannot use --no-fork with --mode replay: no model is asked');
}

/** Only replays take results of earlier runs. */
function refuseReuseClash({ mode, fresh, verify, cache, debug, ...flags }: RunFlags): void {
  const asked = [
    ...(fresh === true ? ['--fresh'] : []),
    ...(verify === undefined ? [] : ['--verify']),
    ...(cache === undefined ? [] : ['--cache']),
    ...(flags.changed === true ? ['--changed'] : []),
  ];
  const [first] = asked;
  if (first === undefined) return;
  if (fresh === true && verify !== undefined) {
    throw new UsageError('Cannot use --verify with --fresh: a fresh run reuses no trial');
  }
  if (mode === 'replay' && debug === undefined) return;
  const other = mode === 'replay' ? '--debug' : `--mode ${mode}`;
  throw new UsageError(`Cannot use ${first} with ${other}: only a replay reuses trials`);
}

/** What `--changed` leaves is another part of the suite each time. */
function refuseChangedClash({ changed, fresh, sweep, distractors, shard, resume }: RunFlags): void {
  if (changed !== true) return;
  const [other] = [
    ...(fresh === true ? ['--fresh'] : []),
    ...(sweep === undefined ? [] : ['--sweep']),
    ...(distractors === undefined ? [] : ['--distractors']),
    ...(shard === undefined ? [] : ['--shard']),
    ...(resume === undefined ? [] : ['--resume']),
  ];
  if (other === undefined) return;
  throw new UsageError(
    `Cannot use --changed with ${other}: it leaves out what has not changed. Leave one of them out; unchanged trials are reused all the same`,
  );
}

/** The result is printed in one form. */
function refuseDetailClash({ quiet, verbose, json }: RunFlags): void {
  const [first, second] = [
    ...(quiet === true ? ['--quiet'] : []),
    ...(verbose === true ? ['--verbose'] : []),
    ...(json === true ? ['--json'] : []),
  ];
  if (second === undefined) return;
  throw new UsageError(`Cannot use ${first} with ${second}: choose one form of the result`);
}

/** What is run again and again must cost nothing, and has no one result. */
function refuseWatchClash({ watch, mode, json, shard, resume }: RunFlags): void {
  if (watch !== true) return;
  if (mode !== 'replay') {
    throw new UsageError(
      `Cannot use --watch with --mode ${mode}: each edit would send requests to models. Record first, then watch the replay`,
    );
  }
  const other = [
    ...(json === true ? ['--json'] : []),
    ...(shard === undefined ? [] : ['--shard']),
    ...(resume === undefined ? [] : ['--resume']),
  ];
  if (other.length === 0) return;
  throw new UsageError(
    `Cannot use --watch with ${other[0] ?? ''}: it makes a run of its own after each edit`,
  );
}

/** Distractors are a sweep over numbers of tools. */
function refuseDistractorClash({ distractors, sweep, mode, gate, debug, shard }: RunFlags): void {
  if (distractors === undefined) return;
  const other = [
    ...(sweep === undefined ? [] : ['--sweep']),
    ...(gate === true ? ['--gate'] : []),
    ...(debug === undefined ? [] : ['--debug']),
    ...(shard === undefined ? [] : ['--shard']),
    ...(mode === 'record' ? ['--mode record'] : []),
  ];
  if (other.length === 0) return;
  throw new UsageError(
    `Cannot use --distractors with ${other[0] ?? ''}: it runs each variant once for each number of tools, which are no variants of the suite`,
  );
}

/** Only what `toolrig merge` can put together again is run in parts. */
function refuseShardClash({ shard, mode, debug }: RunFlags): void {
  if (shard === undefined) return;
  if (mode === 'record') {
    throw new UsageError(
      'Cannot use --shard with --mode record: recordings are made in one place. Record first, then run the shards',
    );
  }
  if (debug !== undefined) {
    throw new UsageError(
      'Cannot use --shard with --debug: it shows one scenario. Leave one of them out',
    );
  }
}
