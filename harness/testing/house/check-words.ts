import { maskSource } from './mask-source.ts';
import type { Violation } from './read-source-files.ts';

/** The most characters that a line of Markdown may have. */
const maxLineLength = 160;

/** Words that the texts of toolrig avoid, with the usual word of the field. */
const avoided: Readonly<Record<string, string>> = {
  told: 'reported, said, shown or distinguished',
  nobody: 'no one, or a passive sentence',
  anew: 'again',
  whoever: 'anyone who, or a passive sentence',
  stands: 'is, appears or means',
};

/** Reports every line that is too long, and every avoided word, in a Markdown file. */
export function checkMarkdown(path: string, text: string): readonly Violation[] {
  const tooLong = text.split('\n').flatMap((line, index) =>
    line.length <= maxLineLength
      ? []
      : [
          {
            code: 'long_line',
            path,
            line: index + 1,
            text: `${line.length} characters, ${maxLineLength} at most`,
          },
        ],
  );
  return [...tooLong, ...findWords(path, text)];
}

/** Reports every avoided word in the literals of a TypeScript module: help, messages and other texts. */
export function checkTexts(path: string, source: string): readonly Violation[] {
  return findWords(path, keepPart(source, 'text'));
}

/** Reports every avoided word in the comments of a TypeScript module. */
export function checkComments(path: string, source: string): readonly Violation[] {
  return findWords(path, keepPart(source, 'comment'));
}

/** The literals or the comments of a module at their places; everything else is blank. */
function keepPart(source: string, part: 'text' | 'comment'): string {
  const { code } = maskSource(source);
  let here: 'code' | 'text' | 'comment' = 'code';
  let kept = '';
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    const isMasked = code.charAt(at) !== char;
    if (!isMasked && !/\s/.test(char)) here = 'code';
    if (isMasked && here === 'code') {
      here = /^\/[/*]/.test(source.slice(at, at + 2)) ? 'comment' : 'text';
    }
    kept += here === part || char === '\n' ? char : ' ';
  }
  return kept;
}

function findWords(path: string, text: string): readonly Violation[] {
  const pattern = new RegExp(
    `(?<![\\p{L}_-])(?:${Object.keys(avoided).join('|')})(?![\\p{L}_-])`,
    'giu',
  );
  return [...text.matchAll(pattern)].map((match) => ({
    code: 'avoided_word',
    path,
    line: text.slice(0, match.index).split('\n').length,
    text: `"${match[0]}": write ${avoided[match[0].toLowerCase()] ?? 'another word'}`,
  }));
}
