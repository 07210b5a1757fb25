import { toLaneName } from '../../cassette/lane/lane-path.ts';
import type { Lane } from '../../core/suite/lane.ts';
import { SummaryFold } from '../../run/keep/summarise.ts';
import { listNamedFaults } from '../../run/plan/choose-plans.ts';
import { selectVariants } from '../../run/plan/plan-groups.ts';
import { describeSurplus, findSurplus } from '../../run/recording/find-surplus.ts';
import { HarnessError } from '../harness-error.ts';
import type { Stage } from '../staged/create-stage.ts';
import type { TestSelection } from './plan-tests.ts';
import type { BenchTrial, SuiteBench } from './suite-bench.ts';

/**
 * Finds, when all tests of a suite have run, problems that only show then: recordings that no test asked for, faults
 * that never struck.
 */
export interface WholeCheck {
  readonly selection: TestSelection;
  /** One more test is planned. */
  expect(): void;
  /** A test ran. */
  done(): void;
  add(trial: BenchTrial): void;
  /** @throws HarnessError with every reason. */
  end(stage: Stage): void;
}

/** Makes the check of one `describeSuite`. */
export function createWholeCheck(bench: SuiteBench, selection: TestSelection): WholeCheck {
  const { suite, options } = bench;
  const trials = new Map<string, BenchTrial>();
  let planned = 0;
  let ran = 0;
  const findReasons = (): readonly Reason[] => {
    const fold = new SummaryFold(
      suite.plans.map(({ name }) => name),
      listNamedFaults(selection.faults),
    );
    const played = new Set<string>();
    const unmeasured: Lane[] = [];
    for (const { record, scored } of trials.values()) {
      fold.add(record, scored);
      played.add(toLaneName(record.lane));
      if (record.outcome.status !== 'finished') unmeasured.push(record.lane);
    }
    const variants = selectVariants(suite, selection.variants);
    const { mode } = options;
    const run = { suite: suite.name, mode, variants, models: suite.models, manifestHash: '' };
    const ofRun = fold.toSummary(run).invalidReasons.filter(({ lanes }) => lanes.length === 0);
    const isAll = selection.scenarios === undefined && selection.tags === undefined;
    if (!isAll || [...trials.values()].some(({ mode: way }) => way !== 'replay')) return ofRun;
    const { faults, repeats } = selection;
    const whole = { ...options, variants: selection.variants, faults, repeats };
    const surplus = findSurplus(whole, { played, unmeasured });
    const place = { cassettes: options.cassettes, file: suite.file };
    return [...ofRun, ...describeSurplus(surplus, place)];
  };
  return {
    selection,
    expect: () => {
      planned += 1;
    },
    done: () => {
      ran += 1;
    },
    add: (trial) => {
      trials.set(toLaneName(trial.record.lane), trial);
    },
    end: (stage) => {
      if (ran === 0) return;
      const isWhole = ran >= planned;
      const { faults, repeats } = selection;
      stage.ask({ faults, repeats, isWhole });
      const late = bench.late.map((text) => ({ code: 'late_effect', text }));
      const reasons = [...late, ...(isWhole ? findReasons() : [])];
      for (const { code, text } of reasons) stage.refuse(code, text);
      const [first] = reasons;
      if (first === undefined) return;
      const lines = reasons.map(({ code, text }) => `\n  ${code}: ${text}`).join('');
      throw new HarnessError(
        first.code.toUpperCase(),
        `INVALID: the tests of suite "${suite.name}" did not measure what was requested${lines}`,
      );
    },
  };
}

interface Reason {
  readonly code: string;
  readonly text: string;
}
