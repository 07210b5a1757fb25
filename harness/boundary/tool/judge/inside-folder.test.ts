import { expect, it } from 'vitest';
import { insideFolder } from './inside-folder.ts';

const context = { world: {}, session: {}, nowMs: 0 };

it.each([
  ['notes/a.txt', 'data', true],
  ['./a.txt', 'data', true],
  ['a/../b.txt', 'data', true],
  ['100%.txt', 'data', true],
  ['报告.txt', 'data', true],
  ['', 'data', true],
  ['/data/a.txt', '/data', true],
  ['/data/x/../a.txt', '/data', true],
  ['../../etc/passwd', 'data', false],
  ['a/../../b', 'data', false],
  ['..\\..\\windows', 'data', false],
  ['/etc/passwd', 'data', false],
  ['/etc/passwd', '/data', false],
  ['/data/../etc/passwd', '/data', false],
  ['/database/a.txt', '/data', false],
  ['C:\\windows', 'data', false],
  ['\\\\server\\share', 'data', false],
  ['//server/share', '/data', false],
  ['~/.ssh/id_rsa', 'data', false],
  ['file:///etc/passwd', 'data', false],
  ['%2e%2e/%2e%2e/etc/passwd', 'data', false],
  ['%252e%252e%252fetc', 'data', false],
  ['%25252525252e', 'data', false],
  ['..%2fetc', 'data', false],
  ['%c0%ae%c0%ae/etc', 'data', false],
  ['．．/etc/passwd', 'data', false],
  ['a.txt\0.png', 'data', false],
  ['a.txt%00.png', 'data', false],
])('%j in "%s": %s', (path, root, isInside) => {
  const error = insideFolder('path', root)({ path }, context);
  expect(error === null).toBe(isInside);
});

it('says which argument, and that nothing mends it', () => {
  expect(insideFolder('path', 'data')({ path: '/etc' }, context)).toEqual({
    kind: 'denied',
    message: '"path" must name something inside "data"',
    retryable: false,
    recoverable: false,
    problems: [
      {
        code: 'outside_folder',
        path: '$.path',
        message: '"path" must name something inside "data"',
      },
    ],
  });
});

it('an absent path is not its business, another type is outside', () => {
  const check = insideFolder('path', 'data');
  expect(check({}, context)).toBeNull();
  expect(check({ path: 1 }, context)).not.toBeNull();
  // A list is judged path by path.
  expect(check({ path: ['a', 'b/c'] }, context)).toBeNull();
  for (const path of [['a', '../b'], ['a', 1], [['a']]]) {
    expect(check({ path }, context)).not.toBeNull();
  }
});
