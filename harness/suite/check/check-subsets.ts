import type { SchemaSubset } from '../../core/suite/schema-subset.ts';
import type { JsonObject } from '../../json/json.ts';
import { adaptSchema } from '../../schema/subset/adapt-schema.ts';
import type { ToolInput } from '../input/tool-input.ts';
import { readParameters } from '../load/read-parameters.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';
import type { Entry } from '../load/suite-parts.ts';
import { readModel, type VariantUse } from './variant-use.ts';

/** What models that take a subset of JSON Schema are not offered of their tools: one warning for each tool. */
export function checkSubsets(uses: readonly VariantUse[]): readonly SuiteFinding[] {
  const seen = new Set<string>();
  return uses.flatMap((use) => {
    const { schemas } = readModel(use.model);
    if (schemas === undefined) return [];
    if (use.agent !== null) return [warnOfAgent(use, schemas)];
    return (use.toolset?.tools ?? []).flatMap((tool) => {
      const schema = tool.sound ? readParameters(tool.value) : null;
      const key = `${schemas} ${tool.path}`;
      if (schema === null || seen.has(key)) return [];
      seen.add(key);
      return describeLosses(tool, schema, schemas);
    });
  });
}

function describeLosses(
  { name, path }: Entry<ToolInput>,
  schema: JsonObject,
  subset: SchemaSubset,
): readonly SuiteFinding[] {
  const { losses } = adaptSchema(schema, subset);
  if (losses.length === 0) return [];
  const list = losses.map((loss) => `"${loss.keyword}" at ${loss.path} ${loss.text}`);
  const message = `tool "${name}" is offered in the subset "${subset}" without some of its constraints: ${list.join('; ')}`;
  const remedy =
    'Arguments are validated against the whole schema; say the constraint in the description';
  return [
    { code: 'schema_subset', severity: 'warning', path: `${path}.parameters`, message, remedy },
  ];
}

function warnOfAgent({ name, path }: VariantUse, subset: SchemaSubset): SuiteFinding {
  return {
    code: 'unused_setting',
    severity: 'warning',
    path,
    message: `variant "${name}" has an agent of its own, which sends its own schemas, so "schemas": "${subset}" does nothing`,
    remedy: 'Adapt the schemas in the agent with `adaptSchema`',
  };
}
