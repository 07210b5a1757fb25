import { type CountingModel, startCountingModel } from './counting-model.ts';
import { createScratchFolder, type ScratchFolder } from './scratch-folder.ts';
import { sayInShop, type ShopChange, writeShopSuite } from './shop-suite.ts';
import { type CommandResult, runCommandLine, type TestIo } from './run-command-line.ts';

/** A suite in a scratch folder whose model is a server that counts, and the command line in that folder. */
export interface Shop extends AsyncDisposable {
  readonly folder: ScratchFolder;
  readonly model: CountingModel;
  /** Writes the suite again. */
  change(change: ShopChange): Promise<void>;
  /** Changes what the model says. */
  say(say: typeof sayInShop): void;
  /** Runs one command line, split at spaces. */
  run(line: string): Promise<CommandResult>;
}

/** Opens a shop. */
export async function openShop(
  runCli: (args: readonly string[], io: TestIo) => Promise<number>,
): Promise<Shop> {
  const folder = await createScratchFolder();
  let current = sayInShop;
  const model = await startCountingModel((messages) => current(messages));
  await folder.write('suite.ts', writeShopSuite());
  return {
    folder,
    model,
    change: async (change) => {
      await folder.write('suite.ts', writeShopSuite(change));
    },
    say: (say) => {
      current = say;
    },
    run: async (line) =>
      await runCommandLine(runCli, line.split(' '), {
        cwd: folder.path,
        env: { TOOLRIG_BASE_URL: model.baseUrl },
      }),
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
