/** Where the JSON value that begins at a place ends (behind it); `null` when it is cut. Only brackets and strings are looked at. */
export function findJsonEnd(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      const end = findStringEnd(text, at);
      if (end === null) return null;
      at = end;
    } else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth <= 0) return at + 1;
    }
  }
  return null;
}

/** The place of the quotation mark that closes the one at `start`. */
function findStringEnd(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return null;
}
