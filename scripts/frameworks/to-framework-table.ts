import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { columns, frameworks, kindOf } from './framework-columns.ts';
import type { FrameworkTrial } from './read-framework-run.ts';

/** What the first columns are made from. */
interface FrameworkPlaces {
  /** Folder of the agents, whose lines are counted. */
  readonly agents: string;
  /** Folder of `package.json`, which pins the frameworks. */
  readonly lists: string;
}

/** One row for each framework: its version, its lines, and what its SDK made of each kind of fault. */
export function toFrameworkTable(
  trials: readonly FrameworkTrial[],
  { agents, lists }: FrameworkPlaces,
): string {
  const versions = readVersions(lists);
  const heads = ['framework', 'lines (glue)', ...columns];
  const rows = Object.entries(frameworks).map(([variant, [file, owner]]) => {
    const own = trials.filter(({ record }) => record.lane.variant === variant);
    const cells = columns.map((kind) =>
      describe(own.filter(({ record }) => kindOf(record.lane.plan) === kind)),
    );
    const name = `${variant} (${versions[owner] ?? 'not pinned'})`;
    return [name, countLines(join(agents, `${file}.mjs`)), ...cells];
  });
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function readVersions(folder: string): Readonly<Record<string, string>> {
  // The file of the checkout, whose shape is npm's.
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return manifest.dependencies;
}

function describe(trials: readonly FrameworkTrial[]): string {
  const passed = trials.filter((trial) => trial.passed).length;
  const attempts = Math.max(1, ...trials.map(countAttempts));
  const ends = trials.map(({ record: { outcome } }) =>
    outcome.status === 'finished' ? outcome.stopReason : outcome.code,
  );
  const bad = [...new Set(ends)].filter((end) => end !== 'answered').sort();
  const repeats = trials.filter(({ record }) => countOf(record, 'effect') > 1).length;
  return [
    `${passed}/${trials.length}`,
    ...(attempts > 1 ? [`retries${attempts > 2 ? ` ${attempts - 1} times` : ''}`] : []),
    ...(repeats > 0 ? ['repeats'] : []),
    ...(bad.length > 0 ? [`gives up: ${bad.join(', ')}`] : []),
  ].join(', ');
}

function countAttempts({ record }: FrameworkTrial): number {
  return Math.max(1, ...record.events.map((one) => (one.type === 'request' ? one.attempt : 1)));
}

function countOf({ events }: FrameworkTrial['record'], wanted: string): number {
  return events.filter(({ type }) => type === wanted).length;
}

/** Lines without imports, blanks and comments; those that name the trial are the glue. */
function countLines(path: string): string {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:import |\/\*\*|\/\/)/u.test(line));
  const glue = lines.filter((line) => /\b(?:fetch|tools\.run|toolset|say|signal)\b/u.test(line));
  return `${lines.length} (${glue.length})`;
}
