import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { ScoredTool } from '../core/score/scorer.ts';
import { checkSchemaForm, findIgnored } from '../schema/check/check-schema.ts';
import { ImportError } from './import-error.ts';
import type { SourceNode } from './source-node.ts';
import { readSource } from './source-node.ts';
import { isOpenApi, readOpenApi } from './tools/read-open-api.ts';

/**
 * A tool as its definition gives it. Definitions say nothing of what a tool does to the world: all are listed as
 * irreversible, which is the strictest grade.
 */
export interface ImportedTool extends ScoredTool {
  readonly description: string;
}

/** Tool definitions that belong to imported trials. */
export interface ToolShelf {
  /** All of them, each name once. */
  readonly toolset: { readonly id: string; readonly tools: readonly ImportedTool[] };
  /** Those of one suite of the source, or all where they do not differ by suite. */
  of(suite: string): readonly ImportedTool[];
  /** Parts of the definitions that no judgement uses, each with its place. */
  readonly ignored: readonly string[];
}

/**
 * Reads tool definitions: a list in OpenAI form, an object of such lists by the name of the source's suite, or an API by
 * OpenAPI 3.
 *
 * @throws ImportError when it is neither, or a schema cannot be judged with.
 */
export function readToolShelf(text: string, name: string): ToolShelf {
  const root = readSource(text, name);
  const id = name.replace(/^.*[\\/]/u, '').replace(/\..*$/u, '');
  const ignored: string[] = [];
  const document = root.plain();
  if (isOpenApi(document)) {
    const tools = readOpenApi(document).map(
      ({ name: tool, description, parameters, effect }): ImportedTool => ({
        name: tool,
        description,
        parameters,
        grade: effect ?? 'irreversible',
        graded: effect !== null,
        confirm: 'none',
        polling: false,
      }),
    );
    return { toolset: { id, tools: keepFirst(tools) }, of: () => tools, ignored };
  }
  if (root.isList) {
    const tools = readTools(root, ignored);
    return { toolset: { id, tools: keepFirst(tools) }, of: () => tools, ignored };
  }
  const lists = new Map(root.entries().map(([suite, list]) => [suite, readTools(list, ignored)]));
  return {
    ignored,
    toolset: { id, tools: keepFirst([...lists.values()].flat()) },
    of: (suite) => lists.get(suite) ?? [],
  };
}

function readTools(list: SourceNode, ignored: string[]): readonly ImportedTool[] {
  return list.items().map((item) => {
    const inner = item.get('function') ?? item;
    const parameters = inner.get('parameters')?.plain() ?? { type: 'object' };
    if (!isJsonObject(parameters)) throw inner.need('parameters').refuse('a JSON Schema');
    return {
      name: inner.need('name').text(),
      description: inner.get('description')?.text() ?? '',
      parameters: check(parameters, inner, ignored),
      grade: 'irreversible',
      graded: false,
      confirm: 'none',
      polling: false,
    };
  });
}

function check(parameters: JsonObject, tool: SourceNode, ignored: string[]): JsonObject {
  const [problem] = checkSchemaForm(parameters, '$');
  if (problem === undefined) {
    const found = findIgnored(parameters, `${tool.place}.parameters`);
    ignored.push(...found.map(({ path, message }) => `${path}: ${message}`));
    return parameters;
  }
  throw new ImportError(
    `${tool.place}.parameters`,
    `nothing can be judged with this schema: ${problem.path}: ${problem.message}`,
  );
}

function keepFirst(tools: readonly ImportedTool[]): readonly ImportedTool[] {
  const byName = new Map<string, ImportedTool>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()];
}
