import { expect, it } from 'vitest';

import { toNextCommands } from './to-next-commands.ts';

const place = { suite: 'suites/orders', runFolder: 'reports/runs/r 1', cassettes: null };
const failed = (lane: string): Parameters<typeof toNextCommands>[0] => ({
  failures: [{ lane, metric: 'task.success', code: 'missing_call', text: 'x' }],
});

it('names nothing where nothing failed', () => {
  expect(toNextCommands({ failures: [] }, place)).toEqual([]);
});

it.each([
  ['orders/refund-once/naive/none/r1', null, '--debug refund-once --variant naive'],
  [
    'orders/refund-once/naive/standard.http@model.1/r2',
    null,
    '--debug refund-once --variant naive --faults standard.http@model.1',
  ],
  ['orders/it is/a b/none/r1', null, "--debug 'it is' --variant 'a b'"],
  ['orders/s/v/none/r1', 'other place', "--debug s --variant v --cassettes 'other place'"],
])('of %s with recordings in %j: %s', (lane, cassettes, words) => {
  expect(toNextCommands(failed(lane), { ...place, cassettes })).toEqual([
    'see the first failure turn by turn, or all of them as a page:',
    `  toolrig run suites/orders ${words}`,
    "  toolrig report 'reports/runs/r 1' --html report.html",
  ]);
});

it('a name with a slash is not taken apart', () => {
  expect(toNextCommands(failed('orders/a/b/v/none/r1'), place)).toEqual([
    'see all of them:',
    "  toolrig report 'reports/runs/r 1' --html report.html",
  ]);
});
