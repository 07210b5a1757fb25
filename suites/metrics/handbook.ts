import type { Handbook, Playbook } from 'toolrig';

import { badArguments, beyondBounds, type MetricRequest, wideSpan } from './requests.ts';

/** What scripted agents know about advertising: the right call of each request, and the slip of a model that errs. */
export const handbook: Handbook = {
  playbooks: [...[...badArguments, beyondBounds].map(toPlaybook), playInBatches()],
  readBacks: {},
  needless: { tool: 'get_live_status', arguments: {} },
};

function toPlaybook({ id, text, right, wrong, answer }: MetricRequest): Playbook {
  const call = { tool: 'query_ad_metrics', arguments: right, slip: wrong };
  return {
    name: id,
    language: 'en',
    turns: [{ user: text, steps: [{ calls: () => [call] }], say: () => answer }],
  };
}

function playInBatches(): Playbook {
  const { id, text, batches, wrong, answer } = wideSpan;
  const [first, second] = batches;
  const calls = [
    { tool: 'query_ad_metrics', arguments: first, slip: wrong },
    { tool: 'query_ad_metrics', arguments: second },
  ];
  return {
    name: id,
    language: 'en',
    turns: [{ user: text, steps: [{ calls: () => calls }], say: () => answer }],
  };
}
