import { findNearest } from '../../../schema/judge/find-nearest.ts';

/**
 * The tool that an unknown name most likely means; `null` when no name is similar. Template tokens
 * (`list<|channel|>commentary`) and prefixes (`functions.list`) are ignored.
 */
export function findToolName(name: string, names: readonly string[]): string | null {
  const bare = name
    .replace(/<\|.*$/s, '')
    .replace(/^.*[./:]/s, '')
    .trim();
  if (names.includes(bare)) return bare;
  return findNearest(bare, names);
}
