import type { MetricName } from '../../core/score/metric.ts';
import type { ImportedRun, ImportedTrial } from '../imported-run.ts';
import { addEffects, gradeTools, importedEffects } from './add-effects.ts';
import type { EffectRules } from './effect-rules.ts';
import { indexLedger } from './find-ledger-row.ts';

/** A trial with its effects, and what is still not measured of it. */
export interface EffectTrial {
  readonly trial: ImportedTrial;
  readonly unmeasured: ReadonlySet<MetricName>;
}

/** Adds effects to the trials of one import. */
export interface EffectAdder {
  add(trial: ImportedTrial): EffectTrial;
  /** What a reader of the figures should know, after the last trial. */
  notes(): readonly string[];
}

/** Without `rules` nothing is added and nothing of the effects is measured. */
export function createEffectAdder(run: ImportedRun, rules: EffectRules | null): EffectAdder {
  if (rules === null) {
    return { add: (trial) => ({ trial, unmeasured: run.unmeasured }), notes: () => [] };
  }
  const ledger = indexLedger(rules.ledger);
  const measured = findMeasured(run);
  const ungraded = new Map<string, number>();
  let unknown = 0;
  return {
    add(trial) {
      const { record } = trial;
      const row = ledger.find(record.lane, trial.source);
      const tools = gradeTools(trial.tools, rules);
      if (row === null && rules.tools.size === 0) {
        unknown += 1;
        return { trial: { ...trial, tools }, unmeasured: run.unmeasured };
      }
      const made = addEffects(record.events, rules, row);
      for (const name of made.ungraded) ungraded.set(name, (ungraded.get(name) ?? 0) + 1);
      const events = made.events;
      return { trial: { ...trial, tools, record: { ...record, events } }, unmeasured: measured };
    },
    notes: () => toNotes({ ungraded, unknown, unused: ledger.unused().map(({ run }) => run) }),
  };
}

/** What is not measured of a run whose effects are known. */
function findMeasured({ unmeasured }: ImportedRun): ReadonlySet<MetricName> {
  return new Set([...unmeasured].filter((name) => !importedEffects.includes(name)));
}

interface Findings {
  readonly ungraded: ReadonlyMap<string, number>;
  readonly unknown: number;
  readonly unused: readonly string[];
}

function toNotes({ ungraded, unknown, unused }: Findings): readonly string[] {
  const names = [...ungraded.keys()].toSorted();
  return [
    ...(names.length === 0
      ? []
      : [
          `tools that were called and have no grade, so their effects are not counted: ${names.join(', ')}`,
        ]),
    ...(unknown === 0
      ? []
      : [`runs without a row in the ledger, whose effects are not measured: ${unknown}`]),
    ...(unused.length === 0
      ? []
      : [
          `rows of the ledger that no run was found for: ${unused.length}, first "${unused[0] ?? ''}"`,
        ]),
  ];
}
