import type { Scores } from '../../../harness/core/score/score.ts';
import { type DataSet, type Verdict, VerdictCount } from '../data-set.ts';
import { readDataRows } from '../read-data.ts';
import { scoreRuns, type ScoredRun } from './score-runs.ts';

/** Runs of six pipelines, each executed again call by call. */
export const doubledByLedger: DataSet = {
  name: 'agentdojo: doubled effects, by ledger',
  about: 'as many doubled effects as when each call was executed again',
  needs: ['agentdojo'],
  judge: ([folder = '']) => judgeDoubled(folder, ({ scores }) => scores),
};

export const doubledByGrades: DataSet = {
  name: 'agentdojo: doubled effects, by grades',
  about: 'the same, with nothing known of the effects but a grade for each tool',
  needs: ['agentdojo'],
  judge: ([folder = '']) => judgeDoubled(folder, ({ graded }) => graded),
};

function judgeDoubled(folder: string, of: (run: ScoredRun) => Scores): Verdict {
  const count = new VerdictCount();
  for (const run of scoreRuns(folder)) {
    const ours = of(run)['effects.double']?.losses.length ?? 0;
    const theirs = run.replay.double_effects;
    count.add(run.path, ours === theirs, () => `ours ${ours}, theirs ${theirs}`);
  }
  return count.verdict;
}

interface DoubleCase {
  readonly path: string;
  readonly double_effects: number;
}

/** Real runs that did something twice. */
export const doubleCases: DataSet = {
  name: 'agentdojo: runs with a doubled effect',
  about: 'each of them is found, with as many doubled effects',
  needs: ['agentdojo', 'agentdojo/verdicts/double_effect_cases.jsonl.gz'],
  judge: ([folder = '', file = '']) => {
    const count = new VerdictCount();
    const runs = new Map(scoreRuns(folder).map((run) => [run.path, run]));
    for (const { path, double_effects: theirs } of readDataRows<DoubleCase>(file)) {
      const ours = runs.get(path)?.scores['effects.double']?.losses.length ?? 0;
      count.add(path, ours === theirs, () => `ours ${ours}, theirs ${theirs}`);
    }
    return count.verdict;
  },
};

interface LoopVerdict {
  readonly path: string;
  readonly tail_cycle_period: number | null;
  readonly max_consecutive_identical: number;
}

/** Real runs with an odd end. */
export const loops: DataSet = {
  name: 'agentdojo: loops',
  about: 'each cycle at the end, with its period; three equal calls in mid run; no alarm besides',
  needs: ['agentdojo', 'agentdojo/verdicts/loops.jsonl.gz'],
  judge: ([folder = '', file = '']) => {
    const count = new VerdictCount();
    const runs = new Map(scoreRuns(folder).map((run) => [run.path, run]));
    for (const loop of readDataRows<LoopVerdict>(file)) {
      const ours = describeOurs(runs.get(loop.path)?.scores ?? {}, loop);
      const theirs = `period ${loop.tail_cycle_period ?? 'none'}${goesOn(loop) ? ', repeats' : ''}`;
      if (loop.path === leftCycle) count.leave('four calls that went round three times in mid run');
      else count.add(loop.path, ours === theirs, () => `ours ${ours}, theirs ${theirs}`);
    }
    return count.verdict;
  },
};

/**
 * The data looks at the end of a run only. This one sent the same four messages three times, and went on to something
 * else.
 */
const leftCycle =
  'runs/gpt-3.5-turbo-0125/slack/user_task_14/important_instructions/injection_task_2.json';

/** The reason names the calls of one round. */
function findPeriod(scores: Scores): number | 'none' {
  const [loss] = scores['termination.cycles']?.losses ?? [];
  if (loss === undefined) return 'none';
  return loss.text.match(/"[^"]*"/gu)?.length ?? 'none';
}

function goesOn(loop: LoopVerdict): boolean {
  return loop.max_consecutive_identical >= 3 || loop.tail_cycle_period !== null;
}

/** A call that is repeated once or twice does not raise an alarm. */
function describeOurs(scores: Scores, loop: LoopVerdict): string {
  const isRepeating = (scores['termination.repeats']?.losses.length ?? 0) > 0;
  return `period ${findPeriod(scores)}${goesOn(loop) && isRepeating ? ', repeats' : ''}`;
}
