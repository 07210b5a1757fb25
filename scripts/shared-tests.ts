import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { slowTests } from './slow-tests.ts';

/** Rooms whose code keeps nothing from one call to the next. */
const rooms = [
  'boundary',
  'cassette',
  'compare',
  'core',
  'dialect',
  'expectation',
  'import',
  'json',
  'lint',
  'loop',
  'redact',
  'report',
  'route',
  'run',
  'schema',
  'score',
  'stats',
  'suite',
];

/** Tests of these rooms that change their process (globals, limits, fake times) or need much of it. */
const ownProcess: ReadonlySet<string> = new Set([
  'harness/boundary/model/protocol-mismatch.test.ts',
  'harness/dialect/chat/decode-chat-fuzz.test.ts',
  'harness/dialect/decode-fuzz.test.ts',
  'harness/report/html/page-in-browser.test.ts',
  'harness/run/folder/resume-run.test.ts',
  'harness/run/trial/run-own-agent.test.ts',
  'harness/stats/test/oracle.test.ts',
]);

/** The test files that share a process, in which the sources are loaded once. */
export const sharedTests = rooms.flatMap((room) => {
  const folder = fileURLToPath(new URL(`../harness/${room}`, import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `harness/${room}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => !ownProcess.has(file) && !slowTests.includes(file));
});
