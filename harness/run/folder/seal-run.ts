import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';

import type { RunSummary } from '../../core/run.ts';
import { openFile } from '../../disk/open-file.ts';
import { readFile } from '../../disk/read-file.ts';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject } from '../../json/json.ts';
import type { RunSeal } from './run-shape.ts';
import { runFiles } from './run-files.ts';

/**
 * Adds to a summary what the other files of its run are, and a seal over it all. It shows a change by accident or by a
 * careless hand; it is not a signature, so anyone who edits a file can seal it again.
 */
export function sealSummary(path: string, summary: RunSummary): RunSummary & RunSeal {
  return sealWith(summary, {
    manifest: hashStoredManifest(path),
    scores: hashFile(join(path, runFiles.scores)),
    trials: hashFile(join(path, runFiles.trials)),
  });
}

/** Seals a run that is held in memory, by the texts that its files would have. */
export function sealTexts(
  summary: RunSummary,
  texts: Readonly<Record<keyof RunSeal['files'], string>>,
): RunSummary & RunSeal {
  return sealWith(summary, {
    manifest: hashManifestText(texts.manifest),
    scores: sha256(texts.scores),
    trials: sha256(texts.trials),
  });
}

function sealWith(summary: RunSummary, files: RunSeal['files']): RunSummary & RunSeal {
  const open = { ...summary, files };
  return { ...open, seal: hashSummary(open) };
}

/** What the seal of a summary must be. */
export function hashSummary(summary: RunSummary & Pick<RunSeal, 'files'>): string {
  return sha256(toCanonicalJson(summary));
}

/** The manifest as it was written, without the time and the machine: they are another for each run. */
export function hashStoredManifest(path: string): string {
  return hashManifestText(readFile(join(path, runFiles.manifest), 'inputBytes'));
}

function hashManifestText(text: string): string {
  const value: unknown = JSON.parse(text);
  const { environment: _environment, ...stable } = isJsonObject(value) ? value : {};
  return sha256(toCanonicalJson(stable));
}

const blockBytes = 1 << 20;
const lineFeed = 10;

/** What can be said of the lines of a file without reading what is in them. */
export interface LineCount {
  readonly lines: number;
  /** The last line has no end. */
  readonly isCut: boolean;
  readonly hash: string;
}

/** Counts the lines of a file. */
export function countLines(file: string): LineCount {
  const hash = createHash('sha256');
  let lines = 0;
  let last = lineFeed;
  for (const block of readBlocks(file)) {
    hash.update(block);
    for (let at = block.indexOf(lineFeed); at >= 0; at = block.indexOf(lineFeed, at + 1))
      lines += 1;
    last = block.at(-1) ?? last;
  }
  return { lines, isCut: last !== lineFeed, hash: hash.digest('hex') };
}

function hashFile(file: string): string {
  const hash = createHash('sha256');
  for (const block of readBlocks(file)) hash.update(block);
  return hash.digest('hex');
}

function* readBlocks(path: string): Generator<Uint8Array> {
  const file = openFile(path, 'read');
  try {
    for (;;) {
      const block = new Uint8Array(blockBytes);
      const read = readSync(file, block, 0, blockBytes, null);
      if (read === 0) return;
      yield block.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
