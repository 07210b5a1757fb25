import { type FSWatcher, watch } from 'node:fs';

import type { WatchedFiles } from './watched-files.ts';

/** Editors write a file in several steps. */
const settleMs = 120;
/** Some disks, such as those of other machines, report no event. */
const lookMs = 2_000;

/**
 * Waits until something is edited. Events of the disk say when to look; without any, it looks every two seconds.
 *
 * @param isEdited - looks at the files themselves.
 * @returns `false` when the signal came first.
 */
export async function waitForEdit(
  folders: WatchedFiles['folders'],
  isEdited: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  return await new Promise((resolve) => {
    let settling: NodeJS.Timeout | undefined;
    const watchers: FSWatcher[] = [];
    const end = (edited: boolean): void => {
      clearTimeout(settling);
      clearInterval(looking);
      signal.removeEventListener('abort', stop);
      for (const watcher of watchers) watcher.close();
      resolve(edited);
    };
    const stop = (): void => {
      end(false);
    };
    const look = (): void => {
      if (isEdited()) end(true);
    };
    const onEvent = (): void => {
      clearTimeout(settling);
      settling = setTimeout(look, settleMs);
    };
    const looking = setInterval(look, lookMs);
    signal.addEventListener('abort', stop, { once: true });
    for (const { path, isDeep } of folders) {
      const watcher = tryWatch(path, isDeep, onEvent);
      if (watcher !== null) watchers.push(watcher);
    }
    // What was edited while the last run went on.
    onEvent();
  });
}

/** `null` where the system has no watch left, or the folder is gone. */
function tryWatch(path: string, recursive: boolean, onEvent: () => void): FSWatcher | null {
  try {
    return watch(path, { recursive }, onEvent).on('error', () => undefined);
  } catch {
    return null;
  }
}
