import type { JsonValue } from '../../../json/json.ts';
import type { LosslessValue } from '../../../json/lossless-json.ts';
import type { CoerceRule } from '../../../core/suite/tool.ts';

/**
 * Normalises a declared field for keys and cycle checks; the handler never sees it.
 * Only text is changed (in lists too). `undefined` means: leave the field out.
 */
export function coerceValue(value: JsonValue, rule: CoerceRule): JsonValue | undefined;
export function coerceValue(value: LosslessValue, rule: CoerceRule): LosslessValue | undefined;
export function coerceValue(
  value: JsonValue | LosslessValue,
  rule: CoerceRule,
): JsonValue | LosslessValue | undefined {
  if (rule === 'ignore') return undefined;
  if (typeof value === 'string') return coerceText(value, rule);
  if (!Array.isArray(value)) return value;
  return value.map((item: JsonValue) => coerceValue(item, rule) ?? null);
}

function coerceText(text: string, rule: Exclude<CoerceRule, 'ignore'>): string {
  switch (rule) {
    case 'trim':
      return text.trim();
    case 'lower':
      return text.trim().toLowerCase();
    case 'upper':
      return text.trim().toUpperCase();
    case 'collapse_space':
      return text.trim().replace(/\s+/g, ' ');
    case 'date':
      return toDay(text.trim());
    default:
      return text;
  }
}

/** `2026-3-1`, `2026/03/01`, `2026.3.1`, `2026年3月1日` and date-times of that day are all `2026-03-01`. */
function toDay(text: string): string {
  const found = /^([0-9]{4})[-/.年]([0-9]{1,2})[-/.月]([0-9]{1,2})(?:日|[T ].*)?$/.exec(text);
  if (found === null) return text;
  const [, year = '', month = '', day = ''] = found;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
