import { toSafeName } from '../disk/safe-name.ts';
import { listLaneFiles } from '../cassette/list-lane-files.ts';
import { cleanPlan } from '../core/lane.ts';
import type { Suite } from '../core/suite.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Recordings of the suite that no trial of this run asked for though it ran everything they could be for:
 * those of unknown scenarios and variants, and of plans that this run made. Empty for a run of a part of the suite.
 *
 * @param played File names of the lanes that were asked for.
 */
export function findSurplus(options: RunOptions, played: ReadonlySet<string>): readonly string[] {
  const { suite } = options;
  if (options.mode !== 'replay' || options.scenarios !== null) return [];
  const ran = new Set(chosenVariants(options).map(toSafeName));
  const known = new Set(suite.variants.map((variant) => toSafeName(variant.name)));
  const presets = options.faults.filter((word) => word !== 'none');
  const repeats = options.repeats ?? suite.repeats;
  return listLaneFiles(options.cassettes).lanes.filter((path) => {
    const [owner, , variant = '', file = ''] = path.split('/');
    if (owner !== toSafeName(suite.name) || played.has(path)) return false;
    if (!known.has(variant)) return true;
    if (!ran.has(variant)) return false;
    const [, plan = '', repeat = ''] = /^(.*)\.r([0-9]+)\.jsonl$/u.exec(file) ?? [];
    const isMade =
      plan === cleanPlan ||
      presets.some((preset) => plan === preset || plan.startsWith(`${preset}-`));
    return isMade && Number(repeat) <= repeats;
  });
}

function chosenVariants(options: RunOptions): readonly string[] {
  const { suite, variants } = options;
  if (variants === '*') return suite.variants.map((variant) => variant.name);
  return variants ?? defaultNames(suite);
}

function defaultNames(suite: Suite): readonly string[] {
  return suite.variants.filter((variant) => variant.isDefault).map((variant) => variant.name);
}
