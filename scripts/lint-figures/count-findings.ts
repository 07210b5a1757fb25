import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { type ListedTool, readToolList } from '../../harness/import/tools/read-tool-list.ts';
import { isJsonObject, type JsonValue } from '../../harness/json/json.ts';
import type { LintSeverity } from '../../harness/lint/lint-rule.ts';
import { lintTools } from '../../harness/lint/lint-tools.ts';
import { lintRules } from '../../harness/lint/registry.ts';
import { findSharedData } from '../../harness/testing/find-shared-data.ts';

/** Tools of one source, each once. */
export interface ToolSet {
  readonly name: string;
  readonly tools: readonly ListedTool[];
}

/** Reads the tools of BFCL, AgentDojo and tau-bench, as far as they are there. */
export function readToolSets(): readonly ToolSet[] {
  const bfcl = readText('bfcl/tools_json_schema.jsonl.gz');
  const dojo = readText('agentdojo/tools.openai.json');
  const airline = readText('tau-bench/airline_tools.openai.json');
  const lists = [
    ['BFCL', bfcl === null ? [] : bfcl.split('\n').filter(Boolean).map(toQuestionTools)],
    ['AgentDojo', dojo === null ? [] : Object.values(toObject(JSON.parse(dojo) as JsonValue))],
    ['tau-bench airline', airline === null ? [] : [JSON.parse(airline) as JsonValue]],
  ] as const;
  return lists.flatMap(([name, values]) => {
    const tools = new Map(values.flatMap(toTools).map((tool) => [JSON.stringify(tool), tool]));
    return tools.size === 0 ? [] : [{ name, tools: [...tools.values()] }];
  });
}

/** By rule, how many of the tools have a finding of it when each is looked at alone; most first. */
export function countFindings(tools: readonly ListedTool[]): {
  readonly counts: readonly {
    readonly rule: string;
    readonly severity: LintSeverity;
    readonly found: number;
  }[];
  readonly withFinding: number;
} {
  const found = new Map<string, number>();
  let withFinding = 0;
  for (const tool of tools) {
    const set = { id: 'set', tools: [tool], requests: [], note: null, previous: null };
    const rules = new Set(lintTools([set], lintRules).map(({ rule }) => rule));
    if (rules.size > 0) withFinding += 1;
    for (const rule of rules) found.set(rule, (found.get(rule) ?? 0) + 1);
  }
  const counts = lintRules
    .map(({ id, severity }) => ({ rule: id, severity, found: found.get(id) ?? 0 }))
    .filter((one) => one.found > 0)
    .toSorted((a, b) => b.found - a.found);
  return { counts, withFinding };
}

function readText(file: string): string | null {
  const path = findSharedData(file);
  if (path === null) return null;
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function toQuestionTools(line: string): JsonValue {
  return toObject(JSON.parse(line) as JsonValue)['tools'] ?? [];
}

function toObject(value: JsonValue): Readonly<Record<string, JsonValue | undefined>> {
  return isJsonObject(value) ? value : {};
}

function toTools(value: JsonValue | undefined): readonly ListedTool[] {
  const read = readToolList(value ?? []);
  return read.ok ? read.tools : [];
}
