import type { DiffPiece } from '../comparison.ts';

/** Beyond so many cells of the table, what lies between the common ends is shown as replaced. */
const mostCells = 4_000_000;

/**
 * A diff of two texts, word by word; joined, the pieces that are not `added` give the first text, those that are not
 * `removed` the second.
 *
 * Source: the longest common subsequence by dynamic programming, after Wagner and Fischer, J. ACM 21 (1974) 168-173.
 */
export function diffWords(before: string, after: string): readonly DiffPiece[] {
  const left = toWords(before);
  const right = toWords(after);
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  ) {
    end += 1;
  }
  const middle = diffMiddle(
    left.slice(start, left.length - end),
    right.slice(start, right.length - end),
  );
  return joinPieces([
    ...left.slice(0, start).map((text): DiffPiece => ({ kind: 'same', text })),
    ...middle,
    ...left.slice(left.length - end).map((text): DiffPiece => ({ kind: 'same', text })),
  ]);
}

/** Words, spaces and marks; a Chinese or Japanese character is a word of its own. */
function toWords(text: string): readonly string[] {
  return text.match(words) ?? [];
}

const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_])+|\s+|[^]/gu;

function diffMiddle(left: readonly string[], right: readonly string[]): readonly DiffPiece[] {
  if (left.length === 0 || right.length === 0 || left.length * right.length > mostCells) {
    return [
      ...left.map((text): DiffPiece => ({ kind: 'removed', text })),
      ...right.map((text): DiffPiece => ({ kind: 'added', text })),
    ];
  }
  const lengths = commonLengths(left, right);
  const width = right.length + 1;
  const pieces: DiffPiece[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const [mine, other] = [left[row] ?? '', right[column] ?? ''];
    if (mine === other) {
      pieces.push({ kind: 'same', text: mine });
      row += 1;
      column += 1;
    } else if (
      (lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)
    ) {
      pieces.push({ kind: 'removed', text: mine });
      row += 1;
    } else {
      pieces.push({ kind: 'added', text: other });
      column += 1;
    }
  }
  return [
    ...pieces,
    ...left.slice(row).map((text): DiffPiece => ({ kind: 'removed', text })),
    ...right.slice(column).map((text): DiffPiece => ({ kind: 'added', text })),
  ];
}

/** Length of the longest common subsequence of what follows each pair of places. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint32Array {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(
              lengths[(row + 1) * width + column] ?? 0,
              lengths[row * width + column + 1] ?? 0,
            );
    }
  }
  return lengths;
}

/**
 * Joins neighbours of one kind; between two `same` pieces, removed comes before added. Spaces and marks that are the same
 * between two changes belong to them: a diff of every word of a sentence is harder to read than two sentences.
 */
function joinPieces(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const joined: { kind: DiffPiece['kind']; text: string }[] = [];
  let [removed, added, between] = ['', '', ''];
  const flush = (): void => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    if (between !== '') joined.push({ kind: 'same', text: between });
    [removed, added, between] = ['', '', ''];
  };
  for (const { kind, text } of pieces) {
    const isOpen = removed !== '' || added !== '';
    if (kind === 'same' && isOpen && !/[\p{L}\p{N}]/u.test(text)) {
      between += text;
      continue;
    }
    if (kind === 'same') {
      flush();
      const last = joined.at(-1);
      if (last?.kind === 'same') last.text += text;
      else joined.push({ kind, text });
      continue;
    }
    removed += between + (kind === 'removed' ? text : '');
    added += between + (kind === 'added' ? text : '');
    between = '';
  }
  flush();
  return joined;
}
