/** Values below this length are words, not secrets: taking them out would garble texts. */
const minChars = 6;

/**
 * The forms in which a known secret may stand in a text: as it is, escaped for JSON once and twice, with
 * the characters that some writers escape besides, and URL-encoded. Base64 is found by decoding.
 */
export function toSecretVariants(secret: string): readonly string[] {
  if (secret.length < minChars) return [];
  const json = JSON.stringify(secret).slice(1, -1);
  const url = /\p{Surrogate}/u.test(secret) ? secret : encodeURIComponent(secret);
  const variants = [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', String.raw`\/`),
    json.replace(/[<>&'+/=]/g, toUnicodeEscape),
    json.replace(/[<>&]/g, toUnicodeEscape),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
  ];
  return [...new Set(variants)];
}

function toUnicodeEscape(char: string): string {
  return String.raw`\u` + char.charCodeAt(0).toString(16).padStart(4, '0');
}
