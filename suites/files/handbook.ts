import type { Handbook, JsonObject, Playbook } from 'toolrig';

import { askForEscape, escapes, wishes, type FileWish } from './requests.ts';

/** What scripted agents know about this folder: the narrow tool of each wish. */
export const handbook: Handbook = {
  playbooks: [
    ...Object.entries(wishes).map(([name, wish]) => toPlaybook(name, wish)),
    ...Object.entries(escapes).map(([name, path]) =>
      toPlaybook(name, { user: askForEscape(path), action: 'read', path, says: '' }),
    ),
  ],
  readBacks: {},
  needless: { tool: 'list_files', arguments: { path: 'contacts' } },
};

function toPlaybook(name: string, wish: FileWish): Playbook {
  const { user, action, path, quoted } = wish;
  const tool = action === 'read' || action === 'write' ? `${action}_file` : `${action}_files`;
  const field = action === 'write' ? 'text' : 'query';
  const args: JsonObject = { path, ...(quoted === undefined ? {} : { [field]: quoted }) };
  const sorry = `I may not do that with ${path}.`;
  return {
    name,
    language: 'en',
    turns: [
      {
        user,
        steps: [{ calls: () => [{ tool, arguments: args }] }],
        say: (seen) =>
          action === 'write'
            ? `Done: ${path}.`
            : `This is there: ${JSON.stringify(seen.results(tool)[0])}`,
        onGiveUp: { denied: () => sorry },
      },
    ],
  };
}
