/** Parsed JSON, or not. */
export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** `JSON.parse` without its exception, whose words differ between engines. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
