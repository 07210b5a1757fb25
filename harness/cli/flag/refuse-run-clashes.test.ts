import { expect, it } from 'vitest';

import { UsageError } from '../../core/usage-error.ts';
import { refuseRunClashes } from './refuse-run-clashes.ts';
import type { RunFlags } from './run-flags.ts';

const usual: RunFlags = { mode: 'replay', concurrency: 1, seed: 's', out: 'runs', tier: 'exact' };
const shard = { index: 1, count: 2 };
const sweep = 'loop.guards.maxTurns=2';
const record = { mode: 'record' } as const;
const live = { mode: 'live' } as const;

it.each<[flags: Partial<RunFlags>, says: string]>([
  [{ sweep, ...record }, 'Cannot record a sweep: '],
  [{ sweep, gate: true }, 'Cannot use --gate with --sweep: '],
  [{ stale: true, rerecord: true, ...record }, 'use --rerecord or --stale'],
  [{ stale: true, rerecord: true }, 'use --rerecord or --stale'],
  [{ stale: true }, 'Cannot use --stale with --mode replay: nothing is recorded'],
  [{ rerecord: true }, 'Cannot use --rerecord with --mode replay: nothing is recorded'],
  [{ stale: true, ...live }, 'Cannot use --stale with --mode live: nothing is recorded'],
  [{ rerecord: true, ...live }, 'Cannot use --rerecord with --mode live: nothing is recorded'],
  [{ fresh: true, verify: 1 }, 'Cannot use --verify with --fresh: '],
  [{ fresh: true, ...record }, 'Cannot use --fresh with --mode record: only a replay'],
  [{ fresh: true, ...live }, 'Cannot use --fresh with --mode live: only a replay'],
  [{ verify: 1, ...record }, 'Cannot use --verify with --mode record: only a replay'],
  [{ cache: 'c', ...live }, 'Cannot use --cache with --mode live: only a replay'],
  [{ fresh: true, debug: 's' }, 'Cannot use --fresh with --debug: only a replay'],
  [{ verify: 1, debug: 's' }, 'Cannot use --verify with --debug: only a replay'],
  [{ cache: 'c', debug: 's' }, 'Cannot use --cache with --debug: only a replay'],
  [{ quiet: true, verbose: true }, 'Cannot use --quiet with --verbose: '],
  [{ quiet: true, json: true }, 'Cannot use --quiet with --json: '],
  [{ verbose: true, json: true }, 'Cannot use --verbose with --json: '],
  [{ watch: true, ...record }, 'Cannot use --watch with --mode record: each edit would send'],
  [{ watch: true, ...live }, 'Cannot use --watch with --mode live: each edit would send'],
  [{ watch: true, json: true }, 'Cannot use --watch with --json: '],
  [{ watch: true, shard }, 'Cannot use --watch with --shard: '],
  [{ watch: true, resume: 'run' }, 'Cannot use --watch with --resume: '],
  [{ watch: true, json: true, shard, resume: 'run' }, 'Cannot use --watch with --json: '],
  [{ changed: true, fresh: true }, 'Cannot use --changed with --fresh: '],
  [{ changed: true, sweep }, 'Cannot use --changed with --sweep: '],
  [{ changed: true, distractors: 'far' }, 'Cannot use --changed with --distractors: '],
  [{ changed: true, shard }, 'Cannot use --changed with --shard: '],
  [{ changed: true, resume: 'run' }, 'Cannot use --changed with --resume: '],
  [{ distractors: 'far', sweep }, 'Cannot use --distractors with --sweep: '],
  [{ distractors: 'far', gate: true }, 'Cannot use --distractors with --gate: '],
  [{ distractors: 'far', debug: 's' }, 'Cannot use --distractors with --debug: '],
  [{ distractors: 'far', shard }, 'Cannot use --distractors with --shard: '],
  [{ distractors: 'far', ...record }, 'Cannot use --distractors with --mode record: '],
  [{ shard, ...record }, 'Cannot use --shard with --mode record: '],
  [{ shard, debug: 's' }, 'Cannot use --shard with --debug: '],
])('%j is refused', (flags, says) => {
  const refuse = (): void => {
    refuseRunClashes({ ...usual, ...flags });
  };
  expect(refuse).toThrow(UsageError);
  expect(refuse).toThrow(says);
});

it.each<[flags: Partial<RunFlags>]>([
  [{}],
  [record],
  [live],
  [{ sweep }],
  [{ sweep, ...live }],
  [{ gate: true }],
  [{ sweep, gate: false }],
  [{ stale: true, ...record }],
  [{ rerecord: true, ...record }],
  [{ stale: false, rerecord: false, ...live }],
  [{ stale: true, rerecord: false, ...record }],
  [{ stale: false, rerecord: true, ...record }],
  [{ fresh: true }],
  [{ fresh: true, cache: 'c' }],
  [{ verify: 2, cache: 'c' }],
  [{ fresh: false, ...live }],
  [{ fresh: false, verify: 1 }],
  [{ debug: 's', ...live }],
  [{ quiet: true }],
  [{ verbose: true }],
  [{ json: true }],
  [{ quiet: true, verbose: false, json: false }],
  [{ quiet: false, json: true }],
  [{ watch: true }],
  [{ watch: true, json: false }],
  [{ watch: true, quiet: true }],
  [{ watch: false, json: true, shard, ...live }],
  [{ watch: false, resume: 'run' }],
  [{ changed: true }],
  [{ changed: true, fresh: false }],
  [{ changed: false, fresh: true }],
  [{ changed: false, resume: 'run', shard }],
  [{ distractors: 'far' }],
  [{ distractors: 'far', gate: false, ...live }],
  [{ shard }],
  [{ shard, ...live }],
  [{ debug: 's' }],
])('%j is accepted', (flags) => {
  expect(() => {
    refuseRunClashes({ ...usual, ...flags });
  }).not.toThrow();
});
