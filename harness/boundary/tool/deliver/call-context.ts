import type { Clock } from '../../../core/trial/clock.ts';
import type { JsonObject, JsonValue } from '../../../json/json.ts';
import type { Random } from '../../../core/random.ts';
import type { ToolContext, WorldState } from '../../../core/suite/tool.ts';
import type { HandlerWork, RealWork } from './real-work.ts';
import { toJsonValue } from './to-json-value.ts';

/** What a trial provides to each of its handler runs. */
export interface TrialServices {
  readonly world: WorldState;
  readonly session: JsonObject;
  readonly clock: Clock;
  readonly random: Random;
  readonly work: RealWork;
  newId(prefix: string): string;
}

/** The context of one handler run; its functions may be destructured. Reports afterwards whether the handler declared its effects. */
export class CallContext implements ToolContext {
  readonly idempotencyKey: string | null;
  /** Whether `effect` or `noEffect` was called. */
  spoke = false;
  /** Whether `effect` was called. */
  changed = false;
  readonly #services: TrialServices;
  readonly #enter: (key: string, detail: JsonValue | undefined) => void;
  readonly #work: HandlerWork;
  #stop: AbortController | null = null;
  #stopped = false;

  constructor(
    services: TrialServices,
    run: {
      readonly idempotencyKey: string | null;
      readonly enter: (key: string, detail: JsonValue | undefined) => void;
      readonly work: HandlerWork;
    },
  ) {
    this.#services = services;
    this.#enter = run.enter;
    this.idempotencyKey = run.idempotencyKey;
    this.#work = run.work;
  }

  get world(): WorldState {
    return this.#services.world;
  }

  get session(): JsonObject {
    return this.#services.session;
  }

  get nowMs(): number {
    return this.#services.clock.nowMs();
  }

  /** Aborts when the call is no longer waited for. Created on first use, because most handlers never use it. */
  get signal(): AbortSignal {
    this.#stop ??= new AbortController();
    if (this.#stopped) this.#stop.abort();
    return this.#stop.signal;
  }

  readonly random = (): number => this.#services.random.next();

  readonly newId = (prefix: string): string => this.#services.newId(prefix);

  /** Ignores `signal`, so that work that ignores it ends late, as it would in production. */
  readonly sleep = (ms: number): Promise<void> =>
    ms > 0 ? this.#services.work.sleep(this.#work, ms) : Promise.resolve();

  readonly effect = (key: string, detail?: JsonValue): void => {
    this.spoke = true;
    this.changed = true;
    const written = toJsonValue(detail);
    this.#enter(key, detail === undefined || !written.ok ? undefined : written.value);
  };

  readonly noEffect = (): void => {
    this.spoke = true;
  };

  /** The handler is about to run. */
  begin(): void {
    this.#services.work.begin(this.#work);
  }

  /** The handler settled. */
  end(): void {
    this.#services.work.end(this.#work);
  }

  /** Signals to the handler that the caller no longer waits. */
  stop(): void {
    this.#stopped = true;
    this.#stop?.abort();
  }
}
