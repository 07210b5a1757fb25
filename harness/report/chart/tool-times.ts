import type { TrialResult } from '../open/trial-result.ts';

/** How long the calls of one tool took, over all trials of a run. */
export interface ToolTimes {
  readonly tool: string;
  readonly calls: number;
  readonly median: number;
  /** The middle 80 % of the calls are between these two. */
  readonly low: number;
  readonly high: number;
  readonly slowest: number;
}

/** Gathers how long tools took, trial by trial; a result out of the journal and a trial without times do not count. */
export class ToolTimesFold {
  readonly #times = new Map<string, number[]>();

  add({ trial, score }: TrialResult): void {
    if ((score.scores['cost.tool_ms']?.value ?? null) === null) return;
    const names = new Map<string, string>();
    for (const event of trial.events) {
      if (event.type === 'reply') for (const call of event.calls) names.set(call.ref, call.name);
      if (event.type !== 'result' || event.cached) continue;
      const tool = names.get(event.call);
      if (tool === undefined) continue;
      const times = this.#times.get(tool) ?? [];
      this.#times.set(tool, times);
      times.push(event.durationMs);
    }
  }

  /** The slowest tools first. */
  toTimes(): readonly ToolTimes[] {
    return [...this.#times]
      .map(([tool, times]): ToolTimes => {
        const sorted = times.toSorted((a, b) => a - b);
        return {
          tool,
          calls: sorted.length,
          median: quantile(sorted, 0.5),
          low: quantile(sorted, 0.1),
          high: quantile(sorted, 0.9),
          slowest: sorted.at(-1) ?? 0,
        };
      })
      .toSorted((a, b) => b.median - a.median || (a.tool < b.tool ? -1 : 1));
  }
}

/** Between the two nearest values, in proportion (type 7 of Hyndman and Fan, 1996). */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [below, above] = [Math.floor(at), Math.ceil(at)];
  const [low = 0, high = 0] = [sorted[below], sorted[above]];
  return low + (high - low) * (at - below);
}
