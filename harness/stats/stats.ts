/** The published statistics: each formula names its source where it is defined. */

// Intervals and estimates
export {
  type BootstrapMethod,
  type BootstrapOptions,
  bootstrapInterval,
} from './interval/bootstrap-interval.ts';
export { clopperPearsonInterval } from './interval/clopper-pearson-interval.ts';
export { type ClusterEstimate, clusterInterval } from './interval/cluster-interval.ts';
export { cohenKappa } from './interval/cohen-kappa.ts';
export { type Interval } from './interval/interval.ts';
export { newcombeInterval } from './interval/newcombe-interval.ts';
export { type PairedCounts, newcombePairedInterval } from './interval/newcombe-paired-interval.ts';
export { passAtK } from './interval/pass-at-k.ts';
export { passHatK } from './interval/pass-at-k.ts';
export {
  type PairedScenario,
  type VarianceComponents,
  varianceComponents,
} from './interval/variance-components.ts';
export { type Proportion, wilsonInterval } from './interval/wilson-interval.ts';

// Tests and paired comparison
export { type AdjustMethod, adjustP } from './test/adjust-p.ts';
export { type ClusteredResult, clusteredTest } from './test/clustered-test.ts';
export {
  type PairedVerdict,
  type PairedReason,
  type ComparePairedOptions,
  type PairedComparison,
  comparePaired,
} from './test/compare-paired.ts';
export {
  type SequentialOptions,
  type SequentialState,
  type SequentialTest,
  createSequentialTest,
} from './test/create-sequential-test.ts';
export { type LossCounts, exactLossBound, clustersForBound } from './test/exact-loss-bound.ts';
export { type Discordant, type McNemarResult, mcnemarTest } from './test/mcnemar-test.ts';
export {
  type SignFlipMethod,
  type SignFlipResult,
  type SignFlipOptions,
  signFlipTest,
} from './test/sign-flip-test.ts';
export { spendingLevels } from './test/spending-levels.ts';
export { twoProportionTest } from './test/two-proportion-test.ts';

// Planning: power, sample sizes, smallest effects
export { type AdviseOptions, type Advice, advise } from './plan/advise.ts';
export { type Detection } from './plan/detection-power.ts';
export { neededClusters } from './plan/needed-clusters.ts';
export { type PassRateModel, passRateComponents } from './plan/pass-rate-components.ts';
export {
  type PassRateDesign,
  type PassRatePlanOptions,
  planPassRate,
} from './plan/plan-pass-rate.ts';
export { type PlanDesign, type PlanOptions, type PowerPlan, planPower } from './plan/plan-power.ts';
export {
  type ProportionSampleSizeOptions,
  proportionSampleSize,
} from './plan/proportion-sample-size.ts';
export { smallestDrop } from './plan/smallest-drop.ts';

// Distributions, and seeded random numbers
export { type Binomial } from './distribution/binomial-cdf.ts';
export { normalCdf } from './distribution/normal-cdf.ts';
export { normalQuantile } from './distribution/normal-cdf.ts';
export { tCdf } from './distribution/t-cdf.ts';
export { tQuantile } from './distribution/t-cdf.ts';
export { createRandom, type Random } from '../core/random.ts';
