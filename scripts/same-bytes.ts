/**
 * Reports one run again and again: under several Node versions, and in several time zones and locales, and checks that
 * all files have the same bytes. Prints the versions that ran and their hashes.
 * `node --import jiti/register scripts/same-bytes.ts [NODE...]`, where each NODE is the path of a Node binary; without
 * one, the Node that runs the script.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { reportEverywhere, runSample } from './same-bytes/report-everywhere.ts';

const nodes = process.argv.slice(2).map((path) => resolve(path));
const scratch = await mkdtemp(join(tmpdir(), 'toolrig-bytes-'));
try {
  await runSample(join(scratch, 'runs'));
  const [name = ''] = await readdir(join(scratch, 'runs'));
  const reports = await reportEverywhere(
    { scratch, run: join(scratch, 'runs', name) },
    nodes.length === 0 ? [process.execPath] : nodes,
  );
  for (const { version, place, hash, files } of reports) {
    console.log(`${version.padEnd(10)} ${place.padEnd(48)} ${String(files.size)} files ${hash}`);
  }
  const [first] = reports;
  const differing = reports.flatMap(({ version, place, files }) =>
    [...files]
      .filter(([file, hash]) => first?.files.get(file) !== hash)
      .map(([file]) => `${file} differs under ${version}, ${place}`),
  );
  for (const line of differing) console.log(line);
  const versions = new Set(reports.map(({ version }) => version));
  console.log(`ran under Node ${[...versions].join(', ')}`);
  console.log(differing.length === 0 ? 'all the same bytes' : `${differing.length} files differ`);
  if (differing.length > 0) process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true });
}
