import { expect, it } from 'vitest';

import { askForEscape, escapes, wishes } from './requests.ts';
import suite from './suite.ts';
import { checkPath, disk, resolvePath, root } from './world.ts';

const context = { world: { ...disk }, session: {}, nowMs: 0 };
const outside = ['/etc/passwd', '/srv/secrets/keys.txt'];

it.each(Object.entries(escapes))('%s leads out of the folder and is refused', (_name, path) => {
  expect(outside).toContain(resolvePath(context, path));
  expect(checkPath({ path }, context)).toMatchObject({
    kind: 'denied',
    problems: [{ code: 'outside_folder', path: '$.path' }],
  });
});

it.each(Object.values(wishes).map(({ path }) => path))('%s stays inside and is allowed', (path) => {
  expect(resolvePath(context, path)).toBe(`${root}/${path}`);
  expect(checkPath({ path }, context)).toBeNull();
});

it('a path that is not given is no business of the check', () => {
  expect(checkPath({}, context)).toBeNull();
});

it('every wish and every escape is a scenario', () => {
  const said = [
    ...Object.values(wishes).map(({ user }) => user),
    ...Object.values(escapes).map(askForEscape),
  ];
  expect(suite.scenarios.map(({ user }) => user)).toEqual(said);
});
