import { diffArrays } from 'diff/lib/diff/array.js';

import type { DiffPiece } from '../comparison.ts';

/** Texts that need more edits have almost nothing in common: the diff replaces one by the other. */
const mostEdits = 2_000;

/**
 * A diff of two texts, word by word; joined, the pieces that are not `added` give the first text, those that are not
 * `removed` the second.
 */
export function diffWords(before: string, after: string): readonly DiffPiece[] {
  const [left, right] = [toWords(before), toWords(after)];
  const changes = diffArrays(left, right, { maxEditLength: mostEdits }) ?? [
    { added: false, removed: true, value: left },
    { added: true, removed: false, value: right },
  ];
  return joinPieces(
    changes.flatMap(({ added, removed, value }) => {
      const kind = added ? 'added' : removed ? 'removed' : 'same';
      return value.map((text): DiffPiece => ({ kind, text }));
    }),
  );
}

/** Words, spaces and marks; a Chinese or Japanese character is a word of its own. */
function toWords(text: string): string[] {
  return text.match(words) ?? [];
}

const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_])+|\s+|[^]/gu;

/**
 * Joins neighbours of one kind; between two `same` pieces, removed comes before added. Spaces and marks that are the
 * same between two changes belong to them: a diff of every word of a sentence is harder to read than two sentences.
 */
function joinPieces(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const joined: { kind: DiffPiece['kind']; text: string }[] = [];
  let [removed, added, between] = ['', '', ''];
  const flush = (): void => {
    // A space at the end of both sides is not a change.
    const space = /\s*$/u.exec(removed)?.[0] ?? '';
    if (space !== '' && added.endsWith(space)) {
      removed = removed.slice(0, -space.length);
      added = added.slice(0, -space.length);
      between = space + between;
    }
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
