import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

declare global {
  /** Where marked functions report themselves while the map of tests is made. */
  var toolrigHits: Set<string> | undefined;
}

// A setup file of vitest: runs before each test file, in its process.
const hits = new Set<string>();
globalThis.toolrigHits = hits;
const startMs = performance.timeOrigin + performance.now();

afterAll(() => {
  const target = process.env['TOOLRIG_HITS'];
  if (target === undefined) return;
  const { testPath } = expect.getState();
  const ms = Math.round(performance.timeOrigin + performance.now() - startMs);
  appendFileSync(target, `${JSON.stringify({ testFile: testPath, ms, hits: [...hits] })}\n`);
});
