import { join } from 'node:path';
import type { Lane } from '../../core/suite/lane.ts';
import type { LaneDisk } from '../lane/lane-disk.ts';
import { toLaneName } from '../lane/lane-path.ts';
import { parseHead, parseRecording, type Recording } from '../lane/parse-recording.ts';

/**
 * The recording that comes nearest to a lane: first the clean plan, then another plan or repeat of the
 * same variant, then another variant of the scenario. `null` when there is none that can be read.
 */
export function findNearestRecording(root: string, lane: Lane, disk: LaneDisk): Recording | null {
  const own = toLaneName(lane);
  const [suite = '', scenario = '', variant = ''] = own.split('/');
  const folder = `${suite}/${scenario}`;
  const others = disk.list(join(root, folder)).filter((name) => name !== variant);
  for (const name of [variant, ...others]) {
    const files = disk.list(join(root, folder, name)).filter((file) => file.endsWith('.jsonl'));
    const clean = files.filter((file) => file.startsWith('none.'));
    for (const file of [...clean, ...files]) {
      const path = `${folder}/${name}/${file}`;
      const found = path === own ? null : readRecording(disk.read(join(root, path)));
      if (found !== null) return found;
    }
  }
  return null;
}

function readRecording(text: string | null): Recording | null {
  const head = parseHead(text ?? '');
  if (!head.ok) return null;
  const recording = parseRecording(text ?? '', head.value.lane);
  return recording.ok ? recording.value : null;
}
