import { isJsonObject, type JsonValue } from '../json/json.ts';
import { type JsonPlace, locateJson } from './locate-json.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

/** A secret that an edit took out, described without its value. */
export interface Hidden {
  readonly kind: string;
  readonly token: string;
}

/** What is put in place of a stretch, and why. */
export interface HidingEdit extends TextEdit {
  readonly hidden: readonly Hidden[];
}

/** A value of JSON in place of another. */
export interface NewValue {
  /** As JSON. */
  readonly json: string;
  readonly hidden: readonly Hidden[];
}

/** What is to be changed in texts and values: secrets into tokens, or tokens back into what they stand for. */
export interface EditRules {
  /** `true` where nothing in a text would be changed, not even in what it says as JSON. */
  isClean(text: string): boolean;
  /** Edits of a text that is no JSON. */
  inText(text: string): readonly HidingEdit[];
  /** What a whole string becomes, by the field that it is in; `null`: it is a text as any other. */
  ofString(field: string | null, text: string): NewValue | null;
  /** What a number becomes; `null`: it stays. */
  ofNumber(field: string | null, text: string): NewValue | null;
}

/**
 * The edits of a text. A text that is JSON stays JSON: what it says is changed value by value, at any depth of JSON in
 * JSON, and each changed string is written again as a whole.
 */
export function editText(text: string, rules: EditRules): readonly HidingEdit[] {
  if (!/^\s*["{[]/.test(text)) return rules.inText(text);
  if (rules.isClean(text)) return [];
  const places = locateJson(text);
  if (places === null) return rules.inText(text);
  return places.flatMap((place) => editPlace(place, rules));
}

/** The edit of one place in a JSON text: none, or one. */
export function editPlace(place: JsonPlace, rules: EditRules): readonly HidingEdit[] {
  const { start, end } = place;
  const value = toNewValue(place, rules);
  return value === null ? [] : [{ start, end, text: value.json, hidden: value.hidden }];
}

function toNewValue({ kind, field, text }: JsonPlace, rules: EditRules): NewValue | null {
  if (kind === 'number') return rules.ofNumber(field, text);
  const whole = kind === 'string' ? rules.ofString(field, text) : null;
  if (whole !== null) return whole;
  const edits = editText(text, rules);
  if (edits.length === 0) return null;
  const json = JSON.stringify(applyEdits(text, edits));
  return { json, hidden: edits.flatMap((edit) => edit.hidden) };
}

/** Changes all texts of a value, names of fields too. Lists hand the name of their field on to their items. */
export function editJson(value: JsonValue, rules: EditRules): JsonValue {
  return editField(null, value, rules);
}

/** As `editJson`, for a value whose numbers stay as they are; those of JSON in its texts do not. */
export function editTexts(value: JsonValue, rules: EditRules): JsonValue {
  return editField(null, value, { ...rules, keepsNumbers: true });
}

/** `keepsNumbers`: only numbers in texts are changed. */
type FieldRules = EditRules & { readonly keepsNumbers?: true };

function editField(field: string | null, value: JsonValue, rules: FieldRules): JsonValue {
  if (typeof value === 'string') {
    const whole = rules.ofString(field, value);
    return whole === null ? editPlain(value, rules) : parse(whole);
  }
  if (typeof value === 'number') {
    const whole = rules.keepsNumbers === true ? null : rules.ofNumber(field, String(value));
    return whole === null ? value : parse(whole);
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => editField(field, item, rules));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      editPlain(name, rules),
      item === undefined ? item : editField(name, item, rules),
    ]),
  );
}

function editPlain(text: string, rules: EditRules): string {
  return applyEdits(text, editText(text, rules));
}

/** Rules write their values as JSON themselves. */
function parse({ json }: NewValue): JsonValue {
  return JSON.parse(json) as JsonValue;
}
