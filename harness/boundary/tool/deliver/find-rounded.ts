import { exactOf } from '../../../json/exact-arguments.ts';
import type { JsonObject } from '../../../json/json.ts';
import type { LosslessValue } from '../../../json/lossless-json.ts';
import { isRounded } from '../../../json/number-text.ts';

interface RoundedInteger {
  /** JSON path, such as `$.order_id`. */
  readonly path: string;
  readonly text: string;
}

/** Finds the whole numbers in arguments that a handler receives rounded. They are mostly ids, which then refer to another record. */
export function findRounded(args: JsonObject): readonly RoundedInteger[] {
  const exact = exactOf(args);
  if (exact === null) return [];
  const found: RoundedInteger[] = [];
  search(exact, '$', found);
  return found;
}

function search(value: LosslessValue, path: string, found: RoundedInteger[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (!('type' in value)) {
    value.forEach((item, index) => {
      search(item, `${path}[${index}]`, found);
    });
  } else if (value.type === 'number') {
    if (/^-?[0-9]+$/u.test(value.text) && isRounded(value.text)) {
      found.push({ path, text: value.text });
    }
  } else {
    for (const [name, item] of value.fields) search(item, `${path}.${name}`, found);
  }
}
