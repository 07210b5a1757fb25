import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createRandom } from '../core/random.ts';
import type { TrialGroup } from '../run/plan/plan-groups.ts';
import type { EndedRun, KnownRun, TrialStore } from '../run/store/trial-store.ts';
import type { WorkedGroup } from '../run/worker/worker-link.ts';
import type { GroupKey } from './key/group-keys.ts';
import type { KnownSecrets } from './key/known-secrets.ts';
import {
  copyPacks,
  type FoundEntry,
  openPacks,
  type OpenPacks,
  removePacks,
  touchPack,
  trimPacks,
} from './pack/pack-folder.ts';
import { joinResults, WholeRuns } from './pack/whole-runs.ts';
import { ResultParser } from './pack/parse-result.ts';
import { PackWriter } from './pack/pack-writer.ts';

/** What a store of one run is made of. */
export interface ResultStoreOptions {
  /** Folder of all stored results; no part of it exists before the first result is kept. */
  readonly root: string;
  /** Folder in it for the results of this suite. */
  readonly suite: string;
  readonly keyOf: (group: TrialGroup) => GroupKey;
  /** Looks at everything again: what of a key has changed since. */
  readonly refresh: () => (group: TrialGroup) => GroupKey;
  /** Called once, when all is done. */
  readonly onSettled: () => void;
  readonly secrets: KnownSecrets;
  /** Conversations that run again though they have results. */
  readonly samples: number;
  readonly groups: readonly TrialGroup[];
  /** Names this run among all that write at the same time. */
  readonly runName: string;
  readonly limitBytes: number;
  readonly nowMs: number;
  /** `false`: nothing is read, only written. */
  readonly isRead: boolean;
}

/** Results of earlier runs on the disk. */
export class ResultStore implements TrialStore {
  readonly #options: ResultStoreOptions;
  readonly #packs: OpenPacks;
  readonly #samples: ReadonlySet<TrialGroup>;
  readonly #kept = new Map<string, TrialGroup>();
  readonly #used = new Set<string>();
  readonly #notes: string[] = [];
  readonly #runs: WholeRuns;
  readonly #parser = new ResultParser();
  readonly #problems = new Set<string>();
  #writer: PackWriter | null = null;
  #damaged = 0;
  #isOver = false;

  constructor(options: ResultStoreOptions) {
    this.#options = options;
    const { isRead, root, suite } = options;
    this.#packs = isRead
      ? openPacks(join(root, suite))
      : { entries: new Map(), packs: [], damaged: [] };
    this.#runs = new WholeRuns(join(root, suite));
    this.#samples = this.#choose();
  }

  has(group: TrialGroup): boolean {
    return this.#lookUp(group) !== null;
  }

  passed(group: TrialGroup): boolean {
    const kept = this.#read(group)?.kept ?? [];
    return kept.length > 0 && kept.every(({ score }) => score.verdict !== 'failed');
  }

  isSample(group: TrialGroup): boolean {
    return this.#samples.has(group);
  }

  find(group: TrialGroup): WorkedGroup | null {
    return this.#read(group);
  }

  #read(group: TrialGroup): WorkedGroup | null {
    const found = this.#lookUp(group);
    if (found === null) return null;
    const text = found.pack.read(found.entry);
    if (text === null) {
      if (existsSync(found.pack.path)) this.#damaged += 1;
      return null;
    }
    const { secrets } = this.#options;
    const isKnown = found.pack.index.mark === secrets.mark;
    // Now a secret, which it was not when the result was stored.
    if (!isKnown && (secrets.isIn(text.trials) || secrets.isIn(text.scores))) return null;
    this.#used.add(found.pack.path);
    return this.#parser.parse(text);
  }

  keep(group: TrialGroup, worked: WorkedGroup): void {
    const key = this.#options.keyOf(group);
    if (!key.ok || this.#isOver || !isFit(worked)) return;
    const heads = worked.kept.map(({ trial }) => `${JSON.stringify(trial)}\n`).join('');
    const { trials, scores, kept } = worked;
    const { runName, secrets } = this.#options;
    this.#try(() => {
      this.#writer ??= new PackWriter(this.#toPath(`draft-${runName}`), secrets.mark);
      this.#writer.add(key.key, { trials, scores, heads }, kept.length);
      this.#kept.set(key.key, group);
    });
  }

  whole(groups: readonly TrialGroup[], name: string): KnownRun | null {
    const found: FoundEntry[] = [];
    const { secrets } = this.#options;
    for (const group of groups) {
      const one = this.#lookUp(group);
      if (one === null || one.pack.index.mark !== secrets.mark) return null;
      found.push(one);
    }
    const summary = this.#runs.read(this.#nameRun(groups, name));
    if (summary === null) return null;
    for (const { pack } of found) this.#used.add(pack.path);
    return joinResults(found, summary);
  }

  settle(isSound: boolean, ended?: EndedRun): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { root, limitBytes, nowMs } = this.#options;
    for (const path of this.#used) touchPack(path, nowMs);
    const writer = this.#writer;
    let isComplete = true;
    if (writer !== null) {
      this.#try(() => {
        if (isSound) isComplete = this.#publish(writer);
        else writer.discard();
        trimPacks(root, { limitBytes, nowMs });
      });
    }
    if (isSound && isComplete && ended !== undefined) this.#keepRun(ended);
    for (const pack of this.#packs.packs) pack.close();
    this.#options.onSettled();
  }

  notes(): readonly string[] {
    const damaged = [
      ...this.#packs.damaged.map(
        (name) => `the stored results in "${this.#toPath(name)}" are damaged and were ignored`,
      ),
      ...(this.#damaged === 0 ? [] : [`${this.#damaged} damaged stored results were ignored`]),
    ];
    const off = [...this.#problems].map((problem) => `trials are not reused: ${problem}`);
    return [...this.#notes, ...damaged, ...off];
  }

  /** Only results whose keys are still the same: a file that changed during the run may have been read before or after. */
  #publish(writer: PackWriter): boolean {
    const keyOf = this.#options.refresh();
    const isStill = (key: string): boolean => {
      const group = this.#kept.get(key);
      if (group === undefined) return true;
      const now = keyOf(group);
      return now.ok && now.key === key;
    };
    const isMerged = this.#packs.packs.length >= mostPacks;
    if (isMerged) copyPacks(this.#packs, writer);
    const name = hash('sha256', [this.#options.runName, ...this.#kept.keys()].join('\n'));
    const isComplete = writer.publish(this.#toPath(name.slice(0, 32)), isStill);
    if (isMerged) removePacks(this.#packs, writer);
    return isComplete;
  }

  /** A summary in which redaction hid a secret would have it again without that secret. */
  #keepRun({ name, groups, summary }: EndedRun): void {
    const isKnown = groups.every((group) => {
      const key = this.#options.keyOf(group);
      return key.ok && (this.#kept.has(key.key) || this.#packs.entries.has(key.key));
    });
    const text = JSON.stringify(summary);
    if (!isKnown || this.#options.secrets.isIn(text) || hasSecret.test(text)) return;
    this.#try(() => {
      this.#runs.write(this.#nameRun(groups, name), summary);
    });
  }

  #nameRun(groups: readonly TrialGroup[], name: string): string {
    const keys = groups.map((group) => {
      const key = this.#options.keyOf(group);
      return key.ok ? key.key : '';
    });
    return hash('sha256', [name, ...keys].join('\n')).slice(0, 32);
  }

  #lookUp(group: TrialGroup): FoundEntry | null {
    const key = this.#options.keyOf(group);
    if (key.ok) return this.#packs.entries.get(key.key) ?? null;
    this.#problems.add(key.problem);
    return null;
  }

  /** Conversations with results, drawn in another order in each run. */
  #choose(): ReadonlySet<TrialGroup> {
    const { samples, groups, runName } = this.#options;
    if (samples === 0) return new Set();
    const random = createRandom(runName);
    const drawn = groups
      .filter((group) => this.has(group))
      .map((group) => ({ group, place: random.next() }))
      .toSorted((a, b) => a.place - b.place);
    const chosen = new Set<TrialGroup>();
    let trials = 0;
    for (const { group } of drawn) {
      if (trials >= samples) break;
      chosen.add(group);
      trials += this.#lookUp(group)?.entry.trials ?? 0;
    }
    return chosen;
  }

  #toPath(name: string): string {
    return join(this.#options.root, this.#options.suite, name);
  }

  /** Runs are not spoiled by a disk that takes no results. */
  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#isOver = true;
      const why = error instanceof Error ? error.message : String(error);
      this.#notes.push(`results could not be stored in "${this.#options.root}": ${why}`);
    }
  }
}

/** Each pack is one more file to look through. */
const mostPacks = 16;

/** Only what redaction left as it is, and what no clock on the wall had a part in. */
function isFit({ trials, scores }: WorkedGroup): boolean {
  return !hasSecret.test(trials) && !hasSecret.test(scores) && !tookRealTime.test(trials);
}

/** A token that redaction put in the place of a secret: with other secrets in the environment, it would not be there. */
const hasSecret = /\[secret:[0-9a-f]{8}\]/u;

const tookRealTime = /"guard":"(?:real_time|handler_unsettled|drain|deadlineMs)"/u;
