import { posix } from 'node:path';
import { layerTable, roomOf } from './layer-table.ts';
import { readImports } from './read-imports.ts';
import { isTestFile, type SourceFile } from './read-source-files.ts';

/** Permissions of the table of layers that no import of the product needs, as `from -> to`. */
export function findIdlePermissions(
  files: readonly SourceFile[],
  table: typeof layerTable = layerTable,
): readonly string[] {
  const used = new Set(files.filter((file) => !isTestFile(file.path)).flatMap(listArrows));
  const rooms = Object.entries(table).filter(([, { onlyTests }]) => onlyTests !== true);
  return rooms.flatMap(([from, { imports }]) =>
    imports.map((to) => `${from} -> ${to}`).filter((arrow) => !used.has(arrow)),
  );
}

function listArrows({ path, text }: SourceFile): readonly string[] {
  return readImports(text)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => {
      const target = posix.join(posix.dirname(path), specifier);
      return `${roomOf(path)} -> ${roomOf(target)}`;
    });
}
