import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { sourceOf } from '../core/made-of.ts';
import { readFile } from '../disk/read-file.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { toSafeName } from '../disk/safe-name.ts';
import { limitNames, type LimitName } from '../limit/limit-table.ts';
import { limitOf } from '../limit/limits.ts';
import { findKeys } from '../run/keep/create-run-redactor.ts';
import type { TrialGroup } from '../run/plan/plan-groups.ts';
import type { RunOptions } from '../run/run-options.ts';
import type { StoreWish } from '../run/store/trial-store.ts';
import { findSuiteFile } from '../suite/load/find-suite-file.ts';
import type { LoadedConfig } from '../suite/load/load-config.ts';
import { type OwnCode, readOwnCode } from './code/read-own-code.ts';
import { noCode, readSuiteCode, type SuiteCode } from './code/read-suite-code.ts';
import { FileIndex } from './file/file-index.ts';
import { type GroupKey, GroupKeys } from './key/group-keys.ts';
import { createKnownSecrets } from './key/known-secrets.ts';
import { LaneReader } from './key/read-lanes.ts';
import { ResultStore } from './result-store.ts';

/** Where a suite and its stored results are, and what of the machine their keys hold. */
export interface ReusePlace {
  /** Folder of all stored results. */
  readonly root: string;
  /** The suite's file or folder. */
  readonly suite: string;
  /** Configurations that may be those of the suite; one of them is loaded, or none. */
  readonly configs: readonly string[];
  /** Folder of the package toolrig. */
  readonly own: string;
  readonly machine: Machine;
}

/** What of a machine results depend on; of the second part only those of code that may look at it. */
export interface Machine {
  /** Such as `20.19`. */
  readonly node: string;
  /** Values of toolrig's own code, in place of its hash: for tests. */
  readonly toolrig?: string;
  readonly local: { readonly timeZone: string; readonly locale: string; readonly platform: string };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When this process began, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly nowMs: () => number;
}

/** How stored results are used. */
export interface ReuseUse {
  /** `null`: no configuration. */
  readonly config: LoadedConfig;
  /** Nothing is taken from earlier runs. */
  readonly isFresh: boolean;
  /** So many reused trials run again. */
  readonly verify: number;
}

/**
 * Prepares the reuse of results. Called before the suite is loaded: what is loaded is then never older than what is hashed.
 */
export function prepareReuse(place: ReusePlace): (use: ReuseUse) => StoreWish {
  const files = new FileIndex(readIndex(place.root), place.machine.nowMs);
  const read = readState(place, files);
  return (use) => ({
    open: ({ options, groups }, note) => {
      const before = read();
      const after = new CodeState(place, files);
      const problem = findProblem(options, { before, after }, use);
      if (problem !== null) {
        note(`no trial is reused: ${problem}`);
        return null;
      }
      const { root } = place;
      const first = before.toKeys(options, use);
      const store = new ResultStore({
        root,
        suite: toSafeName(options.suite.name),
        keyOf: (group) => first.keyOf(group),
        onSettled: () => {
          saveIndex(root, files);
        },
        refresh: () => {
          const now = new CodeState(place, files);
          const keys = now.toKeys(options, use);
          return (group: TrialGroup): GroupKey => keys.keyOf(group);
        },
        secrets: createKnownSecrets([
          ...Object.values(options.secrets),
          ...findKeys(options.suite, options.access),
        ]),
        samples: use.verify,
        groups,
        runName: hash('sha256', `${options.process.owner} ${options.startedAt} ${options.seed}`),
        limitBytes: limitOf('resultBytes'),
        nowMs: place.machine.nowMs(),
        isRead: !use.isFresh,
      });
      return store;
    },
  });
}

/** Reads now, and fails only when it is asked for: a run is not kept from running. */
function readState(place: ReusePlace, files: FileIndex): () => CodeState {
  try {
    const state = new CodeState(place, files);
    return () => state;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** The code of a suite and of toolrig, as it was on the disk at one time. */
class CodeState {
  readonly suite: SuiteCode;
  readonly configs: ReadonlyMap<string, SuiteCode>;
  readonly #place: ReusePlace;
  readonly #files: FileIndex;
  readonly own: OwnCode;

  constructor(place: ReusePlace, files: FileIndex) {
    const { own, machine } = place;
    this.#place = place;
    this.#files = files;
    const context = { files, own, startedAtMs: machine.startedAtMs };
    const found = findSuiteFile(place.suite);
    const isCode = found.ok && found.value.kind === 'module';
    this.suite = isCode ? readSuiteCode([found.value.path], context) : noCode;
    this.configs = new Map(place.configs.map((path) => [path, readSuiteCode([path], context)]));
    const { toolrig } = machine;
    this.own = toolrig === undefined ? readOwnCode(context) : { hash: toolrig, isChanged: false };
  }

  /** The code that trials run: the suite's, and that of the configuration where it defines scorers or faults. */
  codeFor({ config }: ReuseUse): readonly SuiteCode[] | null {
    const { file, scorers, faultKinds } = config;
    if (file === null || scorers.length + faultKinds.length === 0) return [this.suite];
    const code = this.configs.get(file);
    return code === undefined ? null : [this.suite, code];
  }

  get env(): Machine['env'] {
    return this.#place.machine.env;
  }

  identify(use: ReuseUse): string {
    return JSON.stringify([this.codeFor(use), this.own]);
  }

  toKeys(options: RunOptions, use: ReuseUse): GroupKeys {
    const { suite, cassettes } = options;
    const codes = this.codeFor(use) ?? [];
    return new GroupKeys({
      suite,
      base: this.#toBase(options, codes),
      code: { isKnown: codes.some((code) => code !== noCode), sourceOf },
      lanes: new LaneReader(cassettes, suite.name, this.#files),
    });
  }

  #toBase(options: RunOptions, codes: readonly SuiteCode[]): string {
    const { node, local, env } = this.#place.machine;
    const { tier, faults, seed, redaction, access } = options;
    const { patterns, fields, keep } = redaction;
    const isLocal = codes.some((code) => code.isLocal);
    const words = [
      format,
      this.own.hash,
      node,
      codes.map((code) => code.hash),
      isLocal ? [local.timeZone, local.locale, local.platform, env['NODE_ENV'] ?? null] : null,
      [tier, faults, seed, access.baseUrl],
      [patterns, fields, keep],
      limitNames.filter(isOfTrials).map((name) => [name, limitOf(name)]),
    ];
    return hash('sha256', JSON.stringify(words));
  }
}

/** Changes with what is stored or what keys are made of. */
const format = 'toolrig results 1';
const indexName = 'files.txt';

function isOfTrials(name: LimitName): boolean {
  return name !== 'resultBytes';
}

/** Keeps the hashes of files, so that the next run need not read them. */
function saveIndex(root: string, files: FileIndex): void {
  if (!files.hasNews || !existsSync(root)) return;
  try {
    replaceFile(join(root, indexName), files.toText());
  } catch {
    // Another run writes it at this moment, or nothing can be written: then the files are read again.
  }
}

function readIndex(root: string): string | null {
  try {
    return readFile(join(root, indexName), 'inputBytes');
  } catch {
    return null;
  }
}

/** Settings of the loader that change which files a module is, or what becomes of it. */
const loaderSettings = /^JITI_(?!DEBUG$|FS_CACHE$|REBUILD_FS_CACHE$|SOURCE_MAPS$)/u;

/** Why nothing of a run can be reused; `null` when something can. */
function findProblem(
  options: RunOptions,
  { before, after }: { readonly before: CodeState; readonly after: CodeState },
  use: ReuseUse,
): string | null {
  const codes = before.codeFor(use);
  if (codes === null) return 'it is not known from which file the configuration came';
  const [problem] = codes.flatMap(({ problems }) => problems);
  if (problem !== undefined) return problem;
  if (before.identify(use) !== after.identify(use)) {
    return 'files of the suite or of toolrig were changed while it was loaded';
  }
  if (after.own.isChanged) return 'toolrig has changed since this process began';
  const loader = Object.keys(after.env).find((name) => loaderSettings.test(name));
  if (loader !== undefined) return `"${loader}" changes how modules are loaded`;
  if (options.faults.includes('smoke')) {
    return 'which faults `smoke` plans depends on all conversations of the run';
  }
  const { allowNetwork = [] } = options.suite;
  return allowNetwork.length > 0 ? 'agents of the suite may ask hosts of the network' : null;
}
