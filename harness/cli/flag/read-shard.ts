import { InvalidArgumentError } from 'commander';

/** One part of a run, both counted from 1. */
export interface ShardWord {
  readonly index: number;
  readonly count: number;
}

/** Reads `i/n`. */
export function readShard(text: string): ShardWord {
  const { index, count } =
    /^(?<index>[0-9]{1,6})\/(?<count>[0-9]{1,6})$/u.exec(text.trim())?.groups ?? {};
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new InvalidArgumentError(
    'Expected a part and the number of parts, such as 1/3: whole numbers, and the part from 1 to the number.',
  );
}
