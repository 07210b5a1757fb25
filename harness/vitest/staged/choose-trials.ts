import { toLaneId } from '../../core/suite/lane.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { parseLine } from '../../run/folder/read-value.ts';
import { scoreFormat, trialFormat } from '../../run/folder/run-shape.ts';
import type { StagedTrial } from './stage-lines.ts';

/** A trial of a run folder. */
export interface ChosenTrial {
  readonly trial: TrialRecord;
  readonly score: ScoreRecord;
  readonly rank: StagedTrial['rank'];
  readonly mode: StagedTrial['mode'];
}

/** Trials in plan order, each once, and the lanes that two tests ran with different results. */
export interface ChosenTrials {
  readonly trials: readonly ChosenTrial[];
  readonly conflicts: readonly string[];
}

/** Chooses one trial for each lane. Of one test, what it left last counts; of several, the first place in the plan. */
export function chooseTrials(staged: readonly StagedTrial[]): ChosenTrials {
  const last = new Map<string, Found>();
  for (const line of staged) {
    const found = read(line);
    last.set(JSON.stringify([found.lane, line.by]), found);
  }
  const byLane = new Map<string, Found[]>();
  for (const found of last.values()) {
    byLane.set(found.lane, [...(byLane.get(found.lane) ?? []), found]);
  }
  const conflicts: string[] = [];
  const trials: Found[] = [];
  for (const [lane, all] of byLane) {
    const [first, ...others] = all.toSorted(byRank);
    if (first === undefined) continue;
    trials.push(first);
    if (others.some(({ line }) => line.trial !== first.line.trial)) conflicts.push(lane);
  }
  return { trials: trials.toSorted(byRank), conflicts: conflicts.toSorted() };
}

interface Found extends ChosenTrial {
  readonly lane: string;
  readonly line: StagedTrial;
}

function read(line: StagedTrial): Found {
  const trial = parseLine(line.trial, trialFormat, { file: 'trials of a test', line: 1 });
  const score = parseLine(line.score, scoreFormat, { file: 'scores of a test', line: 1 });
  const { rank, mode } = line;
  return { trial, score, rank, mode, lane: toLaneId(trial.lane), line };
}

function byRank(left: Found, right: Found): number {
  for (const [index, own] of left.rank.entries()) {
    const difference = own - (right.rank[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.lane < right.lane ? -1 : left.lane > right.lane ? 1 : 0;
}
