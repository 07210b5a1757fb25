/** Texts up to this length are shown whole. */
const wholeChars = 160;
const contextWords = 6;
const maxChars = 320;

/** Where two texts differ, word by word: what differs with a few words around it. */
export function toExcerpts(recorded: string, now: string): readonly [string, string] {
  if (recorded.length <= wholeChars && now.length <= wholeChars) return [recorded, now];
  const left = toWords(recorded);
  const right = toWords(now);
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return [cutOut(left, start, end), cutOut(right, start, end)];
}

function toWords(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

function cutOut(words: readonly string[], start: number, end: number): string {
  const from = Math.max(0, start - contextWords);
  const to = Math.min(words.length, words.length - end + contextWords);
  const text = words.slice(from, to).join('').trim();
  const shown = text.length > maxChars ? `${text.slice(0, maxChars)} …` : text;
  return `${from > 0 ? '… ' : ''}${shown}${to < words.length ? ' …' : ''}`;
}
