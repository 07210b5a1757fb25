import type { Playbook } from 'toolrig';

import { incident, incidentNames, type IncidentQuestion } from '../incident.ts';
import { listField, toPlaybook } from './play.ts';

/** The questions of the incident: states from the list where there is one, else the customer's own words. */
export const incidents: readonly Playbook[] = incidentNames.map((name) => {
  const { phrase, statuses }: IncidentQuestion = incident[name];
  const isChinese = name.endsWith('-zh');
  const nothing = isChinese ? '您没有这样的订单。' : 'There are no orders like that.';
  return toPlaybook(name, [
    {
      steps: [
        {
          calls: (seen) => [
            {
              tool: 'search_orders',
              arguments: seen.offers('search_orders', 'statuses')
                ? { statuses: [...statuses] }
                : { status: phrase },
            },
          ],
          onEmpty: () => nothing,
        },
      ],
      say: (seen) => {
        const ids = listField(seen, ['search_orders', 'orders'], 'order_id');
        if (ids.length === 0) return nothing;
        return isChinese ? `这些订单是:${ids.join('、')}。` : `These are: ${ids.join(', ')}.`;
      },
    },
  ]);
});
