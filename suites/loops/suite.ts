import { defineSuite } from 'toolrig';

import { mara } from '../orders/scenarios/sessions.ts';
import ordersSuite from '../orders/suite.ts';
import { toolsets } from '../orders/toolsets.ts';
import { shop } from '../orders/world-data.ts';
import { respond } from './agent.ts';
import { loops } from './loops.ts';
import { scenarios } from './scenarios.ts';
import { ownTools } from './tools.ts';

const orders = toolsets.find(({ id }) => id === 'orders@2');

export default defineSuite({
  name: 'loops',
  about:
    'One agent and one order desk under loops that are one setting away from the reference loop: what each setting is worth, and what it costs',
  toolsets: [{ id: 'desk@1', tools: [...(orders?.tools ?? []), ...ownTools] }],
  models: [
    {
      name: 'clerk',
      respond,
      nature: 'scripted',
      about:
        'A scripted agent in the process: it mends what it is told, repeats itself when it is told nothing, and has the weakness that each scenario is about. It can stand for loops, never for a real model.',
    },
  ],
  ...(ordersSuite.systemPrompt === undefined ? {} : { systemPrompt: ordersSuite.systemPrompt }),
  loops,
  variants: [
    { name: 'reference', model: 'clerk', loop: 'reference', default: true },
    ...Object.keys(loops).map((name) => ({ name, model: 'clerk', loop: name })),
  ],
  world: shop,
  session: mara,
  identity: ['user_id', 'tenant_id', 'customer_id'],
  ...(ordersSuite.claims === undefined ? {} : { claims: ordersSuite.claims }),
  scenarios,
});
