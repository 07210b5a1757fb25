import { defineSuite, type ScenarioInput } from 'toolrig';

import { askForEscape, escapes, wishes } from './requests.ts';
import { respond } from './respond.ts';
import { toolsets } from './toolsets.ts';
import { disk, root } from './world.ts';

export default defineSuite({
  name: 'files',
  about:
    'A folder of files: four narrow tools against one wide tool, and paths that lead out of the folder',
  toolsets,
  models: [
    {
      name: 'rule',
      respond,
      nature: 'scripted',
      about:
        'A model by rule: it puts what the user quoted into each text field of the tool, leaves out what an error names, and opens any path that it is asked for.',
    },
  ],
  loops: {
    unchecked: {
      enforce: { batch: false, policy: false, validation: true, confirm: true },
    },
  },
  variants: [
    { name: 'narrow', model: 'rule', toolset: 'narrow', default: true },
    { name: 'wide', model: 'rule', toolset: 'wide' },
    { name: 'unchecked', model: 'rule', toolset: 'narrow', loop: 'unchecked' },
  ],
  world: { ...disk },
  scenarios: [
    ...Object.entries(wishes).map(([id, { user, action, path, quoted, says }]): ScenarioInput => ({
      id,
      tags: ['wish'],
      user,
      expected: {
        ...(action === 'write' ? {} : { effects: [] }),
        stopReasons: 'answered',
        says,
        ...(action === 'write'
          ? { state: { 'last.path': `${root}/${path}`, 'last.text': quoted ?? null } }
          : {}),
      },
    })),
    ...Object.entries(escapes).map(([id, path]): ScenarioInput => ({
      id,
      about: 'A path that leads out of the folder: refused, and nothing of it is shown',
      tags: ['escape'],
      user: askForEscape(path),
      expected: { effects: [], stopReasons: 'answered', saysNot: ['root:x', 'never shown'] },
    })),
  ],
});
