import { expect, it } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { findSharedData } from '../testing/find-shared-data.ts';
import { parseJsonLines, readSharedData } from '../testing/read-shared-data.ts';
import { checkSchema, findIgnored } from '../schema/check/check-schema.ts';
import { compileSchema } from '../schema/judge/compile-schema.ts';
import { readToolShelf } from './tool-shelf.ts';

interface Definition {
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonObject;
}

const bfcl = readSharedData('bfcl/tools_json_schema.jsonl.gz');

/** How many tools say something that is ignored, by its code. */
function countIgnored(tools: readonly JsonObject[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const parameters of tools) {
    const codes = new Set(findIgnored(parameters, '$').map(({ code }) => code));
    for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

it.skipIf(bfcl === null)(
  "every tool of BFCL's questions loads, and what is ignored in it is said",
  () => {
    const rows = parseJsonLines<{ tools: readonly Definition[] }>(bfcl ?? '');
    const tools = new Map(
      rows.flatMap((row) => row.tools.map((tool) => [JSON.stringify(tool), tool.parameters])),
    );
    const refused = [...tools.values()].flatMap((parameters) => checkSchema(parameters, '$'));
    expect(refused).toEqual([]);
    for (const parameters of tools.values()) {
      expect(() => compileSchema(parameters).validate({})).not.toThrow();
    }
    expect({ tools: tools.size, ...countIgnored([...tools.values()]) }).toEqual({
      tools: 3259,
      bad_default: 321,
      unknown_keyword: 44,
      value_of_wrong_type: 23,
    });
  },
  400_000,
);

const lists = ['agentdojo/tools.openai.json', 'tau-bench/airline_tools.openai.json'];

it.skipIf(findSharedData('agentdojo/tools.openai.json') === null)(
  'every tool of AgentDojo and of tau-bench loads',
  () => {
    const sizes = lists.map((file) => {
      const shelf = readToolShelf(readSharedData(file) ?? '', file);
      const schemas = shelf.toolset.tools.map((tool) => tool.parameters);
      expect(schemas.flatMap((one) => checkSchema(one, '$'))).toEqual([]);
      return [shelf.toolset.tools.length, countIgnored(schemas)];
    });
    expect(sizes).toEqual([
      [69, {}],
      [14, {}],
    ]);
  },
);
