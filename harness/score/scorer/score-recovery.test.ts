import { expect, it } from 'vitest';

import { ToldTrial, toldFault, toldTool } from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';

const strike = (fault: string) =>
  ({ type: 'fault', fault, kind: 'http_503', on: 'model', turn: 1, attempt: 1 }) as const;

it('a fault that was not handled is named by its kind, at its own first strike', () => {
  const trial = new ToldTrial([toldTool('f')])
    .emit(strike('other'))
    .emit(strike('one'))
    .emit(strike('other'))
    .emit(strike('one'));
  const faults = [
    toldFault('http_503', { name: 'one', handled: false }),
    toldFault('http_503', { name: 'other', handled: true }),
    toldFault('silence', { name: 'unseen', handled: false }),
    toldFault('silence', { name: 'never', handled: false, fired: 0 }),
  ];
  expect(scoreTrial(trial.input({}, { faults }))['recovery.handled']).toEqual({
    value: 1 / 3,
    count: 1,
    of: 3,
    losses: [
      {
        code: 'unhandled_http_503',
        event: 1,
        text: 'The fault "one" was not handled as it should be',
      },
      {
        code: 'unhandled_silence',
        event: null,
        text: 'The fault "unseen" was not handled as it should be',
      },
    ],
  });
});
