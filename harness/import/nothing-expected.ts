import type { Expected } from '../core/suite/suite.ts';

/** Says nothing of what is right: of imported trials the source's own verdict decides. */
export const nothingExpected: Expected = {
  calls: null,
  order: [],
  mayCall: 'reads',
  effects: null,
  forbidden: [],
  ask: [],
  stopReasons: null,
  state: null,
  says: [],
  saysNot: [],
};
