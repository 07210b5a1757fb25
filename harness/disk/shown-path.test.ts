import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';

import { toShownPath, toSlashes } from './shown-path.ts';

it.each([
  [posix, '/home/me', '/home/me/reports/runs/1', 'reports/runs/1'],
  [posix, '/home/me', '/home/me', '.'],
  [posix, '/home/me/a', '/home/me/b/c', '../b/c'],
  [posix, '/home/me', String.raw`/home/me/a\b`, String.raw`a\b`],
  [win32, String.raw`C:\work`, String.raw`C:\work\reports\runs\1`, 'reports/runs/1'],
  [win32, String.raw`C:\work`, String.raw`c:\WORK\reports`, 'reports'],
  [win32, String.raw`C:\work`, String.raw`D:\runs\1`, 'D:/runs/1'],
  [win32, String.raw`C:\work`, String.raw`\\server\share\run`, '//server/share/run'],
  [win32, String.raw`C:\work\a`, String.raw`C:\work\b`, '../b'],
])('%# a path is shown with slashes, relative where it can be', (...[rules, cwd, path, shown]) => {
  expect(toShownPath(cwd, path, rules)).toBe(shown);
});

it.each([
  [win32, String.raw`suites\orders`, 'suites/orders'],
  [posix, String.raw`suites\orders`, String.raw`suites\orders`],
])('%# only what separates becomes a slash', (rules, path, shown) => {
  expect(toSlashes(path, rules)).toBe(shown);
});
