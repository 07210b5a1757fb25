import { join } from 'node:path';

import { expect, it } from 'vitest';

import { toLaneName } from '../../cassette/lane/lane-path.ts';
import type { Lane } from '../../core/suite/lane.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { type TestRun, toTestRunOptions } from '../../testing/test-run-options.ts';
import { type AskedLanes, describeSurplus, findSurplus, type Surplus } from './find-surplus.ts';

type Suite = Parameters<typeof findSurplus>[0]['suite'];

const suite = {
  name: 'till',
  file: 'suites/till',
  repeats: 1,
  plans: [{ name: 'mine' }],
  variants: [
    { name: 'first', isDefault: true },
    { name: 'second', isDefault: false },
  ],
  scenarios: [
    { id: 'look', variants: null, faults: [] },
    { id: 'pay', variants: null, faults: [] },
  ],
  // Only names are compared.
} as unknown as Suite;

const lane = (part: Partial<Lane> = {}): Lane => ({
  suite: 'till',
  scenario: 'look',
  variant: 'first',
  plan: 'none',
  repeat: 1,
  ...part,
});
const head = (of: Lane): string =>
  `${JSON.stringify({ type: 'head', version: 1, lane: of, recordedAt: '2026-01-01T00:00:00Z', protocol: 1, salt: null, fork: null, source: {} })}\n`;

interface Case {
  readonly lanes: readonly Partial<Lane>[];
  /** Files by their paths that are no lanes of their own. */
  readonly files?: Readonly<Record<string, string>>;
  readonly suite?: Partial<Suite>;
  readonly run?: TestRun;
  readonly asked?: Partial<AskedLanes>;
}

async function find(of: Case): Promise<Surplus> {
  await using scratch = await createScratchFolder();
  for (const one of of.lanes) await scratch.write(toLaneName(lane(one)), head(lane(one)));
  for (const [path, text] of Object.entries(of.files ?? {})) await scratch.write(path, text);
  const options = toTestRunOptions({ ...suite, ...of.suite }, join(scratch.path, 'runs'), {
    ...of.run,
    cassettes: scratch.path,
  });
  const { repeats = null } = of.run ?? {};
  return findSurplus({ ...options, repeats }, { played: new Set(), unmeasured: [], ...of.asked });
}

const look = 'till/look/first/none.r1.jsonl';
const pay = 'till/pay/first/none.r1.jsonl';
const [lookScenario, payScenario] = suite.scenarios;
const [firstVariant, secondVariant] = suite.variants;
const toPlans = (...names: readonly string[]): Suite['plans'] =>
  names.map((name) => ({ name, faults: [], byHand: false }));
const faulted = { plan: 'standard.timeout@model.1' };
const both = [{}, { scenario: 'pay' }];
const onlyPay = { suite: { scenarios: payScenario === undefined ? [] : [payScenario] } };
const onlySecond = { suite: { variants: secondVariant === undefined ? [] : [secondVariant] } };

it.each<[what: string, of: Case, unreached: readonly string[], gone?: readonly string[]]>([
  ['no recording', { lanes: [] }, []],
  ['lanes that were not asked for', { lanes: both }, [look, pay]],
  ['a lane that was played', { lanes: both, asked: { played: new Set([look]) } }, [pay]],
  ['a run that records', { lanes: both, run: { mode: 'record' } }, []],
  ['a live run', { lanes: both, run: { mode: 'live' } }, []],
  ['a run of chosen scenarios', { lanes: both, run: { scenarios: ['look'] } }, []],
  ['a part of the run', { lanes: both, asked: { owns: (path) => path === pay } }, [pay]],
  ['a lane of another suite', { lanes: [{ suite: 'other' }] }, []],
  ['a variant that did not run', { lanes: [{ variant: 'second' }] }, []],
  [
    'a variant that was chosen',
    { lanes: [{}, { variant: 'second' }], run: { variants: ['second'] } },
    ['till/look/second/none.r1.jsonl'],
  ],
  ['a plan that was not run', { lanes: [faulted] }, []],
  ['the clean plan by its word', { lanes: [faulted], run: { faults: ['none'] } }, []],
  ['another plan', { lanes: [faulted], run: { faults: ['full', 'stand'] } }, []],
  [
    'a plan of a preset that was run',
    { lanes: [faulted], run: { faults: ['none', 'standard'] } },
    [toLaneName(lane(faulted))],
  ],
  [
    'a plan of the suite',
    { lanes: [{ plan: 'mine' }], run: { faults: ['full', 'mine'] } },
    ['till/look/first/mine.r1.jsonl'],
  ],
  ['a seed of chaos', { lanes: [{ plan: 'chaos-12' }], run: { faults: ['chaos-1'] } }, []],
  ['a repeat that was not run', { lanes: [{ repeat: 2 }] }, []],
  [
    'repeats of the run',
    { lanes: [{ repeat: 2 }, { repeat: 3 }], run: { repeats: 2 } },
    ['till/look/first/none.r2.jsonl'],
  ],
  [
    'repeats of the suite',
    { lanes: [{ repeat: 2 }], suite: { repeats: 2 } },
    ['till/look/first/none.r2.jsonl'],
  ],
  [
    'fewer repeats than the suite has',
    { lanes: [{ repeat: 2 }], suite: { repeats: 2 }, run: { repeats: 1 } },
    [],
  ],
  ['a clean lane that was not measured', { lanes: both, asked: { unmeasured: [lane()] } }, [pay]],
  [
    'another variant that was not measured',
    { lanes: [{}], asked: { unmeasured: [lane({ variant: 'second' })] } },
    [look],
  ],
  [
    'another repeat that was not measured',
    { lanes: [{}], asked: { unmeasured: [lane({ repeat: 2 })] } },
    [look],
  ],
  [
    'faulted lanes of a clean lane that was not measured',
    { lanes: [faulted], run: { faults: ['standard'] }, asked: { unmeasured: [lane()] } },
    [],
  ],
  ['a scenario that is gone', { lanes: both, ...onlyPay }, [pay], [look]],
  ['a variant that is gone', { lanes: [faulted], ...onlySecond }, [], [toLaneName(lane(faulted))]],
  [
    'plans with names like those of the plans that were run',
    {
      lanes: [{ plan: 'standard-own' }, { plan: 'mine-too' }],
      suite: { plans: toPlans('standard-own', 'mine', 'mine-too') },
      run: { faults: ['standard', 'mine'] },
    },
    [],
  ],
  [
    'a plan whose name is no name of a file',
    {
      lanes: [{ plan: 'Mine/all' }],
      suite: { plans: toPlans('Mine/all') },
      run: { faults: ['Mine/all'] },
    },
    [toLaneName(lane({ plan: 'Mine/all' }))],
  ],
  [
    'a seed of chaos that was run',
    { lanes: [{ plan: 'chaos-12' }], run: { faults: ['chaos-12'] } },
    ['till/look/first/chaos-12.r1.jsonl'],
  ],
  ['a damaged file', { lanes: [], files: { [look]: 'x' } }, []],
  ['a file of another lane', { lanes: [], files: { [look]: head(lane({ scenario: 'pay' })) } }, []],
  [
    'a damaged file of a scenario that is gone',
    { lanes: [], files: { [look]: 'x' }, ...onlyPay },
    [],
    [look],
  ],
  [
    'a damaged file of a variant that is gone',
    { lanes: [], files: { [look]: 'x' }, ...onlySecond },
    [],
    [look],
  ],
])('surplus: %s', async (...[, of, unreached, gone = []]) => {
  expect(await find(of)).toEqual({ gone, unreached });
  expect([lookScenario, firstVariant]).not.toContain(undefined);
});

const place = { cassettes: 'kept', file: 'my suite.ts' };
const many = Array.from({ length: 6 }, (_, index) => `p${index}`);

it.each<[surplus: Surplus, says: readonly RegExp[]]>([
  [{ gone: [], unreached: [] }, []],
  [
    { gone: ['a'], unreached: [] },
    [
      /^surplus_recordings: No trial asked for "a" in "kept": .*`toolrig cassettes prune 'my suite\.ts'`$/u,
    ],
  ],
  [
    { gone: [], unreached: ['b'] },
    [/^unreached_recordings: No trial came to the place of "b" in "kept": /u],
  ],
  [{ gone: ['a'], unreached: ['b'] }, [/^surplus/u, /^unreached/u]],
  [{ gone: many.slice(1), unreached: [] }, [/ for "p1", "p2", "p3", "p4", "p5" in "kept"/u]],
  [{ gone: many, unreached: [] }, [/ for "p0", "p1", "p2", "p3", "p4" and 1 more in "kept"/u]],
])('%j is described', (surplus, says) => {
  const reasons = describeSurplus(surplus, place);
  expect(reasons.map(({ code, text }) => `${code}: ${text}`)).toEqual(
    says.map((pattern) => expect.stringMatching(pattern)),
  );
});
