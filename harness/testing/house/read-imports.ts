import { maskSource } from './mask-source.ts';

/** One place where a module names another. */
export interface ImportSite {
  /** As written: a relative path, a package or a Node module. */
  readonly specifier: string;
  /** Counts from 1. */
  readonly line: number;
}

/** Finds what a module imports: static, re-exported, dynamic, for its effect only, and in types. */
export function readImports(source: string): readonly ImportSite[] {
  const { code, texts } = maskSource(source);
  const sites: ImportSite[] = [];
  for (const match of code.matchAll(importShape)) {
    const specifier = texts.get(match.index + match[0].length - 1);
    if (specifier === undefined) continue;
    sites.push({ specifier, line: code.slice(0, match.index).split('\n').length });
  }
  return sites;
}

/**
 * Up to and with the opening quote of the specifier. Between `import` or `export` and `from` stand
 * names, braces, commas and stars alone, so that no other statement can be swallowed.
 */
const importShape =
  /(?<![.\w$])(?:(?:import|export)\s[\w$\s{},*]*?(?<![\w$])from\s*|import\s*(?:\(\s*)?)['"]/g;
