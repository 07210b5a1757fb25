import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of one test, gone when its scope ends: `await using scratch = await createScratchFolder()`. */
export interface ScratchFolder extends AsyncDisposable {
  readonly path: string;
  /** Writes a text file below the folder, with the folders on the way to it. */
  write(path: string, text: string): Promise<void>;
}

/** Makes a new empty folder among the system's temporary files. */
export async function createScratchFolder(): Promise<ScratchFolder> {
  const path = await mkdtemp(join(tmpdir(), 'toolrig-'));
  return {
    path,
    async write(name, text) {
      const target = join(path, name);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    },
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
    },
  };
}
