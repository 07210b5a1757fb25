import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../harness/testing/run-command-line.ts';
import type { RunningServer } from '../agent-server/start-agent-server.ts';
import { type KillDamage, type KillTask, noDamage, type RunCommand } from './kill-task.ts';
import { findRun, readTree, readWholeLines } from './read-left.ts';

const suite = join(repositoryRoot, 'suites/orders');

/** `record` over a server on the loopback: no half lane, and no lane that was sealed is paid for twice. */
export async function createRecordTask(
  folder: string,
  server: RunningServer,
  command: RunCommand,
): Promise<KillTask> {
  const toArgs = (place: string, more: readonly string[]): readonly string[] => [
    'record',
    suite,
    '--scenario',
    'r*,c*',
    '--base-url',
    server.baseUrl,
    '--cassettes',
    join(place, 'cassettes'),
    '--out',
    join(place, 'runs'),
    ...more,
  ];
  const whole = await command(toArgs(folder, []), folder);
  if (whole.exitCode !== 0) throw new Error(whole.err);
  const reference = readLanes(folder);
  return {
    name: 'record',
    exitCode: 0,
    prepare: (place) => Promise.resolve(toArgs(place, [])),
    hasBegun: (place) => findRun(place) !== null,
    async inspect(place) {
      const run = findRun(place);
      const sealed = new Map([...readLanes(place)].filter(([path]) => !path.endsWith('.part')));
      const torn = listOthers(sealed, reference);
      const askedBefore = server.stats.completions;
      // A run that came to its end is recorded again, which asks nothing.
      const canResume =
        run !== null &&
        existsSync(join(run, 'manifest.json')) &&
        !existsSync(join(run, 'summary.json'));
      const kept = run === null ? [] : readWholeLines(join(run, 'trials.jsonl'));
      const { exitCode, err } = await command(
        toArgs(place, canResume ? ['--resume', run] : []),
        place,
      );
      const paid = countAttempts(reference) - countAttempts(sealed);
      const asked = server.stats.completions - askedBefore;
      const lanes = readLanes(place);
      return {
        ...noDamage,
        kept: kept.length + sealed.size,
        torn,
        doubled: asked > paid ? [`${asked} requests for lanes that take ${paid}`] : [],
        lost: [...reference.keys()].filter((path) => !lanes.has(path)),
        blocked: exitCode === 0 ? [] : [`record gave ${exitCode}: ${err.slice(-300)}`],
        different: listOthers(lanes, reference),
      } satisfies KillDamage;
    },
  };
}

type Lanes = ReadonlyMap<string, string>;

function readLanes(folder: string): Lanes {
  return readTree(join(folder, 'cassettes'));
}

function listOthers(lanes: Lanes, reference: Lanes): readonly string[] {
  return [...lanes]
    .filter(([path, text]) => reference.get(path) !== text)
    .map(([path]) => `"${path}" is another`);
}

function countAttempts(lanes: Lanes): number {
  const calls = [...lanes.values()].flatMap((text) => text.match(/^\{"type":"call".*$/gmu) ?? []);
  return calls.reduce((sum, line) => sum + (line.match(/"attempt":[0-9]+/gu)?.length ?? 0), 0);
}
