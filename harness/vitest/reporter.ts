import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestSpecification, Vitest } from 'vitest/node';

import { ownSurroundings } from '../api/place/own-surroundings.ts';
import { readVersion } from '../api/place/package-info.ts';
import { readEnvironment } from '../api/place/read-environment.ts';
import { defaultOut } from '../cli/flag/default-out.ts';
import { guardOwnPlace } from '../api/place/guard-own-place.ts';
import { toReason } from '../disk/disk-reason.ts';
import { toShownPath } from '../disk/shown-path.ts';
import type {} from './bench/worker.ts';
import { listStage, readStage } from './staged/read-stage.ts';
import { type StagedLine, toStagedFile } from './staged/stage-lines.ts';
import { type RunPlace, writeRuns } from './staged/write-run.ts';
import { listImporters } from './watch/list-importers.ts';
import { createWatchMap } from './watch/watch-map.ts';

/** Settings of the reporter. */
export interface ReporterOptions {
  /** Root of run folders, relative to the working folder. Default `reports/runs`. */
  readonly out?: string;
}

/** How vitest names an error that no test caught. */
interface CaughtError {
  readonly message: string;
}

/**
 * Writes a run folder for every suite that the tests ran, for `toolrig report` and `toolrig compare`, and makes watch
 * mode run tests again when their suite, data files or recordings change.
 */
class ToolrigReporter {
  readonly #out: string | null;
  readonly #io = ownSurroundings({});
  readonly #stage = mkdtempSync(join(tmpdir(), 'toolrig-vitest-'));
  readonly #watched = createWatchMap();
  readonly #written = new Map<string, string>();
  readonly #startedAt = this.#io.now();
  /** What the test files of a run that has not ended leave. */
  #running: readonly string[] = [];
  #vitest: Vitest | null = null;

  constructor(options: ReporterOptions = {}) {
    this.#out = options.out ?? null;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    vitest.provide('toolrigStage', this.#stage);
    vitest.onClose(() => {
      rmSync(this.#stage, { recursive: true, force: true });
    });
    vitest.config.watchTriggerPatterns ??= [];
    vitest.config.watchTriggerPatterns.push({
      pattern: /^/u,
      testsToRun: (file) => this.#listTests(file),
    });
  }

  /** What a test file left in an earlier run of a watch is replaced by what it leaves now. */
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#running = specifications.map(({ moduleId }) => toStagedFile(this.#stage, moduleId));
    for (const file of this.#running) rmSync(file, { force: true });
  }

  onTestRunEnd(
    _modules: unknown,
    errors: readonly CaughtError[],
    reason: 'passed' | 'interrupted' | 'failed',
  ): void {
    const ran = new Set(readStage(this.#running).flat().flatMap(toSuite));
    this.#running = [];
    const staged = readStage(listStage(this.#stage));
    this.#watched.learn(staged);
    if (this.#vitest?.config.watch === true) this.#vitest.vite.watcher.add(this.#listPaths());
    try {
      const lines = staged.flat().filter((line) => toSuite(line).some((suite) => ran.has(suite)));
      const place = this.#toPlace(errors, reason);
      for (const { path, summary } of writeRuns(lines, place, this.#written)) {
        const { verdict, planned, passed } = summary;
        const shown = toShownPath(this.#io.cwd, path);
        this.#log(`run folder: ${shown} (${verdict}, ${passed} of ${planned} trials passed)`);
      }
    } catch (error) {
      this.#log(`Cannot write a run folder: ${toReason(error)}`);
      throw error;
    }
  }

  /** Folders are watched as such, without their slash. */
  #listPaths(): string[] {
    return this.#watched.paths().map((path) => path.replace(/\/$/u, ''));
  }

  /** A trigger takes the place of the module graph, so tests that import the file are listed as well. */
  #listTests(file: string): string[] | undefined {
    this.#watched.learn(readStage(this.#running));
    const own = this.#watched.testsOf(file);
    if (own.length === 0 || this.#vitest === null) return undefined;
    const importers = listImporters(file, this.#vitest.projects);
    const known = this.#vitest.state.getFilepaths().filter((path) => importers.has(path));
    return [...new Set([...own, ...known])];
  }

  #toPlace(errors: readonly CaughtError[], reason: string): RunPlace {
    const { cwd } = this.#io;
    const out = resolve(cwd, this.#out ?? defaultOut);
    if (this.#out === null) guardOwnPlace(cwd, out, 'the option `out` of the reporter');
    const startedAt = this.#startedAt;
    const [first] = errors;
    const interrupted = {
      code: 'interrupted',
      text: 'vitest was interrupted before all tests ran. Run it again',
    };
    const escaped = {
      code: 'escaped_error',
      text: `Code threw outside of any test: ${first?.message ?? ''}. Await what it starts, so that the error is reported by its test`,
    };
    return {
      out,
      startedAt,
      environment: readEnvironment({ toolrig: readVersion(), startedAt, by: 'vitest' }, this.#io),
      troubles: [
        ...(reason === 'interrupted' ? [interrupted] : []),
        ...(first === undefined ? [] : [escaped]),
      ],
    };
  }

  #log(text: string): void {
    this.#vitest?.logger.log(`toolrig: ${text}`);
  }
}

function toSuite(line: StagedLine): readonly string[] {
  return line.type === 'files' ? [] : [line.suite];
}

// vitest takes a reporter that it is given by name from the default export.
// oxlint-disable-next-line import/no-default-export
export { ToolrigReporter, ToolrigReporter as default };
