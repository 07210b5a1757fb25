import type { FaultParameter } from '../fault-parameter.ts';

/** The call of a turn that a fault is for. */
export const whichCall = {
  name: 'index',
  type: 'number',
  default: 0,
  min: 0,
  about: 'Which call of the turn, from 0',
} as const satisfies FaultParameter;
