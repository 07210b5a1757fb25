import type { Suite } from '../../core/suite/suite.ts';
import type { JsonObject } from '../../json/json.ts';
import { mergeJson } from '../../json/merge-json.ts';
import { toWorldText } from './world-text.ts';
import { findForeign, type ForeignRecords, listIdentityNames } from './foreign-records.ts';

/** A world and a session that a scenario of the suite begins with. */
export interface ProbeContext {
  /** The first scenario that begins so. */
  readonly scenario: string;
  readonly world: JsonObject;
  readonly session: JsonObject;
  readonly foreign: ForeignRecords;
  /** How the world looks before anything happened. */
  readonly fresh: WorldLook;
}

/** A moment of a world, as text: the whole, and the records of others. */
export interface WorldLook {
  readonly text: string | null;
  readonly foreign: string;
}

/** More worlds are not tried. */
const most = 12;

/** The worlds and sessions of a suite, each once, in the order of the scenarios. */
export function listContexts(suite: Suite): readonly ProbeContext[] {
  const found = new Map<string, ProbeContext>();
  for (const { id, world, session } of suite.scenarios) {
    const key = JSON.stringify([world, session]);
    if (found.has(key) || found.size >= most) continue;
    // JSON laid over JSON is JSON.
    const merged = mergeJson(suite.world, world) as JsonObject;
    const names = listIdentityNames(session, suite.identity);
    const foreign = findForeign(merged, session, names);
    const fresh = { text: toWorldText(merged, suite.ignoreState), foreign: foreign.digest(merged) };
    found.set(key, { scenario: id, world: merged, session, foreign, fresh });
  }
  return [...found.values()];
}
