import type { RunSummary } from '../../core/run.ts';
import { isJsonObject } from '../../json/json.ts';
import { toJsonPath } from '../../json/to-json-path.ts';

/** The first field that is not what it should be. */
export interface Difference {
  readonly path: string;
  readonly found: string;
  readonly due: string;
}

/**
 * Compares a summary with the one computed from its trials, in every field that affects the verdict: counts, metrics, failures,
 * reasons, verdict. Texts are left out: redaction may have changed them, and the seal is over them.
 */
export function findDifference(found: RunSummary, due: RunSummary): Difference | null {
  return compare(toComparable(found), toComparable(due), []);
}

function toComparable(summary: RunSummary): unknown {
  const { planned, passed, failed, invalid, skipped, faults, faultKinds } = summary;
  return {
    planned,
    passed,
    failed,
    invalid,
    skipped,
    verdict: summary.verdict,
    exitCode: summary.exitCode,
    variants: Object.fromEntries(
      Object.entries(summary.variants).map(
        ([name, { model: _model, nature: _nature, about: _about, toolset: _toolset, ...rest }]) => [
          name,
          rest,
        ],
      ),
    ),
    faults,
    faultKinds,
    failures: summary.failures.map(({ text: _text, ...rest }) => rest),
    invalidReasons: summary.invalidReasons.map(toReason),
    skips: summary.skips.map(toReason),
    warnings: (summary.warnings ?? []).map(toReason),
  };
}

function toReason({ code, lanes }: RunSummary['skips'][number]): unknown {
  return { code, lanes };
}

type Path = readonly (string | number)[];

function compare(found: unknown, due: unknown, path: Path): Difference | null {
  if (isJsonObject(found) && isJsonObject(due)) {
    for (const name of new Set([...Object.keys(found), ...Object.keys(due)])) {
      const inner = compare(found[name], due[name], [...path, name]);
      if (inner !== null) return inner;
    }
    return null;
  }
  if (Array.isArray(found) && Array.isArray(due)) {
    for (let index = 0; index < Math.max(found.length, due.length); index += 1) {
      const inner = compare(found[index], due[index], [...path, index]);
      if (inner !== null) return inner;
    }
    return null;
  }
  if (isSame(found, due)) return null;
  return { path: toJsonPath(path), found: toWord(found), due: toWord(due) };
}

/** Sums are rounded to nine places; their last one may differ with the order of addition. */
function isSame(found: unknown, due: unknown): boolean {
  if (typeof found !== 'number' || typeof due !== 'number') return found === due;
  return Math.abs(found - due) <= 1e-8 * Math.max(1, Math.abs(due));
}

function toWord(value: unknown): string {
  if (value === undefined) return 'absent';
  return typeof value === 'object' && value !== null
    ? 'there'
    : (JSON.stringify(value) ?? 'absent');
}
