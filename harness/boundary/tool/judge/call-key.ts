import { toCanonicalJson } from '../../../json/canonical-json.ts';
import { exactOf, writeExact } from '../../../json/exact-arguments.ts';
import type { JsonObject } from '../../../json/json.ts';
import type { LosslessObject, LosslessValue } from '../../../json/lossless-json.ts';
import type { Tool } from '../../../core/suite/tool.ts';
import { coerceValue } from './coerce-value.ts';

/** Arguments that control a call and are not part of its intention. */
const steeringFields: readonly string[] = ['dry_run', 'confirm_token'];

/**
 * The intention of a call as one line: `refund:{"order":"o-1"}`. Tool + key fields (default: all but
 * `dry_run` and `confirm_token`), normalised by the tool's `coerce` rules. Equal keys mean the same intention. Numbers
 * in them keep every written digit.
 */
export function toCallKey(
  tool: Pick<Tool, 'name' | 'keyFields' | 'coerce'>,
  args: JsonObject,
): string {
  const wanted = tool.keyFields;
  const fields =
    wanted === undefined
      ? Object.keys(args).filter((name) => !steeringFields.includes(name))
      : wanted;
  return toKey(tool, args, fields);
}

/** A call as one line, for repeat and cycle checks: tool + all arguments, normalised. */
export function toRepeatKey(tool: Pick<Tool, 'name' | 'coerce'>, args: JsonObject): string {
  return toKey(tool, args, Object.keys(args));
}

function toKey(
  tool: Pick<Tool, 'name' | 'coerce'>,
  args: JsonObject,
  fields: readonly string[],
): string {
  const exact = exactOf(args);
  if (exact !== null) return `${tool.name}:${writeExact(pickExact(tool, exact, fields))}`;
  let text = '';
  let last: string | null = null;
  // Canonical JSON, written field by field: this runs several times for every call.
  for (const name of fields.toSorted()) {
    if (name === last) continue;
    last = name;
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    const rule = tool.coerce?.[name];
    const normal = value === undefined || rule === undefined ? value : coerceValue(value, rule);
    if (normal === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${toCanonicalJson(normal)}`;
  }
  return `${tool.name}:{${text}}`;
}

function pickExact(
  tool: Pick<Tool, 'coerce'>,
  exact: LosslessObject,
  names: readonly string[],
): LosslessObject {
  const fields = new Map<string, LosslessValue>();
  for (const name of names) {
    const value = exact.fields.get(name);
    const rule = tool.coerce?.[name];
    const normal = value === undefined || rule === undefined ? value : coerceValue(value, rule);
    if (normal !== undefined) fields.set(name, normal);
  }
  return { type: 'object', fields };
}
