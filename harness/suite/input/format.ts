import type { JsonObject, JsonValue } from '../../json/json.ts';

declare const valueOf: unique symbol;

/** One part of the format of suites: its JSON Schema, and by inference the type of what is written there. */
export interface Format<Value> {
  readonly schema: JsonObject;
  readonly [valueOf]?: Value;
}

/** A field that must be there. */
export interface Needed<Value> extends Format<Value> {
  readonly isNeeded: true;
}

/** What people write where a format is. */
export type InputOf<One> = One extends Format<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Format<unknown>>>;
type NeededKeys<All extends Fields> = {
  [Key in keyof All]: All[Key] extends Needed<unknown> ? Key : never;
}[keyof All];
type Flat<Value> = { [Key in keyof Value]: Value[Key] };

/** The type of an object with these fields. */
export type FieldsOf<All extends Fields> = Flat<
  { readonly [Key in NeededKeys<All>]: InputOf<All[Key]> } & {
    readonly [Key in Exclude<keyof All, NeededKeys<All>>]?: InputOf<All[Key]>;
  }
>;

/** A format whose type JSON Schema cannot say, or whose schema has a form of its own. */
export function as<Value>(schema: JsonObject): Format<Value> {
  return { schema };
}

/** A field that must be there. */
export function need<Value>(format: Format<Value>): Needed<Value> {
  return { ...format, isNeeded: true };
}

/** The same format with a sentence for editors. */
export function about<Value>(description: string, format: Format<Value>): Format<Value> {
  return { schema: { ...format.schema, description } };
}

/** Any text. */
export const anyText: Format<string> = { schema: { type: 'string' } };
/** A text that is not empty. */
export const name: Format<string> = { schema: { type: 'string', minLength: 1 } };
export const flag: Format<boolean> = { schema: { type: 'boolean' } };
export const anyObject: Format<JsonObject> = { schema: { type: 'object' } };
export const anyValue: Format<JsonValue> = { schema: {} };

/** A whole number of at least so much. */
export function whole(minimum: number): Format<number> {
  return { schema: { type: 'integer', minimum } };
}

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Format<Word> {
  return { schema: { enum: words } };
}

/** A list; `least` items must be there. */
export function list<Value>(items: Format<Value>, least = 0): Format<readonly Value[]> {
  return {
    schema: { type: 'array', items: items.schema, ...(least === 0 ? {} : { minItems: least }) },
  };
}

/** Values by name. */
export function record<Value>(values: Format<Value>): Format<Readonly<Record<string, Value>>> {
  return { schema: { type: 'object', additionalProperties: values.schema } };
}

/** A name, or several. */
export const oneOrSeveral: Format<string | readonly string[]> = {
  schema: { type: ['string', 'array'], minLength: 1, items: name.schema },
};

/** The keywords of an object with just these fields. */
export function fields<All extends Fields>(all: All): Format<FieldsOf<All>> {
  const entries = Object.entries(all);
  const required = entries.filter(([, field]) => 'isNeeded' in field).map(([key]) => key);
  return {
    schema: {
      properties: Object.fromEntries(entries.map(([key, { schema }]) => [key, schema])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
  };
}

/** An object with just these fields. */
export function object<All extends Fields>(all: All): Format<FieldsOf<All>> {
  return { schema: { type: 'object', ...fields(all).schema } };
}

/** A format that is written once in the schema and named elsewhere. */
export function refer<Value>(definition: string): Format<Value> {
  return { schema: { $ref: `#/$defs/${definition}` } };
}
