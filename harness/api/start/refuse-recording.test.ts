import { expect, it } from 'vitest';

import { UsageError } from '../../core/usage-error.ts';
import { refuseRecording } from './refuse-recording.ts';

const refuses = (ci: string | undefined, allow: boolean | undefined): boolean => {
  try {
    refuseRecording({ env: { CI: ci } }, allow);
    return false;
  } catch (error) {
    if (error instanceof UsageError) return true;
    throw error;
  }
};

it.each([
  { ci: undefined, refused: false },
  { ci: '', refused: false },
  { ci: 'false', refused: false },
  { ci: '0', refused: false },
  { ci: '1', refused: true },
  { ci: 'true', refused: true },
  { ci: 'TRUE', refused: true },
  { ci: 'yes', refused: true },
  { ci: 'woodpecker', refused: true },
])('a CI job (CI=$ci) records only when that is allowed', ({ ci, refused }) => {
  expect(refuses(ci, undefined)).toBe(refused);
  expect(refuses(ci, false)).toBe(refused);
  expect(refuses(ci, true)).toBe(false);
});
