import { type EffectGrade, effectGrades } from '../../core/suite/effect-grade.ts';
import { ImportError } from '../import-error.ts';
import type { ImportFile } from '../imported-run.ts';
import { readSource, type SourceNode } from '../source-node.ts';

/** The effect of a tool, as a file of `--effects` defines it. */
export interface ToolRule {
  readonly grade: EffectGrade;
  /** The arguments that name the thing that is changed, as dotted paths; `null` = all of them. */
  readonly key: readonly string[] | null;
}

/** One effect that happened. */
export interface LedgerEffect {
  readonly tool: string;
  /** What was changed; `null`: as the call's arguments say. */
  readonly key: string | null;
  /** Which of the run's calls did it, from 0; `null`: the first of its tool that did nothing yet. */
  readonly call: number | null;
}

/** The effects of one run. */
export interface LedgerRow {
  /** The run: its file, or `scenario/variant/plan/rN`. */
  readonly run: string;
  readonly place: string;
  readonly effects: readonly LedgerEffect[];
}

/** What is known of effects. */
export interface EffectRules {
  readonly tools: ReadonlyMap<string, ToolRule>;
  readonly ledger: readonly LedgerRow[];
}

/**
 * Reads files of `--effects`: maps from tools to grades, and ledgers (lists or JSONL). See README.md for both.
 *
 * @throws ImportError when one is neither.
 */
export function readEffectRules(files: readonly ImportFile[]): EffectRules {
  const tools = new Map<string, ToolRule>();
  const ledger: LedgerRow[] = [];
  for (const file of files) {
    const roots = readRoots(file);
    for (const root of roots) {
      if (root.isList) ledger.push(...root.items().map(readRow));
      else if (roots.length > 1 || root.get('run')?.isText === true) ledger.push(readRow(root));
      else for (const [name, rule] of root.entries()) tools.set(name, readRule(rule));
    }
  }
  if (tools.size + ledger.length > 0) return { tools, ledger };
  throw new ImportError(files.map(({ name }) => name).join(', '), 'it names no tool and no run');
}

/** One JSON value, or one a line. */
function readRoots({ name, text }: ImportFile): readonly SourceNode[] {
  const lines = text
    .replace(/^\uFEFF/u, '')
    .split('\n')
    .map((line, index) => ({ text: line, name: `${name}:${index + 1}` }))
    .filter((line) => line.text.trim() !== '');
  const [first, ...others] = lines;
  if (first !== undefined && others.length > 0 && isJson(first.text)) {
    return lines.map((line) => readSource(line.text, line.name));
  }
  return [readSource(text.replace(/^\uFEFF/u, ''), name)];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readRule(node: SourceNode): ToolRule {
  if (node.isText) return { grade: readGrade(node), key: null };
  refuseOthers(node, ['grade', 'key']);
  const key = node.get('key');
  const names = key === null ? null : key.isList ? key.items() : [key];
  if (names?.length === 0) throw node.need('key').refuse('names of arguments');
  return {
    grade: readGrade(node.need('grade')),
    key: names?.map((name) => name.text()) ?? null,
  };
}

function readGrade(node: SourceNode): EffectGrade {
  const grade = effectGrades.find((word) => node.isText && word === node.text());
  if (grade === undefined) throw node.refuse(`one of ${effectGrades.join(', ')}`);
  return grade;
}

function readRow(node: SourceNode): LedgerRow {
  refuseOthers(node, ['run', 'effects']);
  return {
    run: node.need('run').text(),
    place: node.place,
    effects: node.need('effects').items().flatMap(readEffect),
  };
}

/** `"tool"`, `["tool", "key"]` or `{ tool, key, call, count }`. */
function readEffect(node: SourceNode): readonly LedgerEffect[] {
  if (node.isText) return [{ tool: node.text(), key: null, call: null }];
  if (node.isList) {
    const [tool, key, ...rest] = node.items();
    if (tool === undefined || rest.length > 0) throw node.refuse('[tool, key]');
    return [{ tool: tool.text(), key: key?.text() ?? null, call: null }];
  }
  refuseOthers(node, ['tool', 'key', 'call', 'count']);
  const effect = {
    tool: node.need('tool').text(),
    key: node.get('key')?.text() ?? null,
    call: readCount(node.get('call')),
  };
  return Array.from({ length: readCount(node.get('count')) ?? 1 }, () => effect);
}

const mostCounted = 10_000;

function readCount(node: SourceNode | null): number | null {
  if (node === null) return null;
  const count = node.number();
  if (Number.isInteger(count) && count >= 0 && count <= mostCounted) return count;
  throw node.refuse(`a whole number from 0 to ${mostCounted}`);
}

function refuseOthers(node: SourceNode, known: readonly string[]): void {
  const other = node.entries().find(([name]) => !known.includes(name))?.[1];
  if (other !== undefined) throw other.refuse(`one of the keys ${known.join(', ')}`);
}
