import { toVisibleLine } from '../text/to-visible-text.ts';

/** Longer texts are cut: a job summary is for reading. */
const longest = 300;

/**
 * Untrusted text as a Markdown code span on one line: no markup, mention, link or table border in
 * it works. Empty text gives nothing.
 */
export function toCodeSpan(text: string): string {
  const line = cut(toVisibleLine(text));
  if (line === '') return '';
  const fence = '`'.repeat(longestRun(line) + 1);
  const space = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  // A Markdown table is split at its borders first, also inside code.
  return `${fence}${space}${line.replaceAll('|', '\\|')}${space}${fence}`;
}

/** A sentence of toolrig, which may contain untrusted names, as Markdown text on one line. */
export function toMarkdownText(text: string): string {
  return toVisibleLine(text).replace(/[\\`*_{}[\]<>()#+!|~&@$]/gu, (character) => `\\${character}`);
}

/** A block of code with a fence that nothing in it closes. */
export function toCodeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
}

function cut(line: string): string {
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest).join('')}…`;
}
