import { toManifest } from '../../run/keep/to-manifest.ts';
import { createRunRedactor } from '../../run/keep/create-run-redactor.ts';
import { writeRecord, writeTrialLine } from '../../run/folder/redact-record.ts';
import { writeScoreLine } from '../../run/folder/write-score-line.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { BenchTrial, SuiteBench } from '../bench/suite-bench.ts';
import { stageLine, type StagedLine, type StagedSuite, type StagedTrial } from './stage-lines.ts';

/** Takes what a reporter needs of the trials of one suite. */
export interface Stage {
  /** @param rank - place in the plan. */
  keep(trial: BenchTrial, rank: StagedTrial['rank'], by: string): void;
  ask(asked: { faults: readonly string[]; repeats: number; isWhole: boolean }): void;
  refuse(code: string, text: string): void;
}

/** What the reporter handed to the workers and where it is to go. */
export interface StagePlace {
  /** `undefined` without the reporter: then nothing is written. */
  readonly root: string | undefined;
  readonly testFile: string;
}

/** Makes the stage of a suite. Everything written passes the redaction of recordings. */
export function createStage({ suite, options }: SuiteBench, place: StagePlace): Stage {
  const id = JSON.stringify([suite.name, suite.file]);
  const redactor = createRunRedactor(options);
  let isNamed = false;
  const write = (line: StagedLine): void => {
    if (place.root === undefined) return;
    if (!isNamed) {
      isNamed = true;
      stageLine(place.root, place.testFile, toStagedSuite(id, suite, redactor));
    }
    stageLine(place.root, place.testFile, line);
  };
  return {
    keep({ record, scored, mode, leaks }, rank, by) {
      if (place.root === undefined) return;
      const trial = writeTrialLine(record, redactor);
      const score = writeScoreLine(scored, (value) => writeRecord(value, redactor));
      write({ type: 'trial', suite: id, by, mode, rank, trial, score });
      for (const text of leaks) {
        const shown = redactor.redactText(text);
        write({ type: 'reason', suite: id, code: 'network_in_replay', text: shown });
      }
    },
    ask(asked) {
      write({ type: 'ask', suite: id, ...asked });
    },
    refuse(code, text) {
      write({ type: 'reason', suite: id, code, text: redactor.redactText(text) });
    },
  };
}

function toStagedSuite(id: string, suite: Suite, redactor: Redactor): StagedSuite {
  const selection = {
    suite: suite.file,
    variants: suite.variants.map(({ name }) => name),
    scenarios: suite.scenarios.map((scenario) => scenario.id),
    faults: [],
    repeats: suite.repeats,
    mode: 'replay',
    seed: 'toolrig',
  } as const;
  const { content } = toManifest(suite, { selection, variants: suite.variants }, {});
  return {
    type: 'suite',
    suite: id,
    name: suite.name,
    file: suite.file,
    content: redactor.redactJson(content),
    variants: suite.variants.map(({ name, model, toolset, loop }) => ({
      name,
      model,
      toolset,
      loop,
    })),
    models: suite.models.map(({ name, nature, about }) => ({ name, nature, about })),
    plans: suite.plans.map(({ name }) => name),
  };
}
