import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { layerTable, roomOf } from './layer-table.ts';
import { maskSource } from './mask-source.ts';
import { readImports, type ImportSite } from './read-imports.ts';
import { isTestFile, type SourceFile, type Violation } from './read-source-files.ts';

/** The packages that `package.json` declares, by name. */
export interface DeclaredPackages {
  readonly runtime: ReadonlySet<string>;
  readonly development: ReadonlySet<string>;
}

/**
 * Checks every file of the harness against the table of layers: which folder may import which, who
 * owns a package, that each package is declared, and that only `cli` and `api` touch process and console.
 */
export function checkLayers(
  files: readonly SourceFile[],
  declared: DeclaredPackages,
): readonly Violation[] {
  return files.flatMap((file) => [
    ...checkFolder(file),
    ...readImports(file.text).flatMap((site) => checkImport(file, site, declared)),
    ...checkSurroundings(file),
  ]);
}

function checkFolder(file: SourceFile): readonly Violation[] {
  const folder = roomOf(file.path);
  if (folder === '' || layerTable[folder] !== undefined) return [];
  return [
    {
      code: 'unknown_folder',
      path: file.path,
      line: 0,
      text: `"${folder}" has no row in the table`,
    },
  ];
}

function checkImport(
  file: SourceFile,
  site: ImportSite,
  declared: DeclaredPackages,
): readonly Violation[] {
  const report = (code: string, text: string): readonly Violation[] => [
    { code, path: file.path, line: site.line, text },
  ];
  const { specifier } = site;
  if (specifier.startsWith('.')) return checkRelative(file.path, specifier, report);
  if (specifier.startsWith('node:')) return checkNodeModule(file.path, specifier, report);
  if (builtinModules.includes(specifier)) {
    return report('no_node_prefix', `"${specifier}" is a Node module: write "node:${specifier}"`);
  }
  return checkPackage(file.path, packageOf(specifier), { declared, report });
}

type Report = (code: string, text: string) => readonly Violation[];

function checkRelative(path: string, specifier: string, report: Report): readonly Violation[] {
  if (!/\.(ts|json)$/.test(specifier)) {
    return report('no_extension', `"${specifier}" does not end with ".ts"`);
  }
  const target = posix.join(posix.dirname(path), specifier);
  const from = roomOf(path);
  const to = roomOf(target);
  if (isTestFile(path) && (to === 'testing' || to === '..')) return [];
  if (to === '..') return report('leaves_harness', `"${specifier}" is outside the harness`);
  if (to === 'testing') return report('testing_in_product', `"${specifier}" is for tests only`);
  if (from === to || from === '' || layerTable[from]?.imports.includes(to) === true) return [];
  return report('layer', `"${from}" may not import "${to === '' ? target : to}"`);
}

function checkNodeModule(path: string, specifier: string, report: Report): readonly Violation[] {
  const folder = roomOf(path);
  if (isTestFile(path)) return [];
  if (layerTable[folder]?.pure === true) {
    return report('node_in_pure', `"${folder}" may not import "${specifier}"`);
  }
  const isProcess = specifier === 'node:process' || specifier === 'node:console';
  return isProcess && !atTheEdge.has(folder)
    ? report('surroundings', `only "cli" and "api" may import "${specifier}"`)
    : [];
}

/** Rooms that people and programs call: they know the process that they run in. */
const atTheEdge: ReadonlySet<string> = new Set(['cli', 'api']);

/** `@scope/name/part` and `name/part` without the part. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function checkPackage(
  path: string,
  name: string,
  { declared, report }: { readonly declared: DeclaredPackages; readonly report: Report },
): readonly Violation[] {
  if (!declared.runtime.has(name) && !declared.development.has(name)) {
    return report('undeclared_package', `"${name}" is not in package.json`);
  }
  if (isTestFile(path)) return [];
  if (!declared.runtime.has(name)) {
    return report('development_package', `"${name}" is a development dependency`);
  }
  const folder = roomOf(path);
  if (layerTable[folder]?.owns.includes(name) === true) return [];
  const owners = Object.entries(layerTable).filter(([, layer]) => layer.owns.includes(name));
  return report(
    'package_owner',
    `"${folder}" may not import "${name}", which belongs to ${owners.map(([owner]) => `"${owner}"`).join(', ') || 'no folder yet'}`,
  );
}

/** Uses of the process and the console outside `cli`; the linter says the same, knowing scopes. */
function checkSurroundings(file: SourceFile): readonly Violation[] {
  if (isTestFile(file.path) || atTheEdge.has(roomOf(file.path))) return [];
  const { code } = maskSource(file.text);
  return [...code.matchAll(/(?<![.\w$])(process|console)\s*(?:\?\.|\.|\[)/g)].map((match) => ({
    code: 'surroundings',
    path: file.path,
    line: code.slice(0, match.index).split('\n').length,
    text: `only "cli" and "api" may use "${match[1] ?? ''}"`,
  }));
}
