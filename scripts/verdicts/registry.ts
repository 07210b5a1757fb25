import { argumentValidity } from './agentdojo/argument-validity.ts';
import { doubleCases, doubledByGrades, doubledByLedger, loops } from './agentdojo/real-runs.ts';
import { effectProbe } from './bfcl/effect-probe.ts';
import { madeAnswers, madeSchemas } from './bfcl/made-answers.ts';
import { modelAnswers, traces } from './bfcl/model-answers.ts';
import { callSets } from './cassette-calls.ts';
import { cutSets } from './cassette-cuts.ts';
import type { DataSet } from './data-set.ts';
import { tauActions, tauRewards } from './tau2.ts';

/** Every data set, in the order of the table: one file each. */
export const dataSets: readonly DataSet[] = [
  ...callSets,
  ...cutSets,
  madeAnswers,
  modelAnswers,
  traces,
  madeSchemas,
  argumentValidity,
  effectProbe,
  doubleCases,
  doubledByLedger,
  doubledByGrades,
  loops,
  tauActions,
  tauRewards,
];
