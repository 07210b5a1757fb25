import { defineSuite, optional, type ScenarioInput } from 'toolrig';

import { prompts } from './prompts.ts';
import { questions, type Question } from './questions.ts';
import { respond } from './respond.ts';
import { toolsets } from './toolsets.ts';

/** Which variants a question tells apart. */
const pairs: Readonly<Record<Question['pair'], readonly string[]>> = {
  required: ['few', 'all'],
  dates: ['period', 'dates'],
  prompt: ['plain', 'teaching', 'few-shot'],
};

export default defineSuite({
  name: 'sales',
  about: 'One tool in three designs and three system prompts, compared in pairs',
  toolsets,
  models: [
    {
      name: 'hasty',
      respond,
      nature: 'scripted',
      about:
        'A hasty model by rule: it fills what is required, leaves out what is optional, miscounts days, and learns from prompts.',
    },
  ],
  prompts,
  variants: [
    { name: 'few', model: 'hasty', toolset: 'sales-few', prompt: 'plain', default: true },
    { name: 'all', model: 'hasty', toolset: 'sales-all', prompt: 'plain' },
    { name: 'period', model: 'hasty', toolset: 'sales-few', prompt: 'plain' },
    { name: 'dates', model: 'hasty', toolset: 'sales-dates', prompt: 'plain' },
    { name: 'plain', model: 'hasty', toolset: 'sales-few', prompt: 'plain' },
    { name: 'teaching', model: 'hasty', toolset: 'sales-few', prompt: 'teaching' },
    { name: 'few-shot', model: 'hasty', toolset: 'sales-few', prompt: 'few-shot' },
  ],
  scenarios: questions.map(toScenario),
});

function toScenario({ id, user, says, pair, currency, region }: Question): ScenarioInput {
  const wanted = {
    ...(pair === 'required' ? { currency: currency ?? optional('EUR') } : {}),
    ...(region === undefined ? {} : { region }),
  };
  return {
    id,
    tags: [pair],
    user,
    expected: {
      calls: [
        Object.keys(wanted).length === 0
          ? 'get_sales'
          : { tool: 'get_sales', arguments: wanted, mode: 'partial' },
      ],
      mayCall: [],
      effects: [],
      stopReasons: 'answered',
      says,
    },
    variants: [...pairs[pair]],
  };
}
