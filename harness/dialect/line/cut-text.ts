/** Cuts a text into pieces, between code points and never inside one. */
export function cutText(text: string, pieceChars: number): readonly string[] {
  const points = Array.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < points.length; start += pieceChars) {
    pieces.push(points.slice(start, start + pieceChars).join(''));
  }
  return pieces;
}
