import type { Handbook, JsonObject, Playbook } from 'toolrig';

import { countries, questions, type Question } from './questions.ts';

/** What scripted agents know about sales: the right call of each question, and the slip of a model that writes words for codes. */
export const handbook: Handbook = {
  playbooks: questions.map(toPlaybook),
  readBacks: {},
  needless: { tool: 'get_sales', arguments: { metric: 'orders', period: 'last_90_days' } },
};

function toPlaybook(question: Question): Playbook {
  const { id, user, currency, region } = question;
  const days = Number(/last (\d+) days/u.exec(user)?.[1]);
  const metric = user.includes('orders') ? 'orders' : 'revenue';
  const plan: JsonObject = {
    metric,
    period: `last_${days}_days`,
    ...(currency === undefined ? {} : { currency }),
    ...(region === undefined ? {} : { region }),
  };
  const country = Object.entries(countries).find(([, code]) => code === region)?.[0];
  const call = {
    tool: 'get_sales',
    arguments: plan,
    ...(country === undefined ? {} : { slip: { ...plan, region: country } }),
  };
  const total = days * (metric === 'revenue' ? 100 : 10);
  const answer = `It is ${total} ${currency ?? 'EUR'}, region ${region ?? 'all'}.`;
  return {
    name: id,
    language: 'en',
    turns: [{ user, steps: [{ calls: () => [call] }], say: () => answer }],
  };
}
