import { UsageError } from '../../core/usage-error.ts';
import { refuseLinkOut } from '../../disk/refuse-link-out.ts';
import { toShownPath } from '../../disk/shown-path.ts';
import { toShellWord } from '../../core/shell-word.ts';

/**
 * Refuses to write at a place that the user did not name when a link leads from it out of the folder it belongs to: a
 * checkout could put such a link there.
 *
 * @param option - names the place, such as `--out`.
 * @throws UsageError with the link and what to do.
 */
export function guardOwnPlace(root: string, path: string, option: string): void {
  try {
    refuseLinkOut(root, path);
  } catch {
    const shown = toShownPath(root, path);
    throw new UsageError(
      `Cannot write to "${shown}": a link on the way leads out of "${root}". Remove the link, or name the place with ${option}, such as \`${option} ${toShellWord(`./${shown}`)}\``,
    );
  }
}
