import type { AgentContext } from '../core/suite/agent.ts';
import type { ToolContext } from '../core/suite/tool.ts';
import type { Suite } from '../core/suite/suite.ts';
import type { TrialOutcome, TrialRecord } from '../core/trial/trial.ts';
import type { RigError } from '../core/rig-error.ts';
import type { EventBody } from '../core/trial/transcript.ts';
import type { SaidCall } from '../core/talk/model.ts';
import { parseSuite } from '../suite/load/parse-suite.ts';
import { VirtualClock } from '../run/clock/virtual-clock.ts';
import type { ModelSource, SessionParts, Unused } from '../run/plan/trial-job.ts';
import { runGroup, type GroupContext, type GroupTrial } from '../run/trial/run-group.ts';

export type Body = (args: { readonly id?: string }, context: ToolContext) => Promise<unknown>;

/** One tool that pays, one scenario, and an agent of this body. */
export function makeSuite(
  agent: (context: AgentContext) => Promise<unknown>,
  more: { readonly handler?: Body; readonly faults?: readonly object[] } = {},
): Suite {
  const pays: Body = async (_args, { effect }) => {
    effect('A');
    return await Promise.resolve('paid');
  };
  const parsed = parseSuite(
    {
      name: 'shop',
      tools: [
        {
          name: 'pay',
          description: 'Pays.',
          effect: 'irreversible',
          timeoutMs: 1000,
          parameters: { type: 'object' },
          handler: more.handler ?? pays,
        },
      ],
      model: { script: ['Never asked.'] },
      scenarios: [
        {
          id: 'one',
          user: 'Pay A.',
          expected: { effects: { pay: 1 } },
          ...(more.faults === undefined ? {} : { faults: more.faults }),
        },
      ],
    },
    { file: 'shop.ts', name: 'shop', checkInjection: () => [] },
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const { suite } = parsed.value;
  const variants = suite.variants.map((variant) => ({
    ...variant,
    // What an agent returns is checked by the run, not by its type.
    agent: agent as NonNullable<typeof variant.agent>,
  }));
  return { ...suite, variants };
}

export interface Session {
  readonly failure?: RigError;
  readonly unused?: Unused;
  readonly again?: boolean;
  readonly emits?: readonly EventBody[];
  readonly streamed?: boolean;
  /** Calls of a reply at turn 1. */
  readonly calls?: readonly SaidCall[];
  /** What opening the session throws. */
  readonly refuses?: unknown;
}

/** A model side that answers nothing; it notes how its sessions ended. */
function createSource(session: Session = {}): ModelSource & { readonly ends: string[] } {
  const ends: string[] = [];
  const refuse = (): Promise<never> => Promise.reject(new Error('Nothing answers'));
  return {
    ends,
    createClock: () => new VirtualClock(),
    open: (_job, { transcript, onReply }: SessionParts) => {
      // What is thrown may be anything.
      if ('refuses' in session) return Promise.reject(session.refuses);
      for (const event of session.emits ?? []) transcript.emit(event);
      if (session.calls !== undefined) onReply(1, session.calls);
      return Promise.resolve({
        model: { ask: refuse },
        fetch: refuse,
        failure: () => session.failure ?? null,
        unused: () => session.unused ?? null,
        streamed: () => session.streamed === true,
        finish: (outcome: TrialOutcome) => {
          ends.push(`finish ${outcome.status}`);
          return Promise.resolve();
        },
        abandon: () => {
          ends.push('abandon');
          return Promise.resolve();
        },
      });
    },
    again: () => session.again ?? false,
  };
}

export async function runOneGroup(
  suite: Suite,
  more: Partial<GroupContext> & { readonly session?: Session } = {},
): Promise<{ readonly trials: readonly GroupTrial[]; readonly ends: readonly string[] }> {
  const [scenario] = suite.scenarios;
  const [variant] = suite.variants;
  if (scenario === undefined || variant === undefined) throw new Error('Nothing to run');
  const source = createSource(more.session);
  const trials = await runGroup(
    { scenario, variant, repeat: 1 },
    {
      suite,
      source,
      plans: { presets: [], named: [] },
      presetPlans: () => [],
      signal: new AbortController().signal,
      ...more,
    },
  );
  return { trials, ends: source.ends };
}

export const done = { stopReason: 'answered', text: 'Paid.' } as const;

/** Pays so many times and takes whatever comes back. */
export const payer =
  (times: number) =>
  async ({ tools, signal }: AgentContext): Promise<typeof done> => {
    for (let turn = 1; turn <= times; turn += 1) {
      const said = { id: `c${turn}`, name: 'pay', argumentsText: '{}' };
      const [judged] = tools.judge(turn, [said]);
      if (judged === undefined) throw new Error('The call was not judged');
      await tools.deliver(judged, { idempotencyKey: null, timeoutMs: 1000, signal });
    }
    return done;
  };

export const recordOf = ({ trials }: { readonly trials: readonly GroupTrial[] }): TrialRecord => {
  const [first] = trials;
  if (first === undefined) throw new Error('Nothing ran');
  return first.record;
};
export const typesOf = ({ events }: TrialRecord): readonly string[] =>
  events.map(({ type }) => type);
