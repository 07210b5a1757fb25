import { expect, it } from 'vitest';
import type { FieldCorrection } from '../../core/trial/trial.ts';
import { FieldFold } from './fold-fields.ts';

const make = (
  path: string,
  outcome: FieldCorrection['outcome'],
  code = 'wrong_type',
): FieldCorrection => ({ tool: 'query', path, code, outcome });

it('counts each field over trials, those that were wrong most often first', () => {
  const fold = new FieldFold();
  fold.add([
    make('$.b', 'mended'),
    make('$.a', 'not_mended'),
    make('$.a', 'worse', 'out_of_range'),
  ]);
  fold.add([]);
  fold.add([
    make('$.a', 'mended', 'missing_required'),
    { ...make('$.b', 'mended'), tool: 'other' },
  ]);
  expect(fold.toFields()).toEqual([
    {
      tool: 'query',
      path: '$.a',
      codes: ['missing_required', 'out_of_range', 'wrong_type'],
      wrong: 2,
      mended: 1,
      worse: 1,
    },
    { tool: 'other', path: '$.b', codes: ['wrong_type'], wrong: 1, mended: 1, worse: 0 },
    { tool: 'query', path: '$.b', codes: ['wrong_type'], wrong: 1, mended: 1, worse: 0 },
  ]);
});

it('a model that makes up names of fields fills no memory', () => {
  const fold = new FieldFold();
  for (let n = 0; n < 1000; n += 1) fold.add([make(`$.x${n}`, 'not_mended')]);
  expect(fold.toFields()).toHaveLength(200);
});
