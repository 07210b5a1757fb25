import type { RunManifest } from '../core/run.ts';
import { UsageError } from '../core/usage-error.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { TrialGroup } from './plan/plan-groups.ts';
import { createMemoryWriter } from './folder/create-memory-writer.ts';
import { createRunWriter, openRunWriter, type RunWriter } from './folder/create-run-writer.ts';
import { readGroups, toGroupKey } from './folder/index-groups.ts';
import { arrangeGroups, readUnfinished, reopenRun } from './folder/resume-run.ts';
import { takeRunFolder } from './folder/run-lock.ts';
import type { RunOptions } from './run-options.ts';
import { hashManifest } from './keep/to-manifest.ts';
import { listNamedFaults } from './plan/choose-plans.ts';
import { TrialKeeper } from './keep/trial-keeper.ts';

/** A run folder that this process writes, and what is still to be run. */
export interface OpenRun {
  readonly writer: RunWriter;
  readonly keeper: TrialKeeper;
  readonly left: readonly TrialGroup[];
  /** Puts the files in the order of the plan, and gives a keeper that has seen them so. */
  arrange(): Promise<TrialKeeper>;
  close(): void;
}

/**
 * Opens the folder of a run: a new one, or with `resume` one that did not end or did not measure everything.
 *
 * @throws StoreError when it cannot be written or another process writes it, UsageError when it is another run.
 */
export async function openRun(
  options: RunOptions,
  manifest: RunManifest,
  plan: { readonly groups: readonly TrialGroup[]; readonly redactor: Redactor },
): Promise<OpenRun> {
  const path = options.resume ?? null;
  if (path === null) {
    const { writer, release } = create(options, manifest, plan.redactor);
    const keeper = new TrialKeeper(options.suite, writer, listNamedFaults(options.faults));
    return {
      writer,
      keeper,
      left: plan.groups,
      arrange: () => Promise.resolve(keeper),
      close: toClose(writer, release),
    };
  }
  if (hashManifest(readUnfinished(path)) !== hashManifest(manifest)) {
    throw new UsageError(
      `Cannot resume "${path}": the suite, the selection or a setting is not the one that it ran. Start a new run without --resume`,
    );
  }
  return await reopen(path, options, plan);
}

function create(
  options: RunOptions,
  manifest: RunManifest,
  redactor: Redactor,
): { readonly writer: RunWriter; readonly release: () => void } {
  if (options.out === null) {
    return { writer: createMemoryWriter(manifest, redactor), release: () => undefined };
  }
  const writer = createRunWriter({ root: options.out, id: options.runId }, manifest, redactor);
  return { writer, release: takeRunFolder(writer.path, options.process) };
}

async function reopen(
  path: string,
  options: RunOptions,
  { groups, redactor }: { readonly groups: readonly TrialGroup[]; readonly redactor: Redactor },
): Promise<OpenRun> {
  const release = takeRunFolder(path, options.process);
  try {
    const writer = openRunWriter(path, redactor);
    const keeper = new TrialKeeper(options.suite, writer, listNamedFaults(options.faults));
    const measured = await reopenRun(path, ({ written }) => {
      keeper.keepWritten(written);
    });
    return {
      writer,
      keeper,
      left: groups.filter((group) => !measured.has(toKey(group))),
      async arrange() {
        await arrangeGroups(path, groups.map(toKey));
        const arranged = new TrialKeeper(options.suite, writer, listNamedFaults(options.faults));
        for await (const { written } of readGroups(path)) arranged.keepWritten(written);
        return arranged;
      },
      close: toClose(writer, release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

function toKey({ scenario, variant, repeat }: TrialGroup): string {
  return toGroupKey({ scenario: scenario.id, variant: variant.name, repeat });
}

function toClose(writer: RunWriter, release: () => void): () => void {
  return () => {
    writer.close();
    release();
  };
}
