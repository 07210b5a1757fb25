import type { JsonObject } from '../../json/json.ts';
import type { Dialect } from '../judge/dialect.ts';

/** A schema inside a schema, as it is walked. */
export interface SchemaPlace {
  readonly schema: JsonObject;
  /** JSON path of this schema. */
  readonly path: string;
  readonly dialect: Dialect;
  /** The nearest schema around it that has an `$id`, else the root: what `#/...` starts from. */
  readonly resource: JsonObject;
  /** The whole schema. */
  readonly root: JsonObject;
}

/** The place of a schema below another one. */
export function toInnerPlace(place: SchemaPlace, schema: JsonObject, path: string): SchemaPlace {
  const id = schema['$id'];
  const starts = typeof id === 'string' && !id.startsWith('#');
  return { ...place, schema, path, resource: starts ? schema : place.resource };
}
