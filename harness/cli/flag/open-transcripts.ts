import { basename } from 'node:path';

import { loadNearConfig } from '../../api/place/load-near-config.ts';
import { readOwnFormat } from '../../import/own/define-importer.ts';
import { emptyConfig } from '../../suite/load/parse-config.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { DocumentDefaults } from '../../import/document/read-score-document.ts';
import { readEffectRules } from '../../import/effects/effect-rules.ts';
import {
  readSharedNode,
  readTranscripts,
  type ReadTranscripts,
  type TranscriptInput,
} from '../../import/transcript/read-transcripts.ts';
import { readImportFiles } from '../io/read-import-files.ts';
import type { CliIo } from '../io/cli-io.ts';

/** What was read from the inputs. */
export type OpenedTranscripts = ReadTranscripts;

interface TranscriptFlags {
  readonly variant?: string;
  readonly tools?: string;
  readonly expected?: string;
  readonly effects?: readonly string[];
  readonly format?: string;
}

/**
 * Reads the files and folders that the user named; each is a variant, unless one name is given for all.
 *
 * @throws UsageError when a file cannot be read.
 */
export async function openTranscripts(
  words: readonly string[],
  flags: TranscriptFlags,
  io: CliIo,
): Promise<OpenedTranscripts> {
  const config = flags.format === undefined ? emptyConfig : await loadNearConfig(null, io);
  const names = toNames(words);
  const inputs = words.map((word, index): TranscriptInput => {
    const given = readImportFiles([word], io, { action: 'score' });
    const files =
      flags.format === undefined ? given : readOwnFormat(given, flags.format, config.importers);
    return {
      variant: flags.variant ?? names[index] ?? word,
      files: files.map((file) => ({ ...file, below: toBelow(file.name, word) })),
    };
  });
  return readTranscripts(joinVariants(inputs), readDefaults(flags, io));
}

/** Inputs of one name are one variant. */
function joinVariants(inputs: readonly TranscriptInput[]): readonly TranscriptInput[] {
  const joined = new Map<string, TranscriptInput>();
  for (const { variant, files } of inputs) {
    const before = joined.get(variant)?.files ?? [];
    joined.set(variant, { variant, files: [...before, ...files] });
  }
  return [...joined.values()];
}

/** The last part of each path without its ending; the whole path where two have the same ending. */
function toNames(words: readonly string[]): readonly string[] {
  const short = words.map((word) => stripEnding(basename(word)) || word);
  return short.map((name, index) => {
    const isAlone = short.every((other, place) => place === index || other !== name);
    return isAlone ? name : stripEnding(words[index] ?? name);
  });
}

/** Path of a file below the folder that was named; empty for a file that was named itself. */
function toBelow(name: string, word: string): string {
  const path = name.replaceAll('\\', '/');
  const folder = word.replaceAll('\\', '/').replace(/^\.\//u, '').replace(/\/+$/u, '');
  if (path === folder || `${path}.gz` === folder) return '';
  const below = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  return stripEnding(below).replaceAll('/', '.');
}

function stripEnding(name: string): string {
  return name.replace(/(?:\.(?:jsonl?|ndjson))?(?:\.gz)?$/u, '');
}

function readDefaults(flags: TranscriptFlags, io: CliIo): DocumentDefaults {
  const tools = readShared(flags.tools, io);
  const expected = readShared(flags.expected, io);
  const { effects } = flags;
  return {
    ...(tools === null ? {} : { tools }),
    ...(expected === null ? {} : { expected }),
    ...(effects === undefined ? {} : { effects: readGrades(effects, io) }),
  };
}

function readGrades(words: readonly string[], io: CliIo): NonNullable<DocumentDefaults['effects']> {
  const rules = readEffectRules(readImportFiles(words, io));
  if (rules.ledger.length === 0) return rules;
  throw new UsageError(
    'Cannot score with a ledger: put the effects that happened into the documents, as `effects`',
  );
}

function readShared(word: string | undefined, io: CliIo): ReturnType<typeof readSharedNode> {
  if (word === undefined) return null;
  const [file] = readImportFiles([word], io, { action: 'read' });
  const node = file === undefined ? null : readSharedNode(file);
  if (node === null) throw new UsageError(`Cannot read "${word}": it is not JSON`);
  return node;
}
