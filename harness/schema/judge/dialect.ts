import type { JsonObject } from '../../json/json.ts';

/** The dialects of JSON Schema that can be judged. */
export type Dialect = '2020-12' | 'draft-07';

/** Said where a schema names another dialect. */
export const supportedDialects: readonly string[] = [
  'https://json-schema.org/draft/2020-12/schema',
  'http://json-schema.org/draft-07/schema#',
];

/** The dialect that `$schema` names; 2020-12 when it is absent, `null` when it is another one. */
export function dialectOf(schema: JsonObject): Dialect | null {
  const uri = schema['$schema'];
  if (uri === undefined) return '2020-12';
  if (typeof uri !== 'string') return null;
  const plain = uri.replace(/#$/, '').replace(/^http:/, 'https:');
  if (plain === 'https://json-schema.org/draft/2020-12/schema') return '2020-12';
  return plain === 'https://json-schema.org/draft-07/schema' ? 'draft-07' : null;
}
