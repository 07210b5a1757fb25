import type { ReuseReport } from '../../run/store/trial-store.ts';

/** Says how many trials of a run were taken from earlier ones; empty where there is nothing to say. */
export function toReuseLine(reuse: ReuseReport | null): string {
  if (reuse === null || reuse.reused + reuse.verified === 0) return '';
  const { reused, of, verified } = reuse;
  const again = verified === 0 ? '' : `; ${verified} more ran again to verify what is stored`;
  return `${reused} of ${of} trials reused: nothing that they depend on has changed${again}\n`;
}
