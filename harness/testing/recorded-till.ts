import { cpSync } from 'node:fs';
import { join } from 'node:path';

import type { Suite } from '../core/suite/suite.ts';
import { runSuite } from '../run/run-suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { startCountingModel } from './counting-model.ts';
import { createScratchFolder, type ScratchFolder } from './scratch-folder.ts';
import { sayInShop } from './shop-suite.ts';
import { type TestRun, toTestRunOptions } from './test-run-options.ts';

/** A suite of two scenarios, two variants and two plans, with recordings of the first variant under `standard`. */
export interface RecordedTill extends AsyncDisposable {
  readonly suite: Suite;
  /** Root of the recordings. */
  readonly cassettes: string;
  /** A copy of the recordings. */
  copy(): Promise<ScratchFolder>;
  /** Records into a root; the model does what the suite expects, or only talks. */
  record(
    suite: Suite,
    cassettes: string,
    run?: TestRun & { readonly talks?: boolean },
  ): Promise<void>;
}

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const tools = [
  {
    name: 'find_order',
    description: 'Finds an order.',
    effect: 'read',
    parameters: schema,
    results: [{ give: { total: 5 } }],
  },
  {
    name: 'pay_order',
    description: 'Pays an order.',
    effect: 'idempotent',
    parameters: schema,
    results: [{ give: { paid: true } }],
  },
];
const data = {
  name: 'till',
  toolsets: [
    { id: 'till@1', tools },
    { id: 'till@2', tools },
  ],
  plans: ['standard-own', 'Own plan'].map((name) => ({
    name,
    faults: [{ on: 'model.turn(1)', inject: 'malformed_arguments' }],
  })),
  models: [{ name: 'clerk', model: 'm-1', nature: 'learned', about: 'A clerk.' }],
  variants: [
    { name: 'first', toolset: 'till@1', default: true },
    { name: 'second', toolset: 'till@2' },
  ],
  scenarios: ['look', 'pay'].map((id) => ({
    id,
    user: id,
    expected: {
      calls: [{ tool: id === 'look' ? 'find_order' : 'pay_order', arguments: { id: 'A' } }],
    },
  })),
};

/** Makes the suite and records it. */
export async function openRecordedTill(): Promise<RecordedTill> {
  const home = await createScratchFolder();
  await home.write('suite.json', JSON.stringify(data));
  const suite = await loadSuite(join(home.path, 'suite.json'));
  let isTalking = false;
  const model = await startCountingModel((messages) => (isTalking ? 'No.' : sayInShop(messages)));
  const cassettes = join(home.path, 'cassettes');
  const record: RecordedTill['record'] = async (what, root, { talks = false, ...run } = {}) => {
    isTalking = talks;
    const { rerecord, ...options } = toTestRunOptions(what, join(home.path, 'runs'), {
      ...run,
      mode: 'record',
      cassettes: root,
      baseUrl: model.baseUrl,
    });
    await runSuite({ ...options, rerecord: talks || rerecord, out: null });
  };
  await record(suite, cassettes, { faults: ['standard'] });
  return {
    suite,
    cassettes,
    record,
    copy: async () => {
      const folder = await createScratchFolder();
      cpSync(cassettes, folder.path, { recursive: true });
      return folder;
    },
    [Symbol.asyncDispose]: async () => {
      await model[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}
