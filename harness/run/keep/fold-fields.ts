import type { WrongField } from '../../core/run.ts';
import type { FieldCorrection } from '../../core/trial/trial.ts';

/** Names of unknown fields are the model's to make up: no more than so many fields are counted. */
const maxFields = 200;

interface Totals {
  readonly tool: string;
  readonly path: string;
  readonly codes: Set<string>;
  wrong: number;
  mended: number;
  worse: number;
}

/** Counts what became of each field of the arguments, over all trials of a variant. */
export class FieldFold {
  readonly #fields = new Map<string, Totals>();

  add(corrections: readonly FieldCorrection[]): void {
    for (const { tool, path, code, outcome } of corrections) {
      const totals = this.#totalsOf(tool, path);
      if (totals === null) continue;
      totals.codes.add(code);
      if (outcome === 'worse') totals.worse += 1;
      else totals.wrong += 1;
      if (outcome === 'mended') totals.mended += 1;
    }
  }

  /** Those that were wrong most often first. */
  toFields(): readonly WrongField[] {
    return [...this.#fields.values()]
      .map(({ codes, tool, path, wrong, mended, worse }) => ({
        tool,
        path,
        codes: [...codes].toSorted(),
        wrong,
        mended,
        worse,
      }))
      .toSorted((a, b) => b.wrong - a.wrong || compareNames(toName(a), toName(b)));
  }

  #totalsOf(tool: string, path: string): Totals | null {
    const name = toName({ tool, path });
    const found = this.#fields.get(name);
    if (found !== undefined) return found;
    if (this.#fields.size >= maxFields) return null;
    const made: Totals = { tool, path, codes: new Set(), wrong: 0, mended: 0, worse: 0 };
    this.#fields.set(name, made);
    return made;
  }
}

function toName({ tool, path }: Pick<WrongField, 'tool' | 'path'>): string {
  return `${tool} ${path}`;
}

/** By code unit, so that no locale decides. */
function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
