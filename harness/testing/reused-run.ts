import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Suite } from '../core/suite/suite.ts';
import { extendSuite } from '../api/start/extend-suite.ts';
import { type Machine, prepareReuse } from '../reuse/prepare-reuse.ts';
import type { ReuseReport } from '../run/store/trial-store.ts';
import { runSuite } from '../run/run-suite.ts';
import { loadConfig } from '../suite/load/load-config.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { repositoryRoot } from './run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from './scratch-folder.ts';
import { type TestRun, toTestRunOptions } from './test-run-options.ts';

/** A machine on which toolrig's own code has not changed. */
const usualMachine: Machine = {
  node: '20.19',
  toolrig: 'one',
  local: { timeZone: 'UTC', locale: 'en-US', platform: 'linux' },
  env: {},
  // Tests change packages in the process that loads them.
  startedAtMs: Number.POSITIVE_INFINITY,
  nowMs: () => Date.now(),
};

/** What differs from a plain run with a store. */
export interface ReuseWishes extends TestRun {
  readonly machine?: Partial<Machine>;
  readonly isFresh?: boolean;
  readonly verify?: number;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Name of the folder of stored results. */
  readonly cache?: string;
  /** Runs without any store. */
  readonly alone?: boolean;
}

/** Everything that a run said. */
export interface ReusedRun {
  readonly reuse: ReuseReport | null;
  /** Reused trials, as `2 of 4`. */
  readonly taken: string;
  readonly verdict: string;
  readonly reasons: readonly string[];
  /** A hash of all lines of its run folder. */
  readonly lines: string;
}

/** Loads and runs the suite in a folder with the results of earlier runs in its `cache`; nothing is written elsewhere. */
export async function runReused(folder: string, wishes: ReuseWishes = {}): Promise<ReusedRun> {
  const path = join(folder, 'suite');
  const configFile = join(folder, 'toolrig.config.ts');
  const toStore = prepareReuse({
    root: join(folder, wishes.cache ?? 'cache'),
    suite: path,
    configs: existsSync(configFile) ? [configFile] : [],
    own: repositoryRoot,
    machine: { ...usualMachine, ...wishes.machine },
  });
  const config = await loadConfig(folder);
  const suite = extendSuite({ ...(await loadSuite(path)), file: 'suite' }, config);
  const result = await runSuite({
    ...toOptions(suite, folder, wishes),
    redaction: { key: null, salt: 'salt', ...config.redaction },
    ...(wishes.alone === true ? {} : { store: toStore({ config, ...toUse(wishes) }) }),
  });
  const stored = result.read();
  const lines: string[] = [];
  for await (const trial of stored.trials()) lines.push(JSON.stringify(trial));
  for await (const score of stored.scores()) lines.push(JSON.stringify(score));
  const { verdict, invalidReasons } = result.summary;
  const reasons = invalidReasons.map(({ text }) => text);
  lines.push(JSON.stringify(result.summary));
  const { reused, of } = result.reuse ?? { reused: 0, of: 0 };
  const taken = `${reused} of ${of}`;
  return { reuse: result.reuse, taken, verdict, reasons, lines: hash('sha256', lines.join('\n')) };
}

function toUse({ isFresh = false, verify = 0 }: ReuseWishes): {
  readonly isFresh: boolean;
  readonly verify: number;
} {
  return { isFresh, verify };
}

function toOptions(suite: Suite, folder: string, wishes: ReuseWishes) {
  const cassettes = join(folder, 'cassettes');
  const options = toTestRunOptions(suite, folder, { variants: '*', cassettes, ...wishes });
  const access = { ...options.access, allowedHosts: [], allowedKeys: [] };
  return { ...options, access, secrets: wishes.secrets ?? {}, out: null };
}

/** A suite with two toolsets, two variants and two scenarios in a folder of its own. */
export async function createEditedSuite(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  const files: Readonly<Record<string, string>> = {
    'suite/suite.ts': suiteText,
    'suite/lookup.ts': lookupText,
    'suite/words.ts': "export const greeting: string = 'It is in';\n",
    'suite/stock.json': '{ "lamp": 3, "desk": 0 }\n',
    'suite/note.json': '{ "text": "checked" }\n',
    'toolrig.config.ts': configText,
    'node_modules/pad/package.json':
      '{ "name": "pad", "version": "1.0.0", "type": "module", "main": "index.js" }\n',
    'node_modules/pad/index.js': 'export const pad = (text) => `<${text}>`;\n',
  };
  for (const [path, text] of Object.entries(files)) await folder.write(path, text);
  return folder;
}

const suiteText = `import { readFileSync } from 'node:fs';
import { defineSuite } from 'toolrig';
import { pad } from 'pad';
import { lookUp } from './lookup.ts';

const note = JSON.parse(readFileSync(new URL('note.json', import.meta.url), 'utf8'));
const parameters = { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] };
const tool = {
  name: 'find_item',
  description: 'Finds an item in stock.',
  effect: 'read',
  parameters,
  handler: ({ item }) => ({ found: pad(lookUp(item)), factor: 7, note: note.text }),
};

export default defineSuite({
  name: 'shop',
  toolsets: [
    { id: 'shop@1', tools: [tool] },
    { id: 'shop@2', tools: [{ ...tool, description: 'Finds one item in stock.' }] },
  ],
  models: [
    {
      name: 'clerk',
      respond: (request) =>
        request.messages.at(-1)?.role === 'tool'
          ? 'Done: ' + String(request.messages.at(-1)?.content)
          : { calls: [{ name: 'find_item', arguments: { item: 'lamp' } }] },
    },
  ],
  variants: [
    { name: 'old', toolset: 'shop@1' },
    { name: 'new', toolset: 'shop@2' },
  ],
  scenarios: [
    { id: 'lamp', user: 'Is there a lamp?', expected: { calls: ['find_item'] } },
    { id: 'any-lamp', user: 'Is there any lamp?', expected: { calls: ['find_item'] } },
  ],
});
`;

const lookupText = `import stock from './stock.json';
import { greeting } from './words.ts';

export function lookUp(item: string): string {
  return greeting + ' stock: ' + String((stock as Record<string, number>)[item] ?? 0);
}
`;

const configText = `import { defineConfig, defineScorer } from 'toolrig';

const most = 40;

export default defineConfig({
  gates: [{ metric: 'own.short', min: 0.5 }],
  scorers: [
    defineScorer({
      name: 'own.short',
      label: 'Short',
      better: 'higher',
      unit: 'share',
      meaning: 'Answers that are short',
      score: ({ finalText }) => ({ count: (finalText ?? '').length <= most ? 1 : 0, of: 1 }),
    }),
  ],
});
`;

/** A suite of data alone, with as many trials, in a folder of its own. */
export async function createDataSuite(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  await folder.write('suite/suite.json', JSON.stringify(dataSuite));
  return folder;
}

const dataSuite = {
  name: 'shop',
  toolsets: [
    {
      id: 'shop@1',
      tools: [
        {
          name: 'find',
          description: 'Finds an item.',
          effect: 'read',
          parameters: { type: 'object' },
          results: [{ give: { found: 3 } }],
        },
      ],
    },
    {
      id: 'shop@2',
      tools: [
        {
          name: 'find',
          description: 'Finds one item.',
          effect: 'read',
          parameters: { type: 'object' },
          results: [{ give: { found: 4 } }],
        },
      ],
    },
  ],
  variants: [
    { name: 'old', toolset: 'shop@1' },
    { name: 'new', toolset: 'shop@2' },
  ],
  scenarios: ['lamp', 'desk'].map((id) => ({
    id,
    user: `Is there a ${id}?`,
    script: [{ calls: [{ name: 'find', arguments: {} }] }, 'Yes.'],
    expected: { calls: ['find'] },
  })),
};
