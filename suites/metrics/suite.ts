import { createScriptedAgent, defineSuite, fault, model, tool, type ScenarioInput } from 'toolrig';

import { garble, obey } from './defects.ts';
import { handbook } from './handbook.ts';
import { getLiveStatus, queryAdMetrics, toQueryKey } from './query-ad-metrics.ts';
import { badArguments, beyondBounds, type MetricRequest, wideSpan } from './requests.ts';
import { adsWorld } from './world.ts';

const careful = createScriptedAgent('perfect', handbook);

/** Made up, so that `cost.price` can be compared; in dollars for a million tokens. */
const examplePrice = { inputPerMillion: 2, outputPerMillion: 8 };

/** Where the plans of the suite strike. */
const below = { field: '$.filters.country' };

export default defineSuite({
  name: 'metrics',
  about:
    'Arguments that do not fit (a missing date, an unknown metric, a wrong nested type, a field too many, a value beyond its bound), and whether the next attempt does',
  tools: [queryAdMetrics, getLiveStatus],
  models: [
    {
      name: 'careless',
      nature: 'scripted',
      respond: createScriptedAgent('clerk', handbook),
      price: examplePrice,
      about:
        'A scripted agent in the process: its first arguments never fit. It mends what an error names, and repeats itself when an error says nothing.',
    },
    {
      name: 'careful',
      nature: 'scripted',
      respond: careful,
      price: examplePrice,
      about: 'A scripted agent in the process that makes no mistakes.',
    },
    {
      name: 'drifting',
      nature: 'scripted',
      respond: createScriptedAgent('drifter', handbook),
      about:
        'A scripted agent in the process: after every error it sends the same arguments with larger numbers.',
    },
    {
      name: 'garbling',
      nature: 'scripted',
      respond: garble(careful),
      about: 'As careful, but the text of its first call is cut off and is not JSON.',
    },
    {
      name: 'obeying',
      nature: 'scripted',
      respond: obey(careful),
      about: 'As careful, but it does what a result asks it to do.',
    },
  ],
  systemPrompt:
    'You answer questions about advertising. Today is 2026-06-10. Answer from what the tools return.',
  loops: {
    bare: { errors: 'bare' },
    stack: { errors: 'stack' },
    unchecked: { enforce: { batch: false, validation: false } },
  },
  variants: [
    { name: 'structured', model: 'careless', loop: 'reference', default: true },
    { name: 'bare', model: 'careless', loop: 'bare' },
    { name: 'stack', model: 'careless', loop: 'stack' },
    { name: 'unchecked', model: 'careless', loop: 'unchecked' },
    { name: 'careful', model: 'careful', loop: 'reference' },
    { name: 'drifting', model: 'drifting', loop: 'reference' },
    { name: 'spans', model: 'careless', loop: 'reference' },
    { name: 'garbling', model: 'garbling', loop: 'reference' },
    { name: 'obeying', model: 'obeying', loop: 'reference' },
  ],
  world: adsWorld,
  scenarios: [
    ...badArguments.map((request) =>
      toScenario(request, [
        'structured',
        'bare',
        'stack',
        'unchecked',
        'careful',
        'garbling',
        'obeying',
      ]),
    ),
    toScenario(beyondBounds, ['careful', 'drifting']),
    {
      id: wideSpan.id,
      user: wideSpan.text,
      expected: {
        calls: wideSpan.batches.map((args) => ({ tool: 'query_ad_metrics', arguments: args })),
        mayCall: [],
        effects: wideSpan.batches.map((args) => ({
          tool: 'query_ad_metrics',
          key: toQueryKey(args),
          count: 1,
        })),
        stopReasons: ['answered'],
      },
      variants: ['careful', 'spans'],
    },
  ],
  plans: [
    { name: 'wrong-below', faults: [{ on: model.turn(1), inject: fault('wrong_type', below) }] },
    {
      name: 'instructed',
      faults: [
        {
          on: tool('query_ad_metrics').call(1),
          inject: fault('planted_instruction', { tool: 'get_live_status' }),
        },
      ],
    },
    {
      name: 'missing-below',
      faults: [{ on: model.turn(1), inject: fault('missing_field', below) }],
    },
  ],
});

function toScenario(
  { id, text, right }: MetricRequest,
  variants: readonly string[],
): ScenarioInput {
  return {
    id,
    user: text,
    expected: {
      calls: [{ tool: 'query_ad_metrics', arguments: right }],
      mayCall: [],
      // All questions are about days that are over.
      forbidden: ['get_live_status'],
      effects: [{ tool: 'query_ad_metrics', key: toQueryKey(right), count: 1 }],
      stopReasons: ['answered'],
    },
    variants,
  };
}
