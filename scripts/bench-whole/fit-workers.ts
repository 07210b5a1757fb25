/** A law of the time of a run by its number of workers: `serial + parallel / n`. */
export interface ScalingFit {
  /** Milliseconds that no worker takes over, and milliseconds that they share. */
  readonly serialMs: number;
  readonly parallelMs: number;
  /** Share of the time of one worker that stays serial. */
  readonly serialShare: number;
}

/**
 * Fits Amdahl's law ("Validity of the single processor approach to achieving large scale computing capabilities", 1967) to
 * measured times by least squares over 1 / n. More workers than processors count as many as there are processors.
 */
export function fitWorkers(
  times: readonly { readonly workers: number; readonly wallMs: number }[],
  processors: number,
): ScalingFit | null {
  if (new Set(times.map(({ workers }) => Math.min(workers, processors))).size < 2) return null;
  const points = times.map(({ workers, wallMs }) => ({
    x: 1 / Math.min(workers, processors),
    y: wallMs,
  }));
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const over = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const under = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const parallelMs = Math.max(0, over / under);
  const serialMs = Math.max(0, meanY - parallelMs * meanX);
  return { serialMs, parallelMs, serialShare: serialMs / (serialMs + parallelMs) };
}
