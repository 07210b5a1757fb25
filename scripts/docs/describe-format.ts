import type { SitePage } from './list-pages.ts';

/** The part of JSON Schema that the published schemas use. */
export interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The reference page of a JSON Schema: one table for its root and one for each definition that has fields. */
export function describeFormat(title: string, source: string, schema: Schema): SitePage {
  const parts = [
    toPart(title, schema, '#'),
    ...Object.entries(schema.$defs ?? {}).map(([name, part]) => toPart(name, part, '##')),
  ];
  return { source, group: 'Reference', markdown: parts.join('\n\n') };
}

function toPart(name: string, schema: Schema, level: string): string {
  const required = new Set(schema.required ?? []);
  const alternatives = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const fields = alternatives.flatMap((part) => Object.entries(part.properties ?? {}));
  const rows = fields.map(([field, value]) => {
    const sort = `${toType(value)}${required.has(field) ? ', required' : ''}`;
    return `| \`${field}\` | ${sort} | ${escapeCell(value.description ?? '')} |`;
  });
  const table = ['| field | value | meaning |', '| --- | --- | --- |', ...rows].join('\n');
  const about = schema.description ?? '';
  return [`${level} ${name}`, about, fields.length > 0 ? table : toType(schema)]
    .filter((text) => text !== '')
    .join('\n\n');
}

function toType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) {
    return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(toType))].join(' or ');
  if (schema.items !== undefined) return `list of ${toType(schema.items)}`;
  const values = schema.additionalProperties;
  if (typeof values === 'object') return `object of ${toType(values)} by name`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
