import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lane } from '../core/lane.ts';
import { toLaneName } from './lane-path.ts';

/**
 * The recorded lane that comes nearest to one without a recording: first another plan or repeat of the
 * same variant, then another variant of the scenario. As the path below the root; `null` when there is none.
 */
export async function findNearestLane(root: string, lane: Lane): Promise<string | null> {
  const [suite = '', scenario = '', variant = ''] = toLaneName(lane).split('/');
  const same = await listLanes(join(root, suite, scenario, variant));
  const own = same.find((name) => name.startsWith('none.')) ?? same[0];
  if (own !== undefined) return `${suite}/${scenario}/${variant}/${own}`;
  for (const other of await listNames(join(root, suite, scenario))) {
    const [found] = await listLanes(join(root, suite, scenario, other));
    if (found !== undefined) return `${suite}/${scenario}/${other}/${found}`;
  }
  return null;
}

async function listLanes(folder: string): Promise<readonly string[]> {
  return (await listNames(folder)).filter((name) => name.endsWith('.jsonl'));
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    // No folder is as good as an empty one: there is nothing near.
    return [];
  }
}
