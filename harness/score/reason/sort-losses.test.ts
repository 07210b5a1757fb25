import { expect, it } from 'vitest';
import type { Loss } from '../../core/score/score.ts';
import { sortLosses } from './sort-losses.ts';

const loss = (code: string, event: number | null = null, text = 'x'): Loss => ({
  code,
  event,
  text,
});

it.each<[string, readonly Loss[], readonly Loss[]]>([
  ['the same twice is one', [loss('a', 1), loss('a', 1)], [loss('a', 1)]],
  ['another event is another', [loss('a', 1), loss('a', 2)], [loss('a', 1), loss('a', 2)]],
  [
    'another text is another',
    [loss('a', 1, 'x'), loss('a', 1, 'y')],
    [loss('a', 1, 'x'), loss('a', 1, 'y')],
  ],
  ['another code is another', [loss('a', 1), loss('b', 1)], [loss('a', 1), loss('b', 1)]],
  [
    'what says most comes first',
    [loss('missing_effect'), loss('missing_call'), loss('double_effect'), loss('agent_error')],
    [loss('agent_error'), loss('double_effect'), loss('missing_call'), loss('missing_effect')],
  ],
  [
    'what has no rank comes beside a wrong argument, as it came',
    [loss('missing_call'), loss('own'), loss('wrong_argument'), loss('invalid_json')],
    [loss('invalid_json'), loss('own'), loss('wrong_argument'), loss('missing_call')],
  ],
])('reasons: %s', (_name, losses, sorted) => {
  expect(sortLosses(losses)).toEqual(sorted);
});
