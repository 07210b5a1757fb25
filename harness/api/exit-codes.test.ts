import { expect, it } from 'vitest';

import { CassetteMissError } from '../core/talk/cassette.ts';
import { RigError } from '../core/rig-error.ts';
import { exitCodes } from '../core/run.ts';
import { UsageError } from '../core/usage-error.ts';
import { SpendLimitError } from '../run/spend/budget.ts';
import { StoreError } from '../run/folder/store-error.ts';
import { SuiteError } from '../suite/load/suite-error.ts';

const place = { path: 'somewhere' };
const miss = { lane: 'l', reason: 'changed', differences: [], remedy: 'r' } as const;

it.each([
  { error: new RigError('ANY', 'Cannot'), exitCode: exitCodes.usage },
  { error: new RigError('ANY', 'Cannot', { exitCode: 4 }), exitCode: exitCodes.invalid },
  { error: new UsageError('Cannot'), exitCode: exitCodes.usage },
  { error: new SuiteError('suite.yaml', []), exitCode: exitCodes.usage },
  { error: new StoreError('RUN_MISSING', 'Cannot', place), exitCode: exitCodes.usage },
  { error: new StoreError('RUN_BUSY', 'Cannot', place), exitCode: exitCodes.usage },
  { error: new StoreError('RUN_REFUSED', 'Cannot', place), exitCode: exitCodes.usage },
  { error: new StoreError('RUN_FINISHED', 'Cannot', place), exitCode: exitCodes.usage },
  { error: new StoreError('RUN_UNREADABLE', 'Cannot', place), exitCode: exitCodes.invalid },
  { error: new StoreError('RUN_UNWRITABLE', 'Cannot', place), exitCode: exitCodes.invalid },
  { error: new StoreError('RUN_CHANGED', 'Cannot', place), exitCode: exitCodes.invalid },
  { error: new SpendLimitError('Cannot'), exitCode: exitCodes.invalid },
  { error: new CassetteMissError('Cannot', miss), exitCode: exitCodes.invalid },
])('$error.name $error.code carries exit code $exitCode', ({ error, exitCode }) => {
  expect(error).toMatchObject({ exitCode });
});

it('an error keeps its cause beside its exit code', () => {
  const cause = new Error('deep');
  expect(new StoreError('RUN_UNREADABLE', 'Cannot', { path: 'p', cause })).toMatchObject({ cause });
  expect(new RigError('ANY', 'Cannot')).not.toHaveProperty('cause');
});
