/** The width that every terminal has. */
const usualWidth = 80;

/** A list of words under a heading, in lines of at most {@link usualWidth} characters. */
export function wrapList(heading: string, words: readonly string[]): readonly string[] {
  return wrapLine(`${heading}: ${words.join(' ')}`, usualWidth);
}

/**
 * Breaks lines that are wider than a terminal at spaces; what follows is indented by two more than its line. Rows of
 * tables stay whole, and so does a word that is wider by itself, such as a path or JSON.
 */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (isRow(line) ? [line] : wrapLine(line, width)))
    .join('\n');
}

/** Columns are at least two spaces apart. */
function isRow(line: string): boolean {
  return line.trimStart().includes('   ') || /\S {2}\S/u.test(line);
}

function wrapLine(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const indent = line.length - line.trimStart().length;
  const lines: string[] = [];
  let open = ' '.repeat(indent);
  for (const word of line.trimStart().split(' ')) {
    const isFirst = open.trim() === '';
    if (!isFirst && open.length + 1 + word.length > width) {
      lines.push(open);
      open = `${' '.repeat(indent + 2)}${word}`;
    } else open += isFirst ? word : ` ${word}`;
  }
  return [...lines, open];
}
