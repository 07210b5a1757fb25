import type { ScoredScenario } from '../../core/own/own-scorer.ts';
import type { Scenario, Suite } from '../../core/suite/suite.ts';
import type { TrialGroup } from '../plan/plan-groups.ts';
import type { ScoringContext } from './score-record.ts';
import { toScoredTool } from './to-manifest.ts';

/** Gathers what scoring needs to know of the trials of one group. */
export function toScoringContext(suite: Suite, group: TrialGroup): ScoringContext {
  const { scenario, variant } = group;
  const toolset = suite.toolsets.find((candidate) => candidate.id === variant.toolset);
  const model = suite.models.find((candidate) => candidate.name === variant.model);
  return {
    expected: scenario.expected,
    expectFail: scenario.expectFail,
    tools: (toolset?.tools ?? []).map(toScoredTool),
    claims: suite.claims,
    identity: suite.identity,
    price: model?.price ?? null,
    ...(suite.scorers === undefined || suite.scorers.length === 0
      ? {}
      : { own: { scorers: suite.scorers, scenario: toScoredScenario(scenario) } }),
    knownText: [
      variant.systemPrompt ?? '',
      ...scenario.history.map((message) => JSON.stringify(message)),
      JSON.stringify(scenario.session),
    ].join('\n'),
  };
}

function toScoredScenario(scenario: Scenario): ScoredScenario {
  const { id, about, tags, turns, history, session, expected } = scenario;
  return { id, about, tags, turns, history, session, expected };
}
