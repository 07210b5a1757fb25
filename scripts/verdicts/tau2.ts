import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importTau2 } from '../../harness/import/tau/import-tau2.ts';
import { scoreDocument } from '../../harness/import/document/score-document.ts';
import { scoreImported } from '../../harness/import/score-imported.ts';
import type { JsonObject } from '../../harness/json/json.ts';
import { type DataSet, type Verdict, VerdictCount } from './data-set.ts';
import { pickEach, readDataRows, readDataText } from './read-data.ts';

/** Wanted actions of real simulations. */
export const tauActions: DataSet = {
  name: 'tau2: actions, rule tau2',
  about: 'a wanted action is made when the official checker says so',
  needs: ['tau2-bench/action_match_verdicts.jsonl.gz'],
  judge: judgeActions,
};

/** Real simulations, imported. */
export const tauRewards: DataSet = {
  name: 'tau2: rewards, rule tau2',
  about: 'a simulation passes when its reward is 1, out of the parts of the reward',
  needs: ['tau2-bench'],
  judge: judgeRewards,
};

interface Simulation {
  readonly sim: string;
  readonly actions: readonly {
    readonly name: string;
    readonly arguments: JsonObject;
    /** Names of the arguments that count; `null`: all, and no other. */
    readonly compare_args: readonly string[] | null;
    readonly match: boolean;
  }[];
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

function judgeActions([file = '']: readonly string[], every: number): Verdict {
  const count = new VerdictCount();
  for (const { sim, actions, calls } of pickEach(readDataRows<Simulation>(file), every)) {
    for (const [index, action] of actions.entries()) {
      const ours = isMade(action, calls);
      const why = (): string => `ours ${ours}, theirs ${action.match}`;
      count.add(`${sim} action ${index} ${action.name}`, ours === action.match, why);
    }
  }
  return count.verdict;
}

/**
 * By the rule `tau2`, an action is made when any call has its name and its arguments: those in `compare_args`, or all
 * and no other. Its position, its number of occurrences and other calls do not count.
 *
 * Source: `evaluator_action.py` and `Action.compare_with_tool_call` of tau2-bench.
 */
function isMade(action: Simulation['actions'][number], calls: Simulation['calls']): boolean {
  if (calls.length === 0) return false;
  const names = action.compare_args ?? Object.keys(action.arguments);
  const wanted = names.map((name) => [name, { $equal: action.arguments[name] ?? null }] as const);
  const tools = Object.fromEntries([action, ...calls].map(({ name }) => [name, {}]));
  const result = scoreDocument(
    JSON.stringify({
      tools,
      expected: {
        action: {
          calls: [[action.name, Object.fromEntries(wanted)]],
          arguments: action.compare_args === null ? 'exact' : 'partial',
        },
      },
      cases: calls.map((call, index) => ({
        id: String(index),
        expected: 'action',
        calls: [[call.name, JSON.stringify(call.arguments)]],
      })),
    }),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.cases.some((one) => one.pass === true);
}

interface TauFile {
  readonly simulations: readonly {
    readonly id: string;
    readonly termination_reason: string;
    readonly reward_info: TauReward | null;
  }[];
}

interface TauReward {
  readonly reward: number;
  readonly reward_basis: readonly string[] | null;
  readonly db_check: { readonly db_reward: number } | null;
  readonly communicate_checks: readonly { readonly met: boolean }[] | null;
  readonly action_checks: readonly { readonly action_match: boolean }[] | null;
  readonly nl_assertions: readonly { readonly met: boolean }[] | null;
}

function judgeRewards([folder = '']: readonly string[], every: number): Verdict {
  const count = new VerdictCount();
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json.gz')) continue;
    const text = readDataText(join(folder, name));
    const { simulations } = JSON.parse(text) as TauFile;
    const run = importTau2([{ name, text }], {
      tools: null,
      suite: null,
      variant: null,
      only: null,
      errors: 'failed',
      injectionTasks: false,
    });
    const trials = [...run.trials()];
    for (const [index, simulation] of pickEach([...simulations.entries()], every)) {
      const trial = trials[index];
      if (trial === undefined) throw new Error(`${name}: simulation ${index} was not imported`);
      const scores = scoreImported(trial, run).scores;
      const ours = scores['task.success']?.value ?? null;
      const theirs = simulation.reward_info?.reward ?? null;
      const summed = sumReward(simulation);
      const why = (): string => `ours ${ours}, from its parts ${summed}, theirs ${theirs}`;
      count.add(simulation.id, ours === theirs && summed === theirs, why);
    }
  }
  return count.verdict;
}

/**
 * The reward by the rule `tau2`: the product of the parts in its basis; 0 for a simulation that did not come to its own
 * end.
 *
 * Source: `evaluator.py` of tau2-bench.
 */
function sumReward({ termination_reason: end, reward_info: info }: TauFile['simulations'][number]) {
  if (info === null || (end !== 'user_stop' && end !== 'agent_stop')) return 0;
  const all = (checks: readonly boolean[] | undefined): number =>
    checks === undefined || checks.every(Boolean) ? 1 : 0;
  const parts: Readonly<Record<string, number>> = {
    DB: info.db_check?.db_reward ?? 1,
    COMMUNICATE: all(info.communicate_checks?.map((check) => check.met)),
    ACTION: all(info.action_checks?.map((check) => check.action_match)),
    NL_ASSERTION: all(info.nl_assertions?.map((check) => check.met)),
  };
  return (info.reward_basis ?? []).reduce((product, part) => product * (parts[part] ?? 1), 1);
}
