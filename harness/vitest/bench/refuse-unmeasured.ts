import { cleanPlan } from '../../core/suite/lane.ts';
import { toShellWord } from '../../core/shell-word.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { isOfTest } from '../../run/recording/is-wanted.ts';
import { listReasons } from '../../report/open/list-reasons.ts';
import { toPlainText } from '../../report/text/to-plain-text.ts';
import { HarnessError } from '../harness-error.ts';
import { type BenchTrial, nameTrial } from './suite-bench.ts';

/** The run that a trial belongs to. */
export interface TrialPlace {
  readonly suite: Suite;
  /** `--update` was given, and CI is set: nothing is recorded. */
  readonly isUpdateRefused: boolean;
}

/**
 * Refuses a trial that was not measured: a missing recording or a failure of the harness is not a failure of the model.
 *
 * @throws HarnessError that says why, with the command that mends it.
 */
export function refuseUnmeasured(trial: BenchTrial, place: TrialPlace): void {
  const { record, scored, misses, leaks } = trial;
  if (leaks.length > 0) throw refuse(trial, 'network_in_replay', leaks);
  if (scored.verdict !== 'invalid') return;
  const code = record.outcome.status === 'invalid' ? record.outcome.code : 'nothing_judged';
  const told = misses.length > 0 ? misses : listReasons({ trial: record, score: scored });
  const causes = isOfTest(record.lane) ? told.map(withoutCommand) : told;
  throw refuse(trial, code, [...causes, ...describeRemedy(trial, place)]);
}

/**
 * Refuses a trial whose fault never struck, where exactly this trial was requested.
 *
 * @throws HarnessError that says why.
 */
export function refuseSkipped(trial: BenchTrial): void {
  const { outcome } = trial.record;
  if (outcome.status === 'skipped') throw refuse(trial, outcome.code, [outcome.cause]);
}

function refuse(trial: BenchTrial, code: string, causes: readonly string[]): HarnessError {
  const lines = causes.flatMap((cause) => toPlainText(cause).split('\n'));
  const text = lines.map((line) => `\n  ${line}`).join('');
  return new HarnessError(
    code.toUpperCase(),
    `INVALID: the trial "${nameTrial(trial)}" could not be measured, which says nothing about the model (${code})${text}`,
  );
}

/** Faults that a test wrote have no name on the command line. */
function withoutCommand(text: string): string {
  return text.replace(/ Record it[^`]*`[^`]*`(?: \(about[^)]*\))?(?:\. Looked in .*)?/u, '');
}

function describeRemedy(
  { record, misses, mode }: BenchTrial,
  { suite, isUpdateRefused }: TrialPlace,
): readonly string[] {
  const { scenario, variant, plan } = record.lane;
  if (misses.length > 0 && isUpdateRefused) {
    return [
      'Nothing was recorded, although --update was given: CI is set, and a CI job must replay. Record on another machine',
    ];
  }
  const isOwn = isOfTest(record.lane);
  if (misses.length > 0 && mode === 'replay') {
    return [`${isOwn ? 'Record' : 'Or record'} it from here: \`npx vitest run --update\``];
  }
  if (misses.length > 0 || isOwn) return [];
  const file = toShellWord(suite.file);
  const faults = plan === cleanPlan || plan === 'scenario' ? '' : ` --faults ${toShellWord(plan)}`;
  return [
    `See it turn by turn: \`npx toolrig run ${file} --variant ${toShellWord(variant)}${faults} --debug ${toShellWord(scenario)}\``,
  ];
}
