/** A source text of a suite. */
export interface SourceText {
  /** As annotations name it: relative to the repository. */
  readonly file: string;
  readonly text: string;
}

/** Where a name is defined; lines count from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/**
 * Finds the line that defines a scenario (`id`) or a tool (`name`), else the first that quotes the name alone.
 *
 * @returns `null` for a name that is made by code, or is of something else, such as a metric.
 */
export function findPlace(name: string, sources: readonly SourceText[]): SourcePlace | null {
  if (name === '') return null;
  const word = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  const value = `(?<quote>["'\`]?)${word}\\k<quote>(?![\\w./-])`;
  const patterns = [
    new RegExp(`\\bid["']?\\s*:\\s*${value}`, 'u'),
    new RegExp(`\\bname["']?\\s*:\\s*${value}`, 'u'),
    new RegExp(`(?<quote>["'\`])${word}\\k<quote>`, 'u'),
  ];
  for (const pattern of patterns) {
    for (const { file, text } of sources) {
      const found = pattern.exec(text);
      if (found !== null) return { file, line: text.slice(0, found.index).split('\n').length };
    }
  }
  return null;
}
