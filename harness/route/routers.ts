import type { Router, routerNames } from '../core/suite/router.ts';
import { rankByNames } from './rank-by-names.ts';
import { rankByWords } from './rank-by-words.ts';

/** Routers by the names that loop settings use. */
export const routers: Readonly<Record<(typeof routerNames)[number], Router>> = {
  words: rankByWords,
  names: rankByNames,
};
