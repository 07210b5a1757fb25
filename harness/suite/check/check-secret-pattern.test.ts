import { expect, it } from 'vitest';

import { checkSecretPattern } from './check-secret-pattern.ts';

it.each([
  'ACME-[0-9]{6}',
  'ACME-[0-9]+',
  '(?:acme|emca)_[a-z]{4,64}',
  String.raw`\bcust-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}\b`,
  '(?<=pin )[0-9]{4,8}',
  'x',
])('%s can be used', (pattern) => {
  expect(checkSecretPattern(pattern)).toBeNull();
});

it.each([
  ['(', 'not a regular expression'],
  ['[0-9]*', 'in every text'],
  ['', 'in every text'],
  ['(a+)+b', 'in several ways'],
  ['[a-z]+@[a-z]+', 'such as {1,64}'],
  ['a*b', 'such as {1,64}'],
  ['(?=.*secret)a', 'such as {1,64}'],
  ['(?:ab)+', 'such as {1,64}'],
  ['[a-z]{1,200}[a-z0-9]{1,200}!', 'narrower'],
])('%s is refused: %s', (pattern, reason) => {
  expect(checkSecretPattern(pattern)).toContain(reason);
});
