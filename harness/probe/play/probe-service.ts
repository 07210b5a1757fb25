import { referenceLoop } from '../../core/suite/loop-settings.ts';
import type { RigError } from '../../core/rig-error.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { Tool, Toolset } from '../../core/suite/tool.ts';
import { createTrialBackEnds, type TrialBackEnds } from '../../run/trial/trial-back-ends.ts';
import type { ProbeBench } from './play-input.ts';

/** A tool of a suite. */
export interface ProbeSubject {
  readonly suite: Suite;
  readonly toolset: Toolset;
  readonly tool: Tool;
}

/** The service behind a tool, opened when the first call reaches it, and again after it broke. */
export class ProbeService {
  readonly #subject: ProbeSubject;
  readonly #options: { readonly live: boolean; readonly unchecked: boolean };
  #backEnds: TrialBackEnds;

  constructor(subject: ProbeSubject, options: { live: boolean; unchecked: boolean }) {
    this.#subject = subject;
    this.#options = options;
    this.#backEnds = open(subject);
  }

  /** The work of the tool is done outside of the process, or by real input and output. */
  get isReal(): boolean {
    const { backEnd, time } = this.#subject.tool;
    return backEnd !== undefined || time === 'real';
  }

  bench(): ProbeBench {
    const { suite, tool } = this.#subject;
    const { toolset } = this.#backEnds;
    return {
      tool: toolset.tools.find(({ name }) => name === tool.name) ?? tool,
      toolset,
      identity: suite.identity,
      ignoreState: suite.ignoreState,
      settings: referenceLoop,
      delivers: !this.isReal || this.#options.live,
      seesWorld: !this.isReal,
      unchecked: this.#options.unchecked,
    };
  }

  /** Why the service broke since this was last asked; it is opened again then. */
  async takeFailure(): Promise<RigError | null> {
    const failure = this.#backEnds.failure();
    if (failure === null) return null;
    await this.#backEnds.dispose();
    this.#backEnds = open(this.#subject);
    return failure;
  }

  async dispose(): Promise<void> {
    await this.#backEnds.dispose();
  }
}

function open({ suite, toolset }: ProbeSubject): TrialBackEnds {
  const lane = { suite: suite.name, scenario: 'probe', variant: 'probe', plan: 'none', repeat: 1 };
  return createTrialBackEnds(
    toolset,
    { lane, variant: { settings: referenceLoop } },
    () => undefined,
  );
}
