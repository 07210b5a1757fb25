import type { Handbook, Playbook, PlayTurn } from 'toolrig';

import { wishes } from './respond.ts';

const none = 'There are no orders of this kind.';

const turns = Object.entries(wishes).map(([user, { words, state }]): PlayTurn => ({
  user,
  steps: [
    {
      calls: (seen) => [
        {
          tool: 'search_orders',
          arguments: seen.offers('search_orders', 'statuses')
            ? { statuses: [state] }
            : { status: state },
          slip: { status: words },
        },
      ],
      onEmpty: () => none,
    },
  ],
  say: (seen) => {
    const ids = JSON.stringify(seen.result('search_orders')).match(/[A-Z]-[0-9]{4}/gu) ?? [];
    return ids.length === 0 ? 'I could not see them.' : `These: ${[...new Set(ids)].join(', ')}.`;
  },
}));

/** A question may begin a conversation, or follow one about orders that are packed. */
const continued = turns.find(({ user }) => user === 'Which of my orders are shipped?');

/** What scripted agents know about the two versions: the form of the call that the toolset in force takes. */
export const handbook: Handbook = {
  playbooks: turns.map((turn): Playbook => ({
    name: turn.user,
    language: 'en',
    turns:
      turn.user === 'Which of my orders are packed?' && continued !== undefined
        ? [turn, continued]
        : [turn],
  })),
  readBacks: {},
  needless: { tool: 'get_profile', arguments: {} },
};
