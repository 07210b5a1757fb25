import { toShowable } from '../../json/exact-arguments.ts';
import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { CallView, TrialView } from '../view/trial-view.ts';

/** An id-like value that was not known when it was used. */
export interface UngroundedValue {
  readonly call: CallView;
  readonly field: string;
  /** The digits of the number, where JavaScript would round it. */
  readonly value: string | number;
}

/** Names of arguments that hold ids: `id`, `order_id`, `orderId`, `ids`, `sku`, `confirm_token`, ... */
const idLike = /(?:^|[_-])(?:id|ids|uuid|sku|ref|token)$|(?:Id|Ids|Uuid|Sku|Ref|Token)$/u;

/**
 * Finds id-like argument values that were in no text the model had seen: prompt, history, session, the
 * user's turns, results. Values that the schema lists (`enum`, `const`) do not count as invented.
 */
export function findUngrounded(
  trial: TrialView,
  calls: readonly CallView[],
): { readonly judged: number; readonly ungrounded: readonly UngroundedValue[] } {
  const ungrounded: UngroundedValue[] = [];
  let judged = 0;
  for (const call of calls) {
    for (const { field, value } of toIdValues(call)) {
      judged += 1;
      if (!isGrounded(trial, call, value)) ungrounded.push({ call, field, value });
    }
  }
  return { judged, ungrounded };
}

/** Whether a value was known when a call was made; case does not matter. */
export function isGrounded(trial: TrialView, call: CallView, value: JsonValue): boolean {
  const wanted = (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase();
  const isSeen = trial.seen.some(
    (piece) => piece.event < call.event && holds(piece.text(), wanted),
  );
  return isSeen || holds(trial.input.knownText.toLowerCase(), wanted);
}

function toIdValues(call: CallView): readonly { field: string; value: string | number }[] {
  const { arguments: args, tool } = call;
  if (args === null) return [];
  const properties = tool?.parameters['properties'];
  return Object.entries(toShowable(args)).flatMap(([field, value]) => {
    if (!idLike.test(field)) return [];
    const schema =
      isJsonObject(properties) && Object.hasOwn(properties, field) ? properties[field] : null;
    if (isJsonObject(schema) && (schema['enum'] !== undefined || schema['const'] !== undefined))
      return [];
    return toScalars(value).map((scalar) => ({ field, value: scalar }));
  });
}

function toScalars(value: JsonValue | undefined): readonly (string | number)[] {
  if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return [value];
  return Array.isArray(value) ? value.flatMap((item: JsonValue) => toScalars(item)) : [];
}

/** The value is in the text as a separate word: `A1` is in `order A1-b`, not in `A12`. */
function holds(text: string, value: string): boolean {
  let at = text.indexOf(value);
  while (at >= 0) {
    const before = text.charCodeAt(at - 1);
    const after = text.charCodeAt(at + value.length);
    if (
      !(isWordUnit(before) && isWordUnit(value.charCodeAt(0))) &&
      !(isWordUnit(after) && isWordUnit(value.charCodeAt(value.length - 1)))
    ) {
      return true;
    }
    at = text.indexOf(value, at + 1);
  }
  return false;
}

/** ASCII letters and digits only: an id may be between Chinese characters. */
function isWordUnit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122) || unit === 95;
}
