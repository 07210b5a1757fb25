import { maskSource } from './mask-source.ts';
import { isTestFile, type SourceFile, type Violation } from './read-source-files.ts';

/** The most lines that a file may have. */
export const maxLines = 400;

/** Names, and last words of names, that do not describe the content of a file. */
const emptyName = /(?:^|-)(utils?|helpers?|common|types|constants|misc)$/;

/** Checks file names, sizes and exports of the harness against the rules of the house. */
export function checkHouse(files: readonly SourceFile[]): readonly Violation[] {
  return [
    ...files.flatMap((file) => [
      ...checkName(file.path),
      ...checkSize(file),
      ...checkExports(file),
    ]),
    ...checkFolders(files),
  ];
}

/** The most source files at the top of a folder, so that it can be read at a glance. */
export const maxFilesAtTop = 20;

function checkFolders(files: readonly SourceFile[]): readonly Violation[] {
  const counts = new Map<string, number>();
  for (const { path } of files.filter((file) => !isTestFile(file.path))) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFilesAtTop && !folder.startsWith('testing'))
    .map(([path, count]) => ({
      code: 'crowded_folder',
      path,
      line: 0,
      text: `${count} files at its top, ${maxFilesAtTop} at most: name sub-folders`,
    }));
}

function checkName(path: string): readonly Violation[] {
  const parts = path.replace(/(\.test)?\.tsx?$/, '').split('/');
  const violations: Violation[] = [];
  for (const part of parts) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)) {
      violations.push({ code: 'name_case', path, line: 0, text: `"${part}" is not kebab-case` });
    }
    if (emptyName.test(part)) {
      violations.push({ code: 'empty_name', path, line: 0, text: `"${part}" says nothing` });
    }
  }
  if (parts.at(-1) === 'index' && path !== 'index.ts') {
    violations.push({
      code: 'second_index',
      path,
      line: 0,
      text: 'only harness/index.ts may be an index',
    });
  }
  return violations;
}

function checkSize(file: SourceFile): readonly Violation[] {
  const lines = file.text.split('\n').length - (file.text.endsWith('\n') ? 1 : 0);
  if (lines <= maxLines) return [];
  return [
    { code: 'too_long', path: file.path, line: 0, text: `${lines} lines, ${maxLines} at most` },
  ];
}

function checkExports(file: SourceFile): readonly Violation[] {
  const { code } = maskSource(file.text);
  return [...code.matchAll(/(?<![.\w$])export\s+(default|\*)(?![\w$])/g)].map((match) => ({
    code: match[1] === '*' ? 'export_star' : 'default_export',
    path: file.path,
    line: code.slice(0, match.index).split('\n').length,
    text: `no "export ${match[1] ?? ''}"`,
  }));
}
