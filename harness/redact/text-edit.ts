/** Puts a text in place of a stretch of another. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits) {
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

/** Applies edits of a text that lies in pieces. What is put in place of several pieces goes where it begins. */
export function spreadEdits(
  pieces: readonly string[],
  edits: readonly TextEdit[],
): readonly string[] {
  let offset = 0;
  let next = 0;
  /** Where the last edit ended: nothing before is copied again. */
  let copiedTo = 0;
  return pieces.map((piece) => {
    const from = offset;
    const to = from + piece.length;
    offset = to;
    let text = '';
    for (let edit = edits[next]; edit !== undefined && edit.start < to; edit = edits[next]) {
      text += piece.slice(Math.max(copiedTo, from) - from, edit.start - from) + edit.text;
      copiedTo = edit.end;
      next += 1;
    }
    return text + piece.slice(Math.max(copiedTo, from) - from);
  });
}
