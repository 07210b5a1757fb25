import type { GuardSettings } from '../core/suite/loop-settings.ts';
import type { Clock } from '../core/trial/clock.ts';
import type { ToolErrorKind } from '../core/trial/tool-error.ts';

/** Errors that say something of a service rather than of a call. */
const failures: ReadonlySet<ToolErrorKind> = new Set(['timeout', 'unavailable', 'rate_limited']);

interface Circuit {
  failed: number;
  /** When the tool may be tried again; `null` while it may be called. */
  openUntilMs: number | null;
}

/**
 * Cuts off a tool whose service failed several times in a row, so that no more time is spent on it. When its time is over, one
 * call is let through: an answer closes the circuit, another failure opens it again.
 */
export class CircuitBreaker {
  readonly #limits: Pick<GuardSettings, 'breaker' | 'breakerMs'>;
  readonly #clock: Clock;
  readonly #circuits = new Map<string, Circuit>();

  constructor(limits: Pick<GuardSettings, 'breaker' | 'breakerMs'>, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  isOpen(tool: string): boolean {
    const until = this.#circuits.get(tool)?.openUntilMs ?? null;
    return until !== null && this.#clock.nowMs() < until;
  }

  /** Adds the answer of a tool (`null` = no error); says whether it opens the circuit. */
  see(tool: string, error: ToolErrorKind | null): boolean {
    const { breaker, breakerMs } = this.#limits;
    if (breaker === 0) return false;
    const circuit = this.#circuits.get(tool) ?? { failed: 0, openUntilMs: null };
    this.#circuits.set(tool, circuit);
    if (error === null || !failures.has(error)) {
      circuit.failed = 0;
      circuit.openUntilMs = null;
      return false;
    }
    circuit.failed += 1;
    if (circuit.failed < breaker) return false;
    const wasOpen = this.isOpen(tool);
    circuit.openUntilMs = this.#clock.nowMs() + breakerMs;
    return !wasOpen;
  }
}
