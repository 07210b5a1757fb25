import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { openSuite } from '../../api/place/open-suite.ts';
import { readInput } from '../../api/place/read-input.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { replaceFile } from '../../disk/replace-file.ts';
import { readToolList } from '../../import/tools/read-tool-list.ts';
import { isJsonObject, type JsonValue } from '../../json/json.ts';
import { fixList } from '../../lint/fix-list.ts';
import type { LintedToolset } from '../../lint/lint-rule.ts';
import { toLintedToolsets } from '../../lint/to-linted-toolsets.ts';
import type { OldCall } from '../../lint/version/compare-versions.ts';
import {
  callsOf,
  readRecordedUse,
  type RecordedUse,
} from '../../run/recording/read-recorded-calls.ts';
import type { CliIo } from '../io/cli-io.ts';

/** Tools to lint, and their source. */
export interface LintedSource {
  /** The input as the user named it. */
  readonly file: string;
  readonly toolsets: readonly LintedToolset[];
  /** Writes mended tools back; `null` for suites. */
  readonly list: { write(fixed: LintedToolset): void } | null;
  /** Calls that were recorded under the version before a toolset of the suite; read when first asked for. */
  recordedCalls(toolset: string): readonly OldCall[];
}

/**
 * Opens a suite or a JSON file with a list of tools.
 *
 * @throws UsageError, SuiteError when it is neither.
 */
export async function openLinted(
  input: string,
  wanted: readonly string[] | undefined,
  io: CliIo,
): Promise<LintedSource> {
  const list = openList(input, io);
  const source = list ?? (await openSuiteTools(input, io));
  const unknown = (wanted ?? []).filter((id) => source.toolsets.every((set) => set.id !== id));
  if (unknown.length > 0) {
    const known = source.toolsets.map(({ id }) => id).join(', ');
    throw new UsageError(
      `There is no toolset "${unknown.join('", "')}" in "${input}"; it has ${known}`,
    );
  }
  const toolsets = source.toolsets.filter(({ id }) => wanted === undefined || wanted.includes(id));
  return { ...source, toolsets };
}

async function openSuiteTools(input: string, io: CliIo): Promise<LintedSource> {
  const { suite, cassettes } = await openSuite(input, {}, io);
  const toolsets = toLintedToolsets(suite);
  let use: RecordedUse | null = null;
  const recordedCalls = (toolset: string): readonly OldCall[] => {
    const before = toolsets.find(({ id }) => id === toolset)?.previous?.id;
    if (before === undefined) return [];
    use ??= readRecordedUse(suite, cassettes);
    return callsOf(suite, before, use);
  };
  return { file: input, toolsets, list: null, recordedCalls };
}

/** `null` when the input is not a JSON file, or is a suite. */
function openList(input: string, io: CliIo): LintedSource | null {
  const path = resolve(io.cwd, input);
  if (!input.endsWith('.json') || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    return null;
  }
  const text = readInput(input, io);
  const value = parse(text, input);
  if (isJsonObject(value) && value['scenarios'] !== undefined) return null;
  const read = readToolList(value);
  if (!read.ok) {
    throw new UsageError(
      `Cannot read tools from "${input}": expected ${read.expected} at ${read.path}`,
    );
  }
  const set = { id: basename(input), tools: read.tools, requests: [], note: null, previous: null };
  const write = (fixed: LintedToolset): void => {
    if (/\d{16}/u.test(text)) {
      throw new UsageError(
        `Cannot fix "${input}": it has numbers that writing it again would round`,
      );
    }
    try {
      replaceFile(path, `${JSON.stringify(fixList(value, set, fixed), null, 2)}\n`);
    } catch (error) {
      throw new UsageError(`Cannot write "${input}": ${toReason(error)}`);
    }
  };
  return { file: input, toolsets: [set], list: { write }, recordedCalls: () => [] };
}

function parse(text: string, input: string): JsonValue {
  try {
    // JSON has no other kinds of values.
    return JSON.parse(text.replace(/^\uFEFF/u, '')) as JsonValue;
  } catch {
    throw new UsageError(`Cannot read tools from "${input}": it is not JSON`);
  }
}
