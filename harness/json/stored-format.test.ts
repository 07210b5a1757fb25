import { expect, it } from 'vitest';

import { object, oneOf, text } from './shape.ts';
import {
  bringUpToDate,
  readStored,
  type StoredFormat,
  toPublishedSchema,
} from './stored-format.ts';

interface Note {
  readonly version: 3;
  readonly words: string;
}

/** Version 1 had `text`, version 2 had `said`, and version 3 has `words`. */
const notes: StoredFormat<Note> = {
  name: 'note',
  about: 'A note.',
  shape: object<Note>({ version: oneOf(3), words: text }),
  field: 'version',
  upgrades: [
    ({ text: said, ...rest }) => ({ ...rest, version: 2, said }),
    ({ said: words, ...rest }) => ({ ...rest, version: 3, words }),
  ],
};

it.each([
  { version: 1, text: 'hello' },
  { version: 2, said: 'hello' },
  { version: 3, words: 'hello' },
])('%j is read as a value of the present version', (stored) => {
  expect(readStored(stored, notes)).toEqual({ ok: true, value: { version: 3, words: 'hello' } });
});

it.each([
  [{ words: 'hello' }, 'expected version 1 to 3, found none', false],
  [{ version: 0, words: 'hello' }, 'expected version 1 to 3, found 0', false],
  [{ version: 1.5, words: 'hello' }, 'expected version 1 to 3, found 1.5', false],
  [{ version: '3', words: 'hello' }, 'expected version 1 to 3, found "3"', false],
  [
    { version: 4, words: 'hello' },
    'expected version 1 to 3, found 4: it was made by a newer toolrig',
    true,
  ],
  [{ version: 1, text: 5 }, '$.words: expected a text, found 5', false],
  [[], '$: expected an object, found an empty list', false],
])('%j is refused', (stored, wrong, isNewer) => {
  expect(readStored(stored, notes)).toEqual({ ok: false, error: { text: wrong, isNewer } });
});

it('the place of a value in its file is part of the message', () => {
  expect(readStored({ version: 3 }, notes, ['list', 2])).toEqual({
    ok: false,
    error: { text: '$.list[2].words: expected a text, found nothing', isNewer: false },
  });
});

it('a version beside the value is taken off, and may be absent where version 1 had none', () => {
  const format = { ...notes, upgrades: [], isBeside: true, isUnmarked: true } as const;
  expect(bringUpToDate({ version: 1, a: 1 }, format)).toEqual({ ok: true, value: { a: 1 } });
  expect(bringUpToDate({ a: 1 }, format)).toEqual({ ok: true, value: { a: 1 } });
});

it('the published schema has the version, as a field of the value or beside it', () => {
  expect(toPublishedSchema(notes)).toMatchObject({
    title: 'toolrig note',
    description: 'A note. Version 3.',
    required: ['version', 'words'],
  });
  expect(toPublishedSchema({ ...notes, isBeside: true })).toMatchObject({
    allOf: [{ properties: { version: { const: 3 } }, required: ['version'] }, { type: 'object' }],
  });
});
