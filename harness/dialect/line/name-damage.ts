import { readLosslessJson } from '../../json/lossless-json.ts';

/** Names the kind of text that was found instead of JSON. */
export function nameDamage(text: string): { readonly code: string; readonly message: string } {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('<'))
    return { code: 'html_with_200', message: 'The provider answered with a web page' };
  const reading = readLosslessJson(text);
  if (!reading.ok && reading.error.code === 'unexpected_end' && /^[[{]/.test(trimmed))
    return { code: 'truncated_json', message: 'The body ends in the middle of its JSON' };
  return { code: 'not_json', message: 'The body is not JSON' };
}
