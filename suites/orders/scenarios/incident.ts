import { set, type ScenarioInput } from 'toolrig';

import { incident, incidentNames, type IncidentQuestion } from '../incident.ts';
import { requests } from '../requests.ts';
import { mara, xiaoyu } from './sessions.ts';

/** The incident, question by question: a list of states, or free text. */
export const incidents: readonly ScenarioInput[] = incidentNames.map((name) => {
  const { phrase, statuses, says, saysNot }: IncidentQuestion = incident[name];
  return {
    id: name,
    about: `"${phrase}" is no state of the shop: a list of states finds what is meant, free text finds nothing`,
    tags: [name.endsWith('-zh') ? 'zh' : 'en', 'read', 'incident'],
    user: requests[name],
    session: name.endsWith('-zh') ? xiaoyu : mara,
    expected: {
      calls: [{ tool: 'search_orders', arguments: { statuses: set([...statuses]) } }],
      mayCall: [],
      effects: [],
      stopReasons: 'answered',
      says: [...says],
      saysNot: [saysNot, 'no orders'],
    },
    variants: ['enum', 'free-text'],
  };
});
