import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';

/** A template as it is with its variables, or what in it cannot be filled in. */
export type Rendered<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly found: string };

/** Fills in `{{ name }}` and `{{ name.field }}`; blocks, filters and calls of a template are not read. */
function renderTemplate(template: string, vars: JsonObject): Rendered<string> {
  const plain = template.replace(/\{#[\s\S]*?#\}/gu, '');
  const block = /\{%[\s\S]*?%\}/u.exec(plain);
  if (block !== null) return { ok: false, found: block[0] };
  let unread: string | null = null;
  const value = plain.replace(/\{\{-?([\s\S]*?)-?\}\}/gu, (whole, inner: string) => {
    const path = inner.trim().replace(/\s*\|\s*(?:safe|string)$/u, '');
    if (!/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[[0-9]+\])*$/u.test(path) || path === 'env') {
      unread ??= whole;
      return whole;
    }
    return toText(find(path, vars));
  });
  return unread === null ? { ok: true, value } : { ok: false, found: unread };
}

/** Fills in every text of a value. */
export function renderValue(value: JsonValue, vars: JsonObject): Rendered<JsonValue> {
  if (typeof value === 'string') return renderTemplate(value, vars);
  if (Array.isArray(value)) return renderAll(value as readonly JsonValue[], vars);
  if (!isJsonObject(value)) return { ok: true, value };
  const names = Object.keys(value);
  const items = renderAll(
    names.map((name) => value[name] ?? null),
    vars,
  );
  if (!items.ok) return items;
  return {
    ok: true,
    value: Object.fromEntries(names.map((name, at) => [name, items.value[at] ?? null])),
  };
}

function renderAll(values: readonly JsonValue[], vars: JsonObject): Rendered<readonly JsonValue[]> {
  const made: JsonValue[] = [];
  for (const value of values) {
    const rendered = renderValue(value, vars);
    if (!rendered.ok) return rendered;
    made.push(rendered.value);
  }
  return { ok: true, value: made };
}

function find(path: string, vars: JsonObject): JsonValue | undefined {
  let value: JsonValue | undefined = vars;
  for (const step of path.split(/[.[\]]+/u).filter((one) => one !== '')) {
    if (Array.isArray(value)) value = (value as readonly JsonValue[])[Number(step)];
    else value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

/** What is not there is nothing, as the source has it. */
function toText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
