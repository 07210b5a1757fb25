import { SourceMap, type SourceMapPayload } from 'node:module';
import { createJiti } from 'jiti';
import { readFile } from '../../disk/read-file.ts';

/** A place in a text, both counted from 1. */
interface ModulePlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds where in a module something was thrown, as it was written: stacks name places in what the loader made of it.
 *
 * @returns nothing where the stack does not name the file.
 */
export async function locateThrown(cause: unknown, file: string): Promise<Partial<ModulePlace>> {
  if (!(cause instanceof Error)) return {};
  const parsed = readPlace(cause.message, file);
  // The parser counts columns from 0, and a byte order mark as one.
  if (parsed !== null) return toCounted(parsed, file);
  const made = readPlace(cause.stack ?? '', file);
  if (made === null) return {};
  return (await findOriginal(made, file)) ?? made;
}

const mark = /^\uFEFF/u;

function toCounted({ line, column }: ModulePlace, file: string): ModulePlace {
  const hasMark = line === 1 && mark.test(readFile(file, 'suiteBytes'));
  return { line, column: column + (hasMark ? 0 : 1) };
}

function readPlace(text: string, file: string): ModulePlace | null {
  const start = text.indexOf(`${file}:`);
  const match = /^:(\d+):(\d+)/.exec(start < 0 ? '' : text.slice(start + file.length));
  return match === null ? null : { line: Number(match[1]), column: Number(match[2]) };
}

/** Lines are kept by the loader; columns are not, and the first line begins with what the loader wraps around it. */
async function findOriginal(made: ModulePlace, file: string): Promise<ModulePlace | null> {
  const loader = createJiti(import.meta.url, { sourceMaps: true, fsCache: false });
  const toCode = (source: string): string =>
    loader.transform({ source, filename: file, ts: /\.m?ts$/u.test(file), async: true });
  try {
    const code = toCode(readFile(file, 'suiteBytes').replace(mark, ''));
    const encoded = /sourceMappingURL=data:[^,]*base64,([A-Za-z0-9+/=]+)\s*$/u.exec(code)?.[1];
    if (encoded === undefined) return null;
    // The loader's own source map.
    const payload = JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMapPayload;
    const column = made.line === 1 ? made.column - (await measureWrapping(toCode)) : made.column;
    const found = new SourceMap(payload).findEntry(made.line - 1, column - 1);
    if (!('originalLine' in found) || found.originalLine + 1 !== made.line) return null;
    return { line: made.line, column: found.originalColumn + 1 };
  } catch {
    return null;
  }
}

/** How many characters of the first line are the loader's: found by a module that throws at a known place. */
async function measureWrapping(toCode: (source: string) => string): Promise<number> {
  const probe = 'throw new Error("probe");';
  const name = '/toolrig-probe.mjs';
  try {
    const loader = createJiti(import.meta.url, { fsCache: false });
    await loader.evalModule(probe, { filename: name, async: true });
  } catch (error) {
    const place = error instanceof Error ? readPlace(error.stack ?? '', name) : null;
    if (place !== null) return place.column - (toCode(probe).indexOf('new Error') + 1);
  }
  return 0;
}
